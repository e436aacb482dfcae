import type { BomComponent, BomFault, BomHead, Hash } from '@carapace/shared/sbom/documents/bom'
import { component, createDependencies, createIgnored } from './building.ts'
import { compact, type Fields, listOf, objectIn, objectsOf, textOf, textsOf } from './fields.ts'
import { mostFaults } from './limits.ts'
import type { Piece } from './pieces.ts'
import { idIn, refIn, typeIn } from './spdx3-elements.ts'
import { artefactClasses, spdx3Hashes, spdx3Needs, spdx3Purposes, spdx3Relationships } from './spdx3-names.ts'
import { vexOfSpdx3 } from './spdx3-vex.ts'
import { expressionFault } from './spdx-expression.ts'

const context = /^https:\/\/spdx\.org\/rdf\/3\.0\.\d+\/spdx-context\.jsonld$/

/** Classes that are no elements: they have no spdxId of their own. */
const plainClasses: ReadonlySet<string> = new Set(
  `CreationInfo Hash ExternalIdentifier ExternalRef ExternalMap IntegrityMethod NamespaceMap PackageVerificationCode
  PositiveIntegerRange DictionaryEntry software_ContentIdentifier ai_EnergyConsumption
  ai_EnergyConsumptionDescription`.split(/\s+/),
)

function isContext(value: unknown): boolean {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).some(
    (each) => typeof each === 'string' && context.test(each),
  )
}

/** The objects of a document: its graph, or the one object that it is. */
function graphOf(document: Fields): readonly unknown[] {
  return Array.isArray(document['@graph']) ? listOf(document['@graph']) : [document]
}

/** The faults of an SPDX 3.0 document, at most 100 (rule BOM-11). */
export function spdx3Faults(document: Fields): readonly BomFault[] {
  const faults: BomFault[] = []
  const note = (place: string, message: string): void => {
    if (faults.length < mostFaults) faults.push({ place, message })
  }
  if (!isContext(document['@context']))
    note('/@context', 'The context must be that of SPDX 3.0: https://spdx.org/rdf/3.0.1/spdx-context.jsonld.')
  const whole = Array.isArray(document['@graph'])
  const ids = new Set<string>()
  for (const [at, each] of graphOf(document).entries()) {
    const place = whole ? `/@graph/${at}` : ''
    const fields = objectIn(each)
    if (fields) checkElement(fields, place, ids, note)
    else note(place, 'The value must be an object.')
  }
  return faults
}

function checkElement(
  fields: Fields,
  place: string,
  ids: Set<string>,
  note: (place: string, message: string) => void,
): void {
  const type = typeIn(fields)
  if (!/^(?:[A-Za-z]+_)?[A-Z]\w*$/.test(type)) return note(`${place}/type`, 'The class of the object is missing.')
  const id = idIn(fields)
  if (id !== undefined && ids.has(id)) note(`${place}/spdxId`, `The id ${id} is used before.`)
  if (id !== undefined) ids.add(id)
  if (type === 'CreationInfo') {
    if (!/^3\.0\.\d+$/.test(String(fields['specVersion']))) note(`${place}/specVersion`, 'Only SPDX 3.0 is read.')
    if (!isTime(fields['created'])) note(`${place}/created`, 'The time is written as 2024-01-31T12:00:00Z.')
    if (textsOf(fields['createdBy']).length === 0) note(`${place}/createdBy`, 'Who created the document is missing.')
  } else if (!plainClasses.has(type)) {
    // nothing refers to most relationships: those without an id are listed as ignored
    if (id === undefined ? !type.endsWith('Relationship') : /\s/.test(id))
      note(`${place}/spdxId`, 'The id of the element is missing.')
  }
  if (Object.hasOwn(artefactClasses, type) && textOf(fields['name']) === undefined)
    note(`${place}/name`, 'The name is missing.')
  if (type.endsWith('Relationship')) checkRelationship(fields, place, note)
  for (const [at, hash] of objectsOf(fields['verifiedUsing']).entries())
    if (typeIn(hash) === 'Hash') checkHash(hash, `${place}/verifiedUsing/${at}`, note)
  for (const [at, identity] of objectsOf(fields['externalIdentifier'] ?? fields['externalIdentifiers']).entries())
    for (const name of ['externalIdentifierType', 'identifier'])
      if (textOf(identity[name]) === undefined)
        note(`${place}/externalIdentifier/${at}/${name}`, 'The value is missing.')
}

function checkRelationship(fields: Fields, place: string, note: (place: string, message: string) => void): void {
  if (!spdx3Relationships.has(String(fields['relationshipType'])))
    note(`${place}/relationshipType`, 'This is no type of relationship of SPDX 3.')
  if (refIn(fields['from']) === undefined) note(`${place}/from`, 'The element that it starts from is missing.')
  if (listOf(fields['to']).flatMap((each) => refIn(each) ?? []).length === 0)
    note(`${place}/to`, 'The elements that it leads to are missing.')
}

function checkHash(hash: Fields, place: string, note: (place: string, message: string) => void): void {
  if (!Object.hasOwn(spdx3Hashes, String(hash['algorithm'])))
    note(`${place}/algorithm`, 'This is no hash algorithm of SPDX 3.')
  if (textOf(hash['hashValue']) === undefined) note(`${place}/hashValue`, 'The digest is missing.')
}

function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value))
  )
}

/** Reads a checked SPDX 3 document (rules BOM-1, BOM-5). */
export function readSpdx3(document: Fields): Piece {
  const ignored = createIgnored()
  const elements = objectsOf(graphOf(document))
  const byId = new Map(elements.flatMap((each) => (idIn(each) === undefined ? [] : [[idIn(each)!, each] as const])))
  const artefacts = elements.filter((each) => Object.hasOwn(artefactClasses, typeIn(each)))
  const relations = relationsOf(elements, byId)
  const own = new Set(artefacts.map((each) => idIn(each)!))
  const components = artefacts.map((each) => artefactOf(each, byId, relations))
  const outside = [...relations.parents].flatMap(([child, parent]) => (own.has(child) ? [] : [{ child, parent }]))
  const head = headOf(elements, byId)
  for (const each of elements) {
    const expression = each['simplelicensing_licenseExpression']
    const fault = expression === undefined ? undefined : expressionFault(String(expression))
    if (fault !== undefined) ignored.note(idIn(each) ?? '/@graph', `this is no licence expression: ${fault}`)
  }
  const unknown = elements.filter(
    (each) => !plainClasses.has(typeIn(each)) && each['creationInfo'] === undefined,
  ).length
  if (unknown) ignored.note('/@graph', `${unknown} elements have no creationInfo, which is mandatory`)
  for (const [type, count] of countedClasses(elements))
    ignored.note(`/@graph (${type})`, `${count} are not in this model`)
  return {
    head,
    subject: subjectOf(elements, byId, relations.fields, own),
    components,
    dependencies: relations.needed,
    vex: vexOfSpdx3(elements, byId, components, head),
    ignored,
    elsewhere: new Set(elements.flatMap((each) => idIn(each) ?? []).filter((id) => !own.has(id))),
    outside: outside.filter(({ child, parent }) => own.has(parent) && !byId.has(child)),
    globalId: (ref) => ref,
  }
}

interface Relations {
  readonly needed: Piece['dependencies']
  readonly parents: ReadonlyMap<string, string>
  readonly licences: ReadonlyMap<string, { declared?: string; concluded?: string }>
  /** What an element describes, by `describes`. */
  readonly fields: ReadonlyMap<string, readonly string[]>
}

function relationsOf(elements: readonly Fields[], byId: ReadonlyMap<string, Fields>): Relations {
  const edges = createDependencies()
  const parents = new Map<string, string>()
  const licences = new Map<string, { declared?: string; concluded?: string }>()
  const described = new Map<string, string[]>()
  for (const each of elements) {
    const from = refIn(each['from'])
    const type = textOf(each['relationshipType'])
    if (from === undefined || type === undefined) continue
    for (const value of listOf(each['to'])) {
      const to = refIn(value)
      if (to === undefined || /(?:^|\/)(?:NoneElement|NoAssertionElement)$/.test(to)) continue
      if (spdx3Needs.has(type)) edges.add(from, 'dependsOn', to)
      else if (type === 'contains') parents.set(to, parents.get(to) ?? from)
      else if (type === 'describes') addTo(described, from, to)
      else if (type === 'hasDeclaredLicense' || type === 'hasConcludedLicense') {
        const licence = licenceIn(objectIn(value) ?? byId.get(to), to)
        const kind = type === 'hasDeclaredLicense' ? 'declared' : 'concluded'
        if (licence !== undefined) licences.set(from, { ...licences.get(from), [kind]: licence })
      }
    }
  }
  return { needed: edges.list(), parents, licences, fields: described }
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The expression of a licence element; one of the licence list's is known by its id alone. */
function licenceIn(element: Fields | undefined, id: string): string | undefined {
  const expression = textOf(element?.['simplelicensing_licenseExpression'])
  if (expression !== undefined) return /^(?:NOASSERTION|NONE)$/.test(expression) ? undefined : expression
  if (element) return textOf(element['name'])
  return /^https?:\/\/spdx\.org\/licenses\/([A-Za-z0-9.+-]+)$/.exec(id)?.[1]
}

function headOf(elements: readonly Fields[], byId: ReadonlyMap<string, Fields>): BomHead {
  const top = elements.find((each) => typeIn(each) === 'SpdxDocument')
  const sbom = elements.find((each) => typeIn(each) === 'software_Sbom')
  const about = top ?? sbom ?? elements[0] ?? {}
  const link = about['creationInfo']
  const creation =
    objectIn(link) ??
    (typeof link === 'string' ? byId.get(link) : undefined) ??
    elements.find((each) => typeIn(each) === 'CreationInfo') ??
    {}
  const namesOf = (value: unknown): readonly string[] =>
    listOf(value).flatMap((each) => {
      const id = refIn(each)
      const element = objectIn(each) ?? (id === undefined ? undefined : byId.get(id))
      return textOf(element?.['name']) ?? id ?? []
    })
  const licence = refIn(top?.['dataLicense'])
  return compact<BomHead>({
    format: 'SPDX 3 JSON-LD',
    specVersion: textOf(creation['specVersion']) ?? '3.0.1',
    id: idIn(about),
    name: textOf(about['name']) ?? textOf(sbom?.['name']),
    created: textOf(creation['created']),
    authors: namesOf(creation['createdBy']),
    tools: namesOf(creation['createdUsing']),
    lifecycles: textsOf(sbom?.['software_sbomType']),
    dataLicence: licence === undefined ? undefined : licenceIn(byId.get(licence), licence),
  })
}

/** The artefact that the document is about: the root element, or the root of the SBOM that is the root element. */
function subjectOf(
  elements: readonly Fields[],
  byId: ReadonlyMap<string, Fields>,
  described: ReadonlyMap<string, readonly string[]>,
  own: ReadonlySet<string>,
): string | undefined {
  const tops = elements.filter((each) => /^(?:SpdxDocument|software_Sbom|Bom)$/.test(typeIn(each)))
  const seen = new Set<string>()
  const waiting = tops.flatMap((each) => [
    ...listOf(each['rootElement']).flatMap((root) => refIn(root) ?? []),
    ...(described.get(idIn(each) ?? '') ?? []),
  ])
  const found: string[] = []
  for (const ref of waiting) {
    if (seen.has(ref) || seen.size > 10_000) continue
    seen.add(ref)
    if (own.has(ref)) found.push(ref)
    else for (const root of listOf(byId.get(ref)?.['rootElement'])) waiting.push(refIn(root) ?? '')
  }
  return found.find((ref) => typeIn(byId.get(ref)!) !== 'software_File') ?? found[0]
}

function artefactOf(fields: Fields, byId: ReadonlyMap<string, Fields>, relations: Relations): BomComponent {
  const ref = idIn(fields)!
  const identities = objectsOf(fields['externalIdentifier'] ?? fields['externalIdentifiers'])
  const identity = (...types: string[]): string | undefined =>
    textOf(identities.find((each) => types.includes(String(each['externalIdentifierType'])))?.['identifier'])
  const nameOf = (value: unknown): string | undefined => {
    const id = refIn(value)
    return textOf((objectIn(value) ?? byId.get(id ?? ''))?.['name']) ?? id
  }
  const licence = relations.licences.get(ref)
  const type = artefactClasses[typeIn(fields)]!
  const purpose = String(fields['software_primaryPurpose'])
  const isFile = type === 'file'
  return component({
    ref,
    parent: relations.parents.get(ref),
    type: isFile || !Object.hasOwn(spdx3Purposes, purpose) ? type : spdx3Purposes[purpose]!,
    name: textOf(fields['name']) ?? '',
    version: textOf(fields['software_packageVersion']),
    purl: textOf(fields['software_packageUrl']) ?? identity('packageUrl'),
    cpe: identity('cpe23', 'cpe22'),
    swid: identity('swid'),
    swhids: swhidsOf(fields, identities),
    hashes: hashesOf(fields['verifiedUsing']),
    licence: licence?.concluded ?? licence?.declared,
    supplier: nameOf(fields['suppliedBy']),
    author:
      listOf(fields['originatedBy'])
        .flatMap((each) => nameOf(each) ?? [])
        .join(', ') || undefined,
    description: textOf(fields['description']) ?? textOf(fields['summary']),
    copyright: textOf(fields['software_copyrightText']),
    paths: isFile ? textsOf([fields['name']]) : [],
    references: referencesOf(fields),
    properties: ['comment', 'software_sourceInfo'].flatMap((name) => {
      const value = textOf(fields[name])
      return value === undefined ? [] : [{ name: `spdx:${name.replace('software_', '')}`, value }]
    }),
  })
}

function swhidsOf(fields: Fields, identities: readonly Fields[]): readonly string[] {
  const swhids = [
    ...identities.filter((each) => each['externalIdentifierType'] === 'swhid').map((each) => each['identifier']),
    ...objectsOf(fields['software_contentIdentifier'])
      .filter((each) => each['software_contentIdentifierType'] === 'swhid')
      .map((each) => each['software_contentIdentifierValue']),
  ]
  return textsOf(swhids)
}

function hashesOf(value: unknown): readonly Hash[] {
  return objectsOf(value).flatMap((each) => {
    const name = String(each['algorithm'])
    const algorithm = Object.hasOwn(spdx3Hashes, name) ? spdx3Hashes[name] : undefined
    const digits = textOf(each['hashValue'])
    return algorithm === undefined || digits === undefined ? [] : [{ algorithm, value: digits.toLowerCase() }]
  })
}

function referencesOf(fields: Fields): BomComponent['references'] {
  const listed = objectsOf(fields['externalRef']).flatMap((each) =>
    textsOf(each['locator']).map((url) => ({ type: textOf(each['externalRefType']) ?? 'other', url })),
  )
  const home = textOf(fields['software_homePage'])
  const download = textOf(fields['software_downloadLocation'])
  return [
    ...listed,
    ...(home === undefined ? [] : [{ type: 'website', url: home }]),
    ...(download === undefined ? [] : [{ type: 'distribution', url: download }]),
  ]
}

/** Classes that carry facts this model has no place for. */
function countedClasses(elements: readonly Fields[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of elements) {
    const type = typeIn(each)
    if (/^(?:build_Build|software_Snippet|Annotation|Bundle)$/.test(type)) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return counts
}
