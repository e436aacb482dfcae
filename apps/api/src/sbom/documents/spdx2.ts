import type {
  BomComponent,
  BomFormat,
  BomHead,
  ComponentType,
  Hash,
  Property,
} from '@carapace/shared/sbom/documents/bom'
import type { VexStatement } from '@carapace/shared/sbom/vex/vex'
import { component, createDependencies, createIgnored } from './building.ts'
import { productOf } from './cyclonedx-vex.ts'
import { compact, type Fields, fieldsOf, objectsOf, textOf, textsOf } from './fields.ts'
import type { Piece } from './pieces.ts'
import { licenceRemarks } from './spdx2-check.ts'
import { holds, isUnknown, needs, purposes, spdxHashes } from './spdx-names.ts'

const documentId = 'SPDXRef-DOCUMENT'

/** Reads a checked SPDX 2 document in the shape of its JSON (rules BOM-1, BOM-5). */
export function readSpdx2(document: Fields, format: BomFormat): Piece {
  const ignored = createIgnored()
  const packages = objectsOf(document['packages'])
  const files = objectsOf(document['files'])
  const relations = relationsOf(document, packages)
  const own = new Set([...packages, ...files].map((each) => String(each['SPDXID'])))
  const parents = new Map<string, string>()
  const outside: { child: string; parent: string }[] = []
  for (const { child, parent } of relations.inside)
    if (own.has(child)) {
      if (own.has(parent)) parents.set(child, parents.get(child) ?? parent)
      else outside.push({ child, parent })
    } else if (parent !== documentId && child.startsWith('DocumentRef-')) outside.push({ child, parent })
  const licenceNames = licenceNamesOf(document)
  const components = [
    ...packages.map((each) => packageOf(each, parents.get(String(each['SPDXID'])), licenceNames)),
    ...files.map((each) => fileOf(each, parents.get(String(each['SPDXID'])), licenceNames)),
  ]
  const statements = packages.flatMap((each, at) => fixedIn(each, components[at]!))
  const snippets = objectsOf(document['snippets']).map((each) => String(each['SPDXID']))
  if (snippets.length) ignored.note('/snippets', 'this model has no snippets')
  for (const [place, reason] of licenceRemarks(document)) ignored.note(place, reason)
  const undownloadable = packages.filter((each) => textOf(each['downloadLocation']) === undefined).length
  if (undownloadable)
    ignored.note('/packages', `${undownloadable} packages have no downloadLocation, which is mandatory`)
  const namespace = textOf(document['documentNamespace'])
  const externals = new Map(
    objectsOf(document['externalDocumentRefs']).map((each) => [each['externalDocumentId'], each['spdxDocument']]),
  )
  const head = headOf(document, format)
  return {
    head,
    subject: subjectOf(relations.described, packages, own),
    components,
    dependencies: relations.needed,
    vex: compact({ id: namespace, author: head.authors[0], stated: head.created, statements, ignored: [] }),
    ignored,
    elsewhere: new Set([documentId, ...snippets]),
    outside,
    globalId: (ref) => {
      const [first, second] = ref.split(':')
      if (second === undefined) return `${namespace}#${ref}`
      const other = externals.get(first)
      return other === undefined ? undefined : `${String(other)}#${second}`
    },
  }
}

/** Relationships by their meaning for this model: who needs whom, who is in whom, and what the document describes. */
function relationsOf(document: Fields, packages: readonly Fields[]) {
  const edges = createDependencies()
  const inside: { child: string; parent: string }[] = []
  const described = [...textsOf(document['documentDescribes'])]
  for (const each of packages)
    for (const child of textsOf(each['hasFiles'])) inside.push({ child, parent: String(each['SPDXID']) })
  for (const relation of objectsOf(document['relationships'])) {
    const from = String(relation['spdxElementId'])
    const to = String(relation['relatedSpdxElement'])
    const type = String(relation['relationshipType'])
    if (isUnknown(to)) continue
    if (type === 'DESCRIBES' || type === 'DESCRIBE') described.push(to)
    else if (type === 'DESCRIBED_BY') described.push(from)
    const need = needs[type]
    if (need === 'forward') edges.add(from, 'dependsOn', to)
    else if (need === 'backward') edges.add(to, 'dependsOn', from)
    const hold = holds[type]
    if (hold === 'forward') inside.push({ child: to, parent: from })
    else if (hold === 'backward') inside.push({ child: from, parent: to })
  }
  return { needed: edges.list(), inside: inside.filter(({ parent }) => parent !== documentId), described }
}

/** What the document describes: a package rather than a file; the first one. */
function subjectOf(described: readonly string[], packages: readonly Fields[], own: ReadonlySet<string>) {
  const names = new Set(packages.map((each) => each['SPDXID']))
  return described.find((ref) => names.has(ref)) ?? described.find((ref) => own.has(ref))
}

function headOf(document: Fields, format: BomFormat): BomHead {
  const creation = fieldsOf(document['creationInfo'])
  const creators = textsOf(creation['creators'])
  return compact<BomHead>({
    format,
    specVersion: String(document['spdxVersion']),
    id: textOf(document['documentNamespace']),
    name: textOf(document['name']),
    created: textOf(creation['created']),
    authors: creators.filter((each) => !each.startsWith('Tool:')).flatMap((each) => agentOf(each) ?? []),
    tools: creators.filter((each) => each.startsWith('Tool:')).map((each) => each.slice('Tool:'.length).trim()),
    lifecycles: [],
    dataLicence: textOf(document['dataLicense']),
  })
}

/** `Organization: ACME (mail@acme.example)` without its kind; an address stands in angle brackets then. */
export function agentOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || isUnknown(text)) return undefined
  const name = text.replace(/^(?:Person|Organization|Tool):\s*/, '').trim()
  if (name.length > 1_000) return name
  const address = /^(.*?)\s*\(([^()]*)\)$/s.exec(name)
  if (!address) return name || undefined
  const [, before = '', mail = ''] = address
  return mail.trim() === '' ? before || undefined : `${before} <${mail.trim()}>`
}

function known(value: unknown): string | undefined {
  const text = textOf(value)
  return isUnknown(text) ? undefined : text
}

function hashesOf(value: unknown): readonly Hash[] {
  return objectsOf(value).flatMap((each) => {
    const algorithm = spdxHashes[String(each['algorithm'])]?.[0]
    const digits = textOf(each['checksumValue'])
    return algorithm === undefined || digits === undefined ? [] : [{ algorithm, value: digits.toLowerCase() }]
  })
}

/** The names of the licences that the document defines, by their ids. */
function licenceNamesOf(document: Fields): ReadonlyMap<string, string> {
  return new Map(
    objectsOf(document['hasExtractedLicensingInfos']).flatMap((each) => {
      const name = known(each['name'])
      return name === undefined ? [] : [[String(each['licenseId']), name]]
    }),
  )
}

/** A licence as it stands; one that is defined in the document alone, by its name. */
function licenceOf(names: ReadonlyMap<string, string>, ...values: readonly unknown[]): string | undefined {
  const text = values.map(known).find((each) => each !== undefined)
  return text === undefined ? undefined : (names.get(text) ?? text)
}

function packageOf(fields: Fields, parent: string | undefined, names: ReadonlyMap<string, string>): BomComponent {
  const identities = identitiesOf(objectsOf(fields['externalRefs']))
  const home = known(fields['homepage'])
  const download = known(fields['downloadLocation'])
  const name = textOf(fields['packageFileName'])
  return component({
    ref: String(fields['SPDXID']),
    parent,
    type: typeOf(fields['primaryPackagePurpose']),
    name: textOf(fields['name']) ?? '',
    version: known(fields['versionInfo']),
    ...identities,
    hashes: hashesOf(fields['checksums']),
    licence: licenceOf(names, fields['licenseConcluded'], fields['licenseDeclared']),
    supplier: agentOf(fields['supplier']),
    author: agentOf(fields['originator']),
    description: textOf(fields['description']) ?? textOf(fields['summary']),
    copyright: known(fields['copyrightText']),
    paths: name === undefined ? [] : [name],
    references: [
      ...identities.references,
      ...(home === undefined ? [] : [{ type: 'website', url: home }]),
      ...(download === undefined ? [] : [{ type: 'distribution', url: download }]),
    ],
    properties: propertiesOf(fields, [
      'sourceInfo',
      'comment',
      'licenseComments',
      'builtDate',
      'releaseDate',
      'validUntilDate',
    ]),
  })
}

function typeOf(purpose: unknown): ComponentType {
  const name = String(purpose)
  return (Object.hasOwn(purposes, name) ? purposes[name] : undefined) ?? 'library'
}

function fileOf(fields: Fields, parent: string | undefined, names: ReadonlyMap<string, string>): BomComponent {
  const path = textOf(fields['fileName']) ?? ''
  return component({
    ref: String(fields['SPDXID']),
    parent,
    type: 'file',
    name: path,
    hashes: hashesOf(fields['checksums']),
    licence: licenceOf(names, fields['licenseConcluded']),
    copyright: known(fields['copyrightText']),
    paths: [path],
    properties: propertiesOf(fields, ['comment']),
  })
}

function propertiesOf(fields: Fields, names: readonly string[]): readonly Property[] {
  return names.flatMap((name) => {
    const value = textOf(fields[name])
    return value === undefined ? [] : [{ name: `spdx:${name}`, value }]
  })
}

/** The purl, the CPE, the SWID and the SWHIDs of external references; a second one of a kind stays a reference. */
function identitiesOf(references: readonly Fields[]) {
  const found: { purl?: string; cpe?: string; swid?: string } = {}
  const swhids: string[] = []
  const others: { type: string; url: string }[] = []
  for (const reference of references) {
    const type = textOf(reference['referenceType']) ?? 'other'
    const url = textOf(reference['referenceLocator'])?.trim()
    if (url === undefined) continue
    const kind = kindOf(type)
    if (kind === 'swh') swhids.push(url)
    else if (kind !== undefined && found[kind] === undefined) found[kind] = url
    else others.push({ type, url })
  }
  return { ...found, swhids, references: others }
}

function kindOf(type: string): 'purl' | 'cpe' | 'swid' | 'swh' | undefined {
  const name = type.slice(type.lastIndexOf('/') + 1).toLowerCase()
  if (name === 'cpe23type' || name === 'cpe22type') return 'cpe'
  return name === 'purl' || name === 'swid' || name === 'swh' ? name : undefined
}

/** Yocto lists the CVEs that its patches fix in `sourceInfo`: each is a statement (rule VEX-3). */
function fixedIn(fields: Fields, component: BomComponent): readonly VexStatement[] {
  const list = /CVEs fixed:\s*([^\n]*)/i.exec(textOf(fields['sourceInfo']) ?? '')?.[1] ?? ''
  return (list.match(/CVE-\d{4}-\d{4,}/g) ?? []).map((id) => ({
    id,
    aliases: [],
    products: [productOf(component)],
    state: 'resolved_with_pedigree',
    responses: [],
    detail: 'Listed as fixed by a patch of the recipe.',
    vectors: [],
  }))
}
