import type { Bom, BomComponent, ComponentType } from '@carapace/shared/sbom/documents/bom'
import { spdxHashes } from '../spdx-names.ts'
import { uuidOf } from '../vex/identity.ts'
import { isExpression } from './licence-text.ts'
import type { Lost } from './lost.ts'

type Entry = Record<string, unknown>

const purposes: Readonly<Record<ComponentType, string>> = {
  application: 'APPLICATION',
  framework: 'FRAMEWORK',
  library: 'LIBRARY',
  container: 'CONTAINER',
  platform: 'OTHER',
  'operating-system': 'OPERATING_SYSTEM',
  device: 'DEVICE',
  'device-driver': 'OTHER',
  firmware: 'FIRMWARE',
  file: 'FILE',
  'machine-learning-model': 'OTHER',
  data: 'OTHER',
  'cryptographic-asset': 'OTHER',
}

const hashNames = new Map(Object.entries(spdxHashes).map(([name, [other, digits]]) => [other, { name, digits }]))

/** Ids of elements: the old ones where SPDX allows them, else made of their letters and digits, each once. */
function idsOf(components: readonly BomComponent[]): ReadonlyMap<string, string> {
  const taken = new Set<string>(['SPDXRef-DOCUMENT'])
  const ids = new Map<string, string>()
  for (const { ref } of components) {
    const cleaned = ref
      .replace(/^SPDXRef-/, '')
      .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
      .slice(0, 200)
    let id = `SPDXRef-${cleaned || 'element'}`
    for (let count = 2; taken.has(id); count++) id = `SPDXRef-${cleaned || 'element'}-${ids.size}-${count}`
    taken.add(id)
    ids.set(ref, id)
  }
  return ids
}

/** A document of SPDX 2.3 in the shape of its JSON, valid by the specification (rule BOM-14). */
export function spdx2Of(bom: Bom, now: string, lost: Lost): Entry {
  const { head, components, dependencies, vex } = bom
  const ids = idsOf(components)
  const licences = createLicences()
  const files: Entry[] = []
  const packages: Entry[] = []
  for (const each of components) {
    const file = each.type === 'file' && each.hashes.some(({ algorithm }) => algorithm === 'SHA-1')
    if (file) files.push(fileOf(each, ids.get(each.ref)!, licences, lost))
    else packages.push(packageOf(each, ids.get(each.ref)!, licences, lost))
  }
  const relationships: Entry[] = []
  const relate = (from: string, type: string, to: string): void =>
    void relationships.push({ spdxElementId: from, relationshipType: type, relatedSpdxElement: to })
  const about = bom.subject === undefined ? undefined : ids.get(bom.subject)
  if (about !== undefined) relate('SPDXRef-DOCUMENT', 'DESCRIBES', about)
  for (const { ref, parent } of components)
    if (parent !== undefined && ids.has(parent)) relate(ids.get(parent)!, 'CONTAINS', ids.get(ref)!)
  for (const { ref, dependsOn, provides } of dependencies) {
    for (const to of dependsOn) relate(ids.get(ref)!, 'DEPENDS_ON', ids.get(to)!)
    if (provides.length) lost.add('which components implement others (provides)', ref)
  }
  noteStatements(bom, lost)
  if (head.lifecycles.length) lost.add('the phases of the lifecycle')
  if (head.revision !== undefined) lost.add('the revision of the document')
  if (head.dataLicence !== undefined && head.dataLicence !== 'CC0-1.0')
    lost.add('the licence of the document: SPDX wants CC0-1.0')
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: head.name ?? 'bill of materials',
    documentNamespace: namespaceOf(bom),
    creationInfo: { creators: creatorsOf(bom), created: timeOf(head.created ?? now, now) },
    ...(licences.list.length ? { hasExtractedLicensingInfos: licences.list } : {}),
    packages,
    ...(files.length ? { files } : {}),
    relationships,
    ...(vex.id === undefined ? {} : {}),
  }
}

/** Statements go into `sourceInfo` where they are fixes; the others are lost. */
function noteStatements({ vex }: Bom, lost: Lost): void {
  for (const { id, state } of vex.statements)
    if (state !== 'resolved_with_pedigree') lost.add('statements on vulnerabilities', id)
}

/** The document's id where it is a URI without a fragment, else one that is made of its content. */
export function namespaceOf({ head, components }: Bom): string {
  if (head.id !== undefined && /^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(head.id)) return head.id
  return `urn:uuid:${uuidOf([head, components.map(({ ref }) => ref)])}`
}

/** A time as SPDX writes it, in UTC and whole seconds. */
export function timeOf(time: string, now: string): string {
  const date = new Date(Number.isNaN(Date.parse(time)) ? now : time)
  return `${date.toISOString().slice(0, 19)}Z`
}

function creatorsOf({ head }: Bom): readonly string[] {
  const line = (kind: string, name: string): string => `${kind}: ${oneLine(name).replace(/<([^<>]*)>$/, '($1)')}`
  const people = head.authors.map((name) => line('Person', name))
  const supplier = head.supplier === undefined ? [] : [line('Organization', head.supplier)]
  const tools = head.tools.filter(Boolean).map((name) => line('Tool', name))
  return people.length + supplier.length + tools.length ? [...people, ...supplier, ...tools] : ['Tool: Carapace']
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

interface Licences {
  readonly list: Entry[]
  /** An expression for a text: a name of no list is defined in the document. */
  readonly expressionFor: (text: string | undefined) => string
}

function createLicences(): Licences {
  const list: Entry[] = []
  const ids = new Map<string, string>()
  return {
    list,
    expressionFor(text) {
      if (text === undefined) return 'NOASSERTION'
      if (isExpression(text) && !/(?:LicenseRef|DocumentRef)-/.test(text)) return text
      const id = ids.get(text) ?? `LicenseRef-${ids.size + 1}`
      if (!ids.has(text)) list.push({ licenseId: id, extractedText: text, name: text })
      ids.set(text, id)
      return id
    },
  }
}

function checksumsOf({ hashes, ref }: BomComponent, lost: Lost): readonly Entry[] {
  return hashes.flatMap(({ algorithm, value }) => {
    const known = hashNames.get(algorithm)
    if (known && /^[0-9a-f]+$/.test(value) && (known.digits === 0 || known.digits === value.length))
      return [{ algorithm: known.name, checksumValue: value }]
    lost.add(`hashes of ${algorithm}`, ref)
    return []
  })
}

function fileOf(each: BomComponent, id: string, licences: Licences, lost: Lost): Entry {
  if (each.purl ?? each.cpe ?? each.swid ?? each.version ?? each.supplier)
    lost.add('identities, versions and suppliers of files', each.ref)
  return {
    SPDXID: id,
    fileName: each.paths[0] ?? each.name,
    checksums: checksumsOf(each, lost),
    licenseConcluded: licences.expressionFor(each.licence),
    copyrightText: each.copyright ?? 'NOASSERTION',
  }
}

function packageOf(each: BomComponent, id: string, licences: Licences, lost: Lost): Entry {
  const { ref, references, properties } = each
  const download = references.find(({ type, url }) => type === 'distribution' && !/\s/.test(url))
  const home = references.find(({ type, url }) => type === 'website' && /^https?:\/\/\S+$/.test(url))
  noteLost(each, lost)
  const info = properties.find(({ name }) => name === 'spdx:sourceInfo')?.value
  const fixed = each.patches.flatMap(({ resolves }) => resolves)
  const sourceInfo = info ?? (fixed.length ? `CVEs fixed: ${fixed.join(' ')}` : undefined)
  const checksums = checksumsOf(each, lost)
  const externalRefs = referencesOf(each, lost)
  return {
    SPDXID: id,
    name: oneLine(each.name) || 'unnamed',
    ...(each.version === undefined ? {} : { versionInfo: each.version }),
    ...(each.paths[0] === undefined ? {} : { packageFileName: each.paths[0] }),
    ...(each.supplier === undefined ? {} : { supplier: agentOf('Organization', each.supplier) }),
    ...(each.author === undefined ? {} : { originator: agentOf('Person', each.author) }),
    downloadLocation: download?.url ?? 'NOASSERTION',
    filesAnalyzed: false,
    ...(checksums.length ? { checksums } : {}),
    ...(home ? { homepage: home.url } : {}),
    ...(sourceInfo === undefined ? {} : { sourceInfo }),
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: licences.expressionFor(each.licence),
    copyrightText: each.copyright ?? 'NOASSERTION',
    ...(each.description === undefined ? {} : { description: each.description }),
    primaryPackagePurpose: purposes[each.type],
    ...(externalRefs.length ? { externalRefs } : {}),
    ...(ref === '' ? {} : {}),
  }
}

function agentOf(kind: string, name: string): string {
  return `${kind}: ${oneLine(name).replace(/<([^<>]*)>$/, '($1)')}`
}

function noteLost(each: BomComponent, lost: Lost): void {
  const { ref } = each
  if (each.group !== undefined) lost.add('groups', ref)
  if (each.scope !== undefined) lost.add('scopes', ref)
  if (each.evidence.length) lost.add('techniques of identification', ref)
  if (each.patches.length) lost.add('patches, but for the ids that they fix', ref)
  if (each.crypto) lost.add('cryptographic properties', ref)
  if (each.paths.length > 1) lost.add('all paths but the first', ref)
  if (each.properties.some(({ name }) => name !== 'spdx:sourceInfo')) lost.add('properties', ref)
  if (purposes[each.type] === 'OTHER') lost.add(`the type “${each.type}”`, ref)
}

function referencesOf(each: BomComponent, lost: Lost): readonly Entry[] {
  const { ref, purl, cpe, swid, swhids, references } = each
  const made: Entry[] = []
  const add = (category: string, type: string, locator: string | undefined): void => {
    if (locator === undefined) return
    if (locator === '' || /\s/.test(locator)) lost.add('identities and references with blanks', ref)
    else made.push({ referenceCategory: category, referenceType: type, referenceLocator: locator })
  }
  add('PACKAGE-MANAGER', 'purl', purl)
  add('SECURITY', cpe?.startsWith('cpe:/') ? 'cpe22Type' : 'cpe23Type', cpe)
  add('SECURITY', 'swid', swid)
  for (const swhid of swhids) add('PERSISTENT-ID', 'swh', swhid)
  let home = false
  let download = false
  for (const { type, url } of references) {
    if (type === 'distribution' && !download && !/\s/.test(url)) download = true
    else if (type === 'website' && !home && /^https?:\/\/\S+$/.test(url)) home = true
    else add('OTHER', type.replaceAll(/[^A-Za-z0-9.-]/g, '-') || 'other', url)
  }
  return made
}
