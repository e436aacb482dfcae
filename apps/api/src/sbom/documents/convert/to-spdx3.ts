import type { Bom, BomComponent, ComponentType } from '@carapace/shared/sbom/documents/bom'
import type { VexStatement } from '@carapace/shared/sbom/vex/vex'
import { spdx3Hashes } from '../spdx3-names.ts'
import { toFive, toFour } from '../vex/terms.ts'
import { isExpression } from './licence-text.ts'
import type { Lost } from './lost.ts'
import { namespaceOf, timeOf } from './to-spdx2.ts'

type Entry = Record<string, unknown>

const purposes: Readonly<Partial<Record<ComponentType, string>>> = {
  application: 'application',
  framework: 'framework',
  library: 'library',
  container: 'container',
  platform: 'platform',
  'operating-system': 'operatingSystem',
  device: 'device',
  'device-driver': 'deviceDriver',
  firmware: 'firmware',
  'machine-learning-model': 'model',
  data: 'data',
}

const hashNames = new Map(Object.entries(spdx3Hashes).map(([name, other]) => [other, name]))
const sbomTypes = new Set(['analyzed', 'build', 'deployed', 'design', 'runtime', 'source'])

/** What collects the elements of a document, each agent and licence once. */
interface Builder {
  readonly elements: Entry[]
  readonly iri: (ref: string) => string
  readonly add: (type: string, name: string, fields: Entry) => string
  readonly agent: (name: string) => string
  readonly licence: (text: string) => string
  readonly relate: (from: string, relationshipType: string, to: readonly string[]) => void
}

function createBuilder(namespace: string): Builder {
  const elements: Entry[] = []
  const taken = new Set<string>()
  const agents = new Map<string, string>()
  const licences = new Map<string, string>()
  const refs = new Map<string, string>()
  const unique = (name: string): string => {
    let iri = `${namespace}#${name}`
    for (let count = 2; taken.has(iri); count++) iri = `${namespace}#${name}-${count}`
    taken.add(iri)
    return iri
  }
  const add = (type: string, name: string, fields: Entry): string => {
    const spdxId = unique(name)
    elements.push({ type, spdxId, creationInfo: '_:creation', ...fields })
    return spdxId
  }
  const once = (known: Map<string, string>, key: string, make: () => string): string => {
    const made = known.get(key) ?? make()
    known.set(key, made)
    return made
  }
  return {
    elements,
    add,
    iri: (ref) => once(refs, ref, () => (isIri(ref) && !taken.has(ref) ? keep(ref) : unique(encoded(ref)))),
    agent: (name) => once(agents, name, () => add('Organization', `agent-${agents.size + 1}`, { name })),
    licence: (text) =>
      once(licences, text, () =>
        isExpression(text)
          ? add('simplelicensing_LicenseExpression', `licence-${licences.size + 1}`, {
              simplelicensing_licenseExpression: text,
            })
          : add('simplelicensing_SimpleLicensingText', `licence-${licences.size + 1}`, {
              name: text,
              simplelicensing_licenseText: text,
            }),
      ),
    relate: (from, relationshipType, to) =>
      void add('Relationship', `relationship-${elements.length}`, { from, relationshipType, to }),
  }

  function keep(ref: string): string {
    taken.add(ref)
    return ref
  }
}

function isIri(ref: string): boolean {
  return /^(?:https?:\/\/|urn:)[^\s<>"{}|\\^`]+$/.test(ref)
}

function encoded(ref: string): string {
  return encodeURIComponent(ref.toWellFormed())
}

/** A document of SPDX 3.0.1 as JSON-LD (rule BOM-14). */
export function spdx3Of(bom: Bom, now: string, lost: Lost): Entry {
  const { head, components, dependencies } = bom
  const namespace = namespaceOf(bom)
  const builder = createBuilder(namespace)
  const { iri, add, agent, licence, relate } = builder
  for (const each of components) iri(each.ref)
  const authors = [...head.authors, ...(head.supplier === undefined ? [] : [head.supplier])]
  const createdBy = (authors.length ? authors : ['unknown']).map(agent)
  const createdUsing = head.tools.filter(Boolean).map((name, at) => add('Tool', `tool-${at + 1}`, { name }))
  const artefacts = components.map((each) => artefactOf(each, builder, lost))
  builder.elements.push(...artefacts)
  for (const { ref, parent, licence: text } of components) {
    if (parent !== undefined) relate(iri(parent), 'contains', [iri(ref)])
    if (text !== undefined) relate(iri(ref), 'hasDeclaredLicense', [licence(text)])
  }
  for (const { ref, dependsOn, provides } of dependencies) {
    if (dependsOn.length) relate(iri(ref), 'dependsOn', dependsOn.map(iri))
    if (provides.length) lost.add('which components implement others (provides)', ref)
  }
  addStatements(bom, builder, lost)
  for (const phase of head.lifecycles) if (!sbomTypes.has(phase)) lost.add(`the phase “${phase}”`)
  if (head.revision !== undefined) lost.add('the revision of the document')
  const root = bom.subject === undefined ? components.map(({ ref }) => iri(ref)) : [iri(bom.subject)]
  const types = head.lifecycles.filter((phase) => sbomTypes.has(phase))
  const elements = builder.elements.map(({ spdxId }) => spdxId)
  const sbom = add('software_Sbom', 'sbom', {
    ...(types.length ? { software_sbomType: types } : {}),
    ...(root.length ? { rootElement: root } : {}),
    element: elements,
  })
  const profiles = ['core', 'software', 'simpleLicensing', ...(bom.vex.statements.length ? ['security'] : [])]
  const document = {
    type: 'SpdxDocument',
    spdxId: namespace,
    creationInfo: '_:creation',
    name: head.name ?? 'bill of materials',
    profileConformance: profiles,
    rootElement: [sbom],
    element: [sbom, ...elements],
  }
  const creation = {
    type: 'CreationInfo',
    '@id': '_:creation',
    specVersion: '3.0.1',
    created: timeOf(head.created ?? now, now),
    createdBy,
    ...(createdUsing.length ? { createdUsing } : {}),
  }
  return {
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [creation, document, ...builder.elements],
  }
}

function artefactOf(each: BomComponent, { iri, agent }: Builder, lost: Lost): Entry {
  const { ref, type, purl, cpe, swid, swhids, references } = each
  const isFile = type === 'file' && purl === undefined && each.version === undefined
  const hashes = each.hashes.flatMap(({ algorithm, value }) => {
    const name = hashNames.get(algorithm)
    if (name === undefined) lost.add(`hashes of ${algorithm}`, ref)
    return name === undefined ? [] : [{ type: 'Hash', algorithm: name, hashValue: value }]
  })
  const identities = [
    ...(cpe === undefined ? [] : [[cpe.startsWith('cpe:/') ? 'cpe22' : 'cpe23', cpe]]),
    ...(swid === undefined ? [] : [['swid', swid]]),
    ...swhids.map((id) => ['swhid', id]),
  ].map(([externalIdentifierType, identifier]) => ({ type: 'ExternalIdentifier', externalIdentifierType, identifier }))
  const home = references.find(({ type: kind, url }) => kind === 'website' && isIri(url))
  const download = references.find(({ type: kind, url }) => kind === 'distribution' && isIri(url))
  const others = references.filter((one) => one !== home && one !== download)
  noteLost(each, isFile, lost)
  return {
    type: isFile ? 'software_File' : 'software_Package',
    spdxId: iri(ref),
    creationInfo: '_:creation',
    name: each.name || 'unnamed',
    ...(each.description === undefined ? {} : { description: each.description }),
    ...(each.supplier === undefined ? {} : { suppliedBy: agent(each.supplier) }),
    ...(each.author === undefined ? {} : { originatedBy: [agent(each.author)] }),
    ...(hashes.length ? { verifiedUsing: hashes } : {}),
    ...(identities.length ? { externalIdentifier: identities } : {}),
    ...(others.length
      ? { externalRef: others.map(({ url }) => ({ type: 'ExternalRef', externalRefType: 'other', locator: [url] })) }
      : {}),
    ...(each.copyright === undefined ? {} : { software_copyrightText: each.copyright }),
    ...(isFile || purposes[type] === undefined ? {} : { software_primaryPurpose: purposes[type] }),
    ...(isFile ? {} : packageFields(each, home?.url, download?.url)),
  }
}

function packageFields({ version, purl, properties }: BomComponent, home?: string, download?: string): Entry {
  const info = properties.find(({ name }) => name === 'spdx:sourceInfo')?.value
  return {
    ...(version === undefined ? {} : { software_packageVersion: version }),
    ...(purl === undefined ? {} : { software_packageUrl: purl }),
    ...(home === undefined ? {} : { software_homePage: home }),
    ...(download === undefined ? {} : { software_downloadLocation: download }),
    ...(info === undefined ? {} : { software_sourceInfo: info }),
  }
}

function noteLost(each: BomComponent, isFile: boolean, lost: Lost): void {
  const { ref } = each
  if (each.group !== undefined) lost.add('groups', ref)
  if (each.scope !== undefined) lost.add('scopes', ref)
  if (each.evidence.length) lost.add('techniques of identification', ref)
  if (each.patches.length) lost.add('patches, but for the statements that they make', ref)
  if (each.crypto) lost.add('cryptographic properties', ref)
  if (each.properties.some(({ name }) => name !== 'spdx:sourceInfo')) lost.add('properties', ref)
  if (each.paths.some((path) => !isFile || path !== each.name)) lost.add('paths', ref)
  if (!isFile && purposes[each.type] === undefined) lost.add(`the type “${each.type}”`, ref)
  if (each.references.some(({ type }) => type !== 'website' && type !== 'distribution'))
    lost.add('types of references', ref)
}

const classes = {
  affected: ['security_VexAffectedVulnAssessmentRelationship', 'affects'],
  not_affected: ['security_VexNotAffectedVulnAssessmentRelationship', 'doesNotAffect'],
  fixed: ['security_VexFixedVulnAssessmentRelationship', 'fixedIn'],
  under_investigation: ['security_VexUnderInvestigationVulnAssessmentRelationship', 'underInvestigationFor'],
} as const

const justifications: Readonly<Record<string, string>> = {
  component_not_present: 'componentNotPresent',
  vulnerable_code_not_present: 'vulnerableCodeNotPresent',
  vulnerable_code_not_in_execute_path: 'vulnerableCodeNotInExecutePath',
  vulnerable_code_cannot_be_controlled_by_adversary: 'vulnerableCodeCannotBeControlledByAdversary',
  inline_mitigations_already_exist: 'inlineMitigationsAlreadyExist',
}

function addStatements({ vex, components }: Bom, builder: Builder, lost: Lost): void {
  const refs = new Set(components.map(({ ref }) => ref))
  const ids = new Map<string, string>()
  for (const statement of vex.statements) {
    const { id, products } = statement
    const to = [
      ...new Set(products.flatMap(({ ref }) => (ref !== undefined && refs.has(ref) ? [builder.iri(ref)] : []))),
    ]
    if (to.length < products.length) lost.add('statements about products that are not in the document', id)
    if (to.length === 0) continue
    const identifier = {
      type: 'ExternalIdentifier',
      externalIdentifierType: id.startsWith('CVE-') ? 'cve' : 'securityOther',
      identifier: id,
    }
    const from =
      ids.get(id) ??
      builder.add('security_Vulnerability', `vulnerability-${ids.size + 1}`, {
        name: id,
        externalIdentifier: [identifier],
      })
    ids.set(id, from)
    addAssessment(statement, from, to, builder, lost)
  }
}

function addAssessment(
  statement: VexStatement,
  from: string,
  to: readonly string[],
  { add, elements }: Builder,
  lost: Lost,
): void {
  const { id, state, justification, detail, responses, vectors } = statement
  const [status, less] = toFour[state]
  const [type, relationshipType] = classes[status]
  if (less) lost.add(`the state ${state}: written as ${status}`, id)
  if (responses.length) lost.add('responses of statements', id)
  if (vectors.length) lost.add('CVSS vectors of statements', id)
  const five = status === 'not_affected' && justification !== undefined ? toFive[justification] : undefined
  if (five?.[1]) lost.add(`the justification ${justification}: written as ${five[0]}`, id)
  add(type, `assessment-${elements.length}`, {
    from,
    relationshipType,
    to,
    security_vexVersion: '1.0.0',
    ...(five ? { security_justificationType: justifications[five[0]] } : {}),
    ...(status === 'not_affected' && !five ? { security_impactStatement: detail ?? 'No reason was stated.' } : {}),
    ...(status === 'affected' ? { security_actionStatement: detail ?? 'No action was stated.' } : {}),
    ...(detail !== undefined && status !== 'affected' && (status !== 'not_affected' || five)
      ? { security_statusNotes: detail }
      : {}),
  })
}
