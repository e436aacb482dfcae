import {
  type BomComponent,
  type BomFormat,
  type BomHead,
  type ComponentType,
  componentTypes,
  type Hash,
  type Patch,
  type Property,
} from '@carapace/shared/sbom/documents/bom'
import { component, createDependencies, createIgnored } from './building.ts'
import { vexOfCycloneDx } from './cyclonedx-vex.ts'
import { compact, type Fields, fieldsOf, listOf, objectIn, objectsOf, textOf, textsOf } from './fields.ts'
import { pointerStep } from './json.ts'
import type { Piece } from './pieces.ts'

/** Reads a document that is valid by its schema into the model (rules BOM-1, BOM-5). */
export function readCycloneDx(document: Fields, format: BomFormat): Piece {
  const ignored = createIgnored()
  const metadata = fieldsOf(document['metadata'])
  const components: BomComponent[] = []
  const subject = objectIn(metadata['component'])
  const taken = refsOf(document)
  const refFor = (fields: Fields, place: string): string => textOf(fields['bom-ref']) ?? unusedRef(place, taken)
  const subjectRef = subject && refFor(subject, '/metadata/component')
  if (subject) addTree(subject, '/metadata/component', undefined)
  for (const [at, each] of objectsOf(document['components']).entries()) addTree(each, `/components/${at}`, undefined)

  function addTree(top: Fields, topPlace: string, topParent: string | undefined): void {
    const stack = [{ fields: top, place: topPlace, parent: topParent }]
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { fields, place, parent } = next
      const ref = refFor(fields, place)
      components.push(readComponent(fields, ref, parent))
      const inside = objectsOf(fields['components'])
      for (let at = inside.length - 1; at >= 0; at--)
        stack.push({ fields: inside[at]!, place: `${place}/components/${at}`, parent: ref })
    }
  }

  const edges = createDependencies()
  for (const each of objectsOf(document['dependencies'])) {
    const ref = textOf(each['ref'])
    if (ref === undefined) continue
    edges.touch(ref)
    for (const target of textsOf(each['dependsOn'])) edges.add(ref, 'dependsOn', target)
    for (const target of textsOf(each['provides'])) edges.add(ref, 'provides', target)
  }
  for (const name of [
    'services',
    'compositions',
    'annotations',
    'formulation',
    'declarations',
    'definitions',
    'citations',
  ])
    if (document[name] !== undefined) ignored.note(pointerStep(name), 'this model has no such part')
  const vex = vexOfCycloneDx(document, components)
  const head = headOf(document, metadata, format)
  return {
    head,
    subject: subjectRef,
    components,
    dependencies: edges.list(),
    vex,
    ignored,
    elsewhere: servicesOf(document),
    outside: [],
    globalId: (ref) => linkOf(head, ref),
  }
}

/** All refs that the document gives, so that a made one never equals one of them. */
function refsOf(document: Fields): ReadonlySet<string> {
  const refs = new Set<string>()
  const stack: unknown[] = [document['metadata'], document['components'], document['services']]
  while (stack.length) {
    const next = stack.pop()
    if (Array.isArray(next)) for (const each of next) stack.push(each)
    else if (objectIn(next)) {
      const { 'bom-ref': ref, component: subject, components, services } = next as Fields
      if (typeof ref === 'string') refs.add(ref)
      stack.push(subject, components, services)
    }
  }
  return refs
}

function unusedRef(place: string, taken: ReadonlySet<string>): string {
  let ref = `#${place}`
  while (taken.has(ref)) ref = `#${ref}`
  return ref
}

function servicesOf(document: Fields): ReadonlySet<string> {
  return new Set(objectsOf(document['services']).flatMap((each) => textOf(each['bom-ref']) ?? []))
}

function headOf(document: Fields, metadata: Fields, format: BomFormat): BomHead {
  const tools = metadata['tools']
  const listed = Array.isArray(tools)
    ? objectsOf(tools)
    : [...objectsOf(fieldsOf(tools)['components']), ...objectsOf(fieldsOf(tools)['services'])]
  const version = document['version']
  const named = objectIn(metadata['component'])
  return compact<BomHead>({
    format,
    specVersion: String(document['specVersion']),
    id: textOf(document['serialNumber']),
    revision: typeof version === 'number' || typeof version === 'string' ? String(version) : undefined,
    name: textOf(named?.['name']),
    created: textOf(metadata['timestamp']),
    authors: [
      ...objectsOf(metadata['authors']).flatMap(personOf),
      ...(organisationOf(metadata['manufacturer']) ? [organisationOf(metadata['manufacturer'])!] : []),
    ],
    tools: listed.map((tool) =>
      [textOf(tool['vendor']) ?? textOf(tool['group']), textOf(tool['name']), textOf(tool['version'])]
        .filter((each) => each !== undefined)
        .join(' '),
    ),
    supplier: organisationOf(metadata['supplier']) ?? organisationOf(metadata['manufacture']),
    lifecycles: objectsOf(metadata['lifecycles']).flatMap(
      (each) => textOf(each['phase']) ?? textOf(each['name']) ?? [],
    ),
    dataLicence: licenceOf(metadata['licenses']),
  })
}

function personOf(person: Fields): readonly string[] {
  const name = textOf(person['name'])
  const email = textOf(person['email'])
  if (name !== undefined && email !== undefined) return [`${name} <${email}>`]
  return (name ?? email) === undefined ? [] : [(name ?? email)!]
}

/** The name of an organisation, or its first contact or address. */
function organisationOf(value: unknown): string | undefined {
  const fields = objectIn(value)
  if (!fields) return undefined
  return (
    textOf(fields['name']) ??
    objectsOf(fields['contact']).flatMap(personOf)[0] ??
    textsOf(fields['url'])[0] ??
    undefined
  )
}

function readComponent(fields: Fields, ref: string, parent: string | undefined): BomComponent {
  const evidence = fieldsOf(fields['evidence'])
  const swid = objectIn(fields['swid'])
  return component({
    ref,
    parent,
    type: typeOf(fields['type']),
    group: textOf(fields['group']),
    name: textOf(fields['name']) ?? '',
    version: textOf(fields['version']) ?? textOf(fields['versionRange']),
    purl: textOf(fields['purl']),
    cpe: textOf(fields['cpe']),
    swid: textOf(swid?.['tagId']),
    swhids: textsOf(fields['swhid']),
    hashes: deployedHashes(fields),
    licence: licenceOf(fields['licenses']),
    supplier: organisationOf(fields['supplier']) ?? organisationOf(fields['manufacturer']),
    author:
      objectsOf(fields['authors']).flatMap(personOf).join(', ') ||
      (textOf(fields['author']) ?? textOf(fields['publisher'])),
    description: textOf(fields['description']),
    scope: textOf(fields['scope']),
    copyright: textOf(fields['copyright']),
    paths: objectsOf(evidence['occurrences']).flatMap((each) => textOf(each['location']) ?? []),
    evidence: evidenceOf(evidence['identity']),
    references: objectsOf(fields['externalReferences']).flatMap((each) => {
      const url = textOf(each['url'])
      return url === undefined ? [] : [{ type: textOf(each['type']) ?? 'other', url }]
    }),
    patches: objectsOf(fieldsOf(fields['pedigree'])['patches']).map(patchOf),
    properties: propertiesOf(fields['properties']),
    crypto: objectIn(fields['cryptoProperties']),
  })
}

const types: ReadonlySet<unknown> = new Set(componentTypes)

function typeOf(value: unknown): ComponentType {
  return types.has(value) ? (value as ComponentType) : 'library'
}

function hashesOf(value: unknown): readonly Hash[] {
  return objectsOf(value).flatMap((each) => {
    const algorithm = textOf(each['alg'])
    const digits = textOf(each['content'])
    return algorithm === undefined || digits === undefined ? [] : [{ algorithm, value: digits.toLowerCase() }]
  })
}

/** The component's digests, and those of its distribution: BSI TR-03183-2 puts that of what is deployed there. */
function deployedHashes(fields: Fields): readonly Hash[] {
  const own = hashesOf(fields['hashes'])
  const known = new Set(own.map(({ algorithm }) => algorithm))
  const distribution = objectsOf(fields['externalReferences']).find(
    (each) => each['type'] === 'distribution' && listOf(each['hashes']).length,
  )
  return [...own, ...hashesOf(distribution?.['hashes']).filter(({ algorithm }) => !known.has(algorithm))]
}

/** The licences of a component as one text: expressions in brackets where several are joined. */
export function licenceOf(value: unknown): string | undefined {
  const names = objectsOf(value).flatMap((each) => {
    const licence = fieldsOf(each['license'])
    return textOf(each['expression']) ?? textOf(licence['id']) ?? textOf(licence['name']) ?? []
  })
  const distinct = [...new Set(names)]
  if (distinct.length <= 1) return distinct[0]
  return distinct.map((name) => (/ (?:OR|AND) /i.test(name) ? `(${name})` : name)).join(' AND ')
}

function evidenceOf(identity: unknown): BomComponent['evidence'] {
  const list = Array.isArray(identity) ? objectsOf(identity) : objectsOf([identity])
  return list.flatMap((each) =>
    objectsOf(each['methods']).flatMap((method) => {
      const technique = textOf(method['technique'])
      if (technique === undefined) return []
      const confidence = method['confidence'] ?? each['confidence']
      return [typeof confidence === 'number' ? { technique, confidence } : { technique }]
    }),
  )
}

function patchOf(patch: Fields): Patch {
  const url = textOf(fieldsOf(fieldsOf(patch['diff']))['url'])
  return {
    type: textOf(patch['type']) ?? 'unofficial',
    ...(url === undefined ? {} : { url }),
    resolves: objectsOf(patch['resolves']).flatMap((issue) => textOf(issue['id']) ?? textOf(issue['name']) ?? []),
  }
}

function propertiesOf(value: unknown): readonly Property[] {
  return listOf(value).flatMap((each) => {
    const fields = objectIn(each)
    const name = textOf(fields?.['name'])
    return name === undefined ? [] : [{ name, value: textOf(fields?.['value']) ?? '' }]
  })
}

/** A BOM-Link to an element (`urn:cdx:serial/version#ref`); a ref that is one already stays. */
function linkOf({ id, revision = '1' }: BomHead, ref: string): string | undefined {
  if (ref.startsWith('urn:cdx:')) return decoded(ref)
  const serial = id?.replace(/^urn:uuid:/, '')
  return serial === undefined ? undefined : `urn:cdx:${serial}/${revision}#${ref}`
}

/** Refs in links may be percent-encoded. */
function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
