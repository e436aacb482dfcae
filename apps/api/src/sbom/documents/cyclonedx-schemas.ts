import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { type Fields, listOf, objectIn } from './fields.ts'
import { pointerStep } from './json.ts'
import { mostFaults } from './limits.ts'
import { createNumbering, firstRepeated } from './unique.ts'

/** The versions of CycloneDX that are read. */
export const cycloneDxVersions = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] as const
export type CycloneDxVersion = (typeof cycloneDxVersions)[number]

const require = createRequire(import.meta.url)
const library = require.resolve('@cyclonedx/cyclonedx-library/package.json')

/** An official schema, by its file's name. */
export function schemaFile(name: string): string {
  return readFileSync(new URL(`res/schema/${name}`, `file://${library}`), 'utf8')
}

interface Validators {
  /** Stops at the first fault. */
  readonly quick: ValidateFunction
  /** The elements of a list of the document, by the list's name, with all faults. */
  readonly elements: ReadonlyMap<string, ValidateFunction>
  /** The rest of the document, with all faults. */
  readonly whole: ValidateFunction
}

const compiled = new Map<CycloneDxVersion, Validators>()
const base = 'http://cyclonedx.org/schema/'

/** Lists are compared by hash instead of pairwise; `$id`s in a schema that are pointers are no ids. */
function prepared(schema: unknown, top = true): unknown {
  if (Array.isArray(schema)) return schema.map((each) => prepared(each, false))
  const fields = objectIn(schema)
  if (!fields) return schema
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key, value]) => top || key !== '$id' || typeof value !== 'string')
      .map(([key, value]) =>
        key === 'uniqueItems' && value === true ? ['distinct', true] : [key, prepared(value, false)],
      ),
  )
}

/** One numbering for a document: what is nested in several lists is visited once. */
let numbering = createNumbering()

function createAjv(allErrors: boolean): Ajv {
  const ajv = new Ajv({ allErrors, strict: false, unicodeRegExp: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addFormat('iri-reference', isIriReference)
  ajv.addFormat('idn-email', (text: string) => /^[^\s@]+@[^\s@]+$/.test(text))
  ajv.addKeyword({
    keyword: 'distinct',
    type: 'array',
    errors: true,
    compile: () => {
      const check = (list: unknown[]): boolean => {
        const at = firstRepeated(list, numbering)
        ;(check as { errors?: unknown }).errors =
          at < 0 ? undefined : [{ keyword: 'distinct', params: { at }, message: `must not repeat element ${at}` }]
        return at < 0
      }
      return check
    },
  })
  for (const file of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const schema = prepared(JSON.parse(schemaFile(`${file}.SNAPSHOT.schema.json`))) as Record<string, unknown>
    ajv.addSchema({ ...schema, $id: `${base}${file}.SNAPSHOT.schema.json` })
  }
  return ajv
}

/** RFC 3987, clause 2.2, as far as characters go: no blanks, quotes, brackets of markup or half escapes. */
function isIriReference(text: string): boolean {
  return !/[\s<>"{}|\\^`]|%(?![0-9a-f]{2})/i.test(text)
}

function validatorsOf(version: CycloneDxVersion): Validators {
  const before = compiled.get(version)
  if (before) return before
  const strict = version === '1.2' || version === '1.3' ? '-strict' : ''
  const schema = prepared(JSON.parse(schemaFile(`bom-${version}${strict}.SNAPSHOT.schema.json`))) as Record<
    string,
    unknown
  >
  const id = String(schema['$id'])
  const quick = createAjv(false).compile(schema)
  const all = createAjv(true)
  const lazily = { whole: undefined as ValidateFunction | undefined, elements: new Map<string, ValidateFunction>() }
  const made: Validators = {
    quick,
    get whole() {
      return (lazily.whole ??= all.compile(schema))
    },
    get elements() {
      if (lazily.elements.size) return lazily.elements
      void this.whole
      for (const [name, property] of Object.entries(objectIn(schema['properties']) ?? {}))
        if (objectIn(objectIn(property)?.['items']))
          lazily.elements.set(name, all.compile({ $ref: `${id}#/properties/${name}/items` }))
      return lazily.elements
    },
  }
  compiled.set(version, made)
  return made
}

/** How many values a value has in it; stops counting above `most`. */
function sizeOf(value: unknown, most: number): number {
  const stack = [value]
  let count = 0
  while (stack.length && count <= most) {
    const next = stack.pop()
    count++
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) stack.push(each)
  }
  return count
}

/** An element with more values than this is only checked up to its first fault: each fault costs memory. */
const mostChecked = 50_000

/** The faults of a document against the official schema of its version, at most 100 (rule BOM-2). */
export function schemaFaults(document: Fields, version: CycloneDxVersion): readonly BomFault[] {
  const { quick } = validatorsOf(version)
  numbering = createNumbering()
  if (quick(document)) return []
  const first = described(quick.errors ?? [], '')
  return detailedFaults(document, version) ?? first
}

function detailedFaults(document: Fields, version: CycloneDxVersion): readonly BomFault[] | undefined {
  const { whole, elements } = validatorsOf(version)
  const head = Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, elements.has(name) && Array.isArray(value) ? [] : value]),
  )
  const faults: BomFault[] = []
  if (sizeOf(head, mostChecked) > mostChecked) return undefined
  if (!whole(head)) faults.push(...described(whole.errors ?? [], ''))
  for (const [name, validate] of elements)
    for (const [at, element] of listOf(document[name]).entries()) {
      if (faults.length >= mostFaults) break
      if (sizeOf(element, mostChecked) > mostChecked || validate(element)) continue
      faults.push(...described(validate.errors ?? [], pointerStep(name) + pointerStep(at)))
    }
  return faults.length ? faults.slice(0, mostFaults) : undefined
}

/** A choice that failed adds a fault for each alternative: only the deepest places are kept, each message once. */
function described(errors: readonly ErrorObject[], prefix: string): BomFault[] {
  const specific = errors.filter(({ keyword }) => !['oneOf', 'anyOf', 'allOf', 'if', 'not'].includes(keyword))
  const faults = new Map<string, BomFault>()
  for (const error of specific.length ? specific : errors) {
    const place = prefix + error.instancePath
    const message = `The value ${messageOf(error)}.`
    faults.set(`${place} ${message}`, { place, message })
    if (faults.size >= mostFaults) break
  }
  return [...faults.values()]
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  const detail = params as Record<string, unknown>
  if (keyword === 'additionalProperties') return `has the unknown field “${shortened(detail['additionalProperty'])}”`
  if (keyword === 'enum') {
    const allowed = listOf(detail['allowedValues']).map(String)
    return `must be one of ${allowed.slice(0, 12).join(', ')}${allowed.length > 12 ? ' …' : ''}`
  }
  return message ?? 'is not valid'
}

function shortened(text: unknown): string {
  const all = String(text)
  return all.length > 60 ? `${all.slice(0, 60)}…` : all
}
