import type { Bom, BomComponent } from '@carapace/shared/sbom/documents/bom'
import { type Fields, fieldsOf } from '../fields.ts'
import { createIgnored } from '../building.ts'
import { schemaFaults, schemaFile } from '../cyclonedx-schemas.ts'
import { distinct, uuidOf } from '../vex/identity.ts'
import { isTime, vulnerabilityOf } from '../vex/write-cyclonedx.ts'
import { isExpression, isLicenceId } from './licence-text.ts'
import type { Lost } from './lost.ts'

type Entry = Record<string, unknown>

/** Components nest at most this deep: deeper ones stand beside their parents. */
const deepestNesting = 50

interface Schema {
  readonly cpe: RegExp
  readonly references: ReadonlySet<unknown>
  readonly techniques: ReadonlySet<unknown>
}

let known: Schema | undefined

/** What the schema of 1.6 allows where other formats allow more. */
function schema(): Schema {
  if (known) return known
  const { definitions } = JSON.parse(schemaFile('bom-1.6.SNAPSHOT.schema.json')) as {
    definitions: Record<string, { properties: Record<string, { pattern?: string; enum?: unknown[]; items?: unknown }> }>
  }
  const evidence = JSON.stringify(definitions['componentIdentityEvidence'] ?? {})
  const techniques = /"technique":\{[^[]*"enum":(\[[^\]]*\])/.exec(evidence)?.[1] ?? '[]'
  known = {
    cpe: new RegExp(definitions['component']!.properties['cpe']!.pattern!),
    references: new Set(definitions['externalReference']!.properties['type']!.enum),
    techniques: new Set(JSON.parse(techniques) as unknown[]),
  }
  return known
}

/** A document of CycloneDX 1.6 as JSON, valid by its schema (rule BOM-14). */
export function cycloneDxOf(bom: Bom, now: string, lost: Lost): Entry {
  const { head, subject, vex } = bom
  const entries = new Map(bom.components.map((each) => [each.ref, componentOf(each, lost)]))
  const top = nested(bom, entries, lost)
  const about = subject === undefined ? undefined : entries.get(subject)
  const document: Entry = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(head.id, lost),
    version: /^[1-9]\d{0,8}$/.test(head.revision ?? '') ? Number(head.revision) : 1,
    metadata: {
      timestamp: isTime(head.created) ? head.created : now,
      ...(head.lifecycles.length ? { lifecycles: head.lifecycles.map(lifecycleOf) } : {}),
      ...(head.tools.length
        ? { tools: { components: head.tools.map((name) => ({ type: 'application', name })) } }
        : {}),
      ...(head.authors.length ? { authors: head.authors.map(personOf) } : {}),
      ...(about ? { component: about } : {}),
      ...(head.supplier === undefined ? {} : { supplier: { name: head.supplier } }),
      ...(head.dataLicence === undefined ? {} : { licenses: licencesOf(head.dataLicence) }),
    },
    components: top,
    dependencies: bom.dependencies.map(({ ref, dependsOn, provides }) => ({
      ref,
      ...(dependsOn.length ? { dependsOn } : {}),
      ...(provides.length ? { provides } : {}),
    })),
  }
  const statements = vex.statements.filter(({ detail }) => !detail?.startsWith('Patch ('))
  if (statements.length) {
    const extra = new Map<string, object>([...entries].map(([ref]) => [ref, {}]))
    const ignored = createIgnored()
    document['vulnerabilities'] = distinct(statements.map((each) => vulnerabilityOf(each, extra, ignored)))
    for (const line of ignored.list) lost.add(line)
    const products = [...extra].flatMap(([ref, entry]) => (entries.has(ref) ? [] : [entry]))
    document['components'] = [...top, ...products]
  }
  return withoutInvalidCrypto(document, entries, lost)
}

/** Cryptographic properties came as they were: those of another version may not fit 1.6. */
function withoutInvalidCrypto(document: Entry, entries: ReadonlyMap<string, Entry>, lost: Lost): Entry {
  const some = [...entries].filter(([, entry]) => entry['cryptoProperties'] !== undefined)
  for (const [ref, entry] of some) {
    const alone = { ...fieldsOf({ ...entry }), components: undefined } as Entry
    delete alone['components']
    const faults = schemaFaults({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [alone] }, '1.6')
    if (!faults.length) continue
    delete entry['cryptoProperties']
    lost.add('cryptographic properties that CycloneDX 1.6 does not have', ref)
  }
  return document
}

function serialOf(id: string | undefined, lost: Lost): string {
  if (id !== undefined && /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  if (id !== undefined) lost.add('the id of the document: CycloneDX has a UUID in its place', id)
  return `urn:uuid:${uuidOf(id ?? 'a document without an id')}`
}

function lifecycleOf(phase: string): Entry {
  const phases = ['design', 'pre-build', 'build', 'post-build', 'operations', 'discovery', 'decommission']
  return phases.includes(phase) ? { phase } : { name: phase }
}

/** `Jane <jane@example.com>` as a name and an address. */
function personOf(text: string): Entry {
  if (text.length > 1_000) return { name: text }
  const [, name, email] = /^(.*?)\s*<([^\s<>@]+@[^\s<>@]+)>$/.exec(text) ?? []
  if (email === undefined) return { name: text }
  return name ? { name, email } : { email }
}

/** Puts components into their parents; children of the subject stand at the top, as is the custom. */
function nested(bom: Bom, entries: ReadonlyMap<string, Entry>, lost: Lost): readonly Entry[] {
  const depths = new Map<string, number>()
  const parents = new Map(bom.components.map(({ ref, parent }) => [ref, parent]))
  const depthOf = (ref: string): number => {
    const path: string[] = []
    let at: string | undefined = ref
    while (at !== undefined && !depths.has(at) && path.length <= bom.components.length) {
      path.push(at)
      at = parents.get(at)
    }
    let depth = at === undefined ? -1 : depths.get(at)!
    for (const each of path.reverse()) depths.set(each, ++depth)
    return depths.get(ref)!
  }
  const top: Entry[] = []
  for (const { ref, parent } of bom.components) {
    if (ref === bom.subject) continue
    const entry = entries.get(ref)!
    const holder = parent === undefined || parent === bom.subject ? undefined : entries.get(parent)
    if (holder && depthOf(ref) <= deepestNesting) ((holder['components'] ??= []) as Entry[]).push(entry)
    else {
      if (holder) lost.add(`nesting below ${deepestNesting} levels`, ref)
      top.push(entry)
    }
  }
  return top
}

function componentOf(each: BomComponent, lost: Lost): Entry {
  const { ref, type, group, name, version, purl, swid, licence, supplier, author, description, copyright } = each
  const entry: Entry = {
    type,
    'bom-ref': ref,
    supplier: supplier === undefined ? undefined : { name: supplier },
    authors: author === undefined ? undefined : [personOf(author)],
    group,
    name,
    version: version !== undefined && version.length > 1_024 ? undefined : version,
    description,
    scope: oneOf(each.scope, ['required', 'optional', 'excluded']),
    hashes: hashesOf(each, lost),
    licenses: licence === undefined ? undefined : licencesOf(licence),
    copyright,
    cpe: each.cpe !== undefined && schema().cpe.test(each.cpe) ? each.cpe : undefined,
    purl,
    swhid: each.swhids.filter((id) => /^swh:1:(?:cnp|rel|rev|dir|cnt):[0-9a-f]{40}(?:;|$)/.test(id) && !/\s/.test(id)),
    swid: swid === undefined ? undefined : { tagId: swid, name },
    pedigree: each.patches.length ? { patches: each.patches.map(patchOf) } : undefined,
    externalReferences: referencesOf(each, lost),
    properties: each.properties,
    evidence: evidenceOf(each, lost),
    cryptoProperties: each.crypto,
  }
  if (each.cpe !== undefined && entry['cpe'] === undefined) lost.add('CPEs that the schema refuses', ref)
  if (each.scope !== undefined && entry['scope'] === undefined) lost.add(`the scope “${each.scope}”`, ref)
  if (version !== undefined && version.length > 1_024) lost.add('versions of more than 1,024 characters', ref)
  if ((entry['swhid'] as unknown[]).length < each.swhids.length) lost.add('SWHIDs that the schema refuses', ref)
  for (const [key, value] of Object.entries(entry))
    if (value === undefined || (Array.isArray(value) && value.length === 0)) delete entry[key]
  return entry
}

function oneOf(text: string | undefined, allowed: readonly string[]): string | undefined {
  return text !== undefined && allowed.includes(text) ? text : undefined
}

const algorithms: Readonly<Record<string, number>> = {
  MD5: 32,
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
  'SHA3-256': 64,
  'SHA3-384': 96,
  'SHA3-512': 128,
  'BLAKE2b-256': 64,
  'BLAKE2b-384': 96,
  'BLAKE2b-512': 128,
  BLAKE3: 64,
}

function hashesOf({ hashes, ref }: BomComponent, lost: Lost): readonly object[] {
  const held = hashes.filter(
    ({ algorithm, value }) =>
      Object.hasOwn(algorithms, algorithm) && algorithms[algorithm] === value.length && /^[0-9a-f]+$/.test(value),
  )
  for (const each of hashes) if (!held.includes(each)) lost.add(`hashes of ${each.algorithm}`, ref)
  return held.map(({ algorithm, value }) => ({ alg: algorithm, content: value }))
}

/** An id, an expression or a name: what the text is. */
function licencesOf(text: string): readonly Entry[] {
  if (isLicenceId(text)) return [{ license: { id: text } }]
  return isExpression(text) ? [{ expression: text }] : [{ license: { name: text } }]
}

function patchOf({ type, url, resolves }: BomComponent['patches'][number]): Entry {
  return {
    type: oneOf(type, ['unofficial', 'monkey', 'backport', 'cherry-pick']) ?? 'unofficial',
    ...(url === undefined ? {} : { diff: { url } }),
    ...(resolves.length ? { resolves: resolves.map((id) => ({ type: 'security', id })) } : {}),
  }
}

function referencesOf({ references, ref }: BomComponent, lost: Lost): readonly Entry[] {
  const { references: types } = schema()
  return references.flatMap(({ type, url }) => {
    if (/[\s<>"{}|\\^`]|%(?![0-9a-f]{2})/i.test(url)) {
      lost.add('references that are no addresses', ref)
      return []
    }
    if (!types.has(type)) lost.add(`the type of references “${type}”: written as “other”`, ref)
    return [{ type: types.has(type) ? type : 'other', url }]
  })
}

function evidenceOf({ paths, evidence, ref }: BomComponent, lost: Lost): Fields | undefined {
  const { techniques } = schema()
  const methods = evidence.flatMap(({ technique, confidence }) => {
    if (confidence === undefined || confidence < 0 || confidence > 1) {
      lost.add('techniques of identification without a confidence', ref)
      return []
    }
    return [{ technique: techniques.has(technique) ? technique : 'other', confidence }]
  })
  if (!paths.length && !methods.length) return undefined
  return {
    ...(methods.length ? { identity: [{ field: 'name', methods }] } : {}),
    ...(paths.length ? { occurrences: paths.map((location) => ({ location })) } : {}),
  }
}
