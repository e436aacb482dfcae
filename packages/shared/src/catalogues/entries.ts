import { type Parsed, parsed, refused } from '../core/parsed.ts'
import { isSame } from '../graph/artefacts/changes.ts'
import { headingOf } from './annex5.ts'
import { type Catalogue, type CatalogueEntry, fieldsOfCatalogue } from './catalogue.contract.ts'
import { shippedEntries } from './shipped.ts'

/** The maximum number of an organisation's own entries in each catalogue (rule CATALOGUE-6). */
export const mostOwnEntries = 5_000

const collator = new Intl.Collator('en', { numeric: true })

/** Compares by code, with numbers in it by value: R155-4.1 comes before R155-12.1 (rule CATALOGUE-4). */
export function byCode(a: Pick<CatalogueEntry, 'code' | 'uuid'>, b: Pick<CatalogueEntry, 'code' | 'uuid'>): number {
  return collator.compare(a.code, b.code) || (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0)
}

/**
 * The catalogue entries that an organisation sees: its own, and each shipped entry without an own entry of the same
 * uuid (rule CATALOGUE-3).
 */
export function mergedEntries(own: readonly CatalogueEntry[], catalogues: readonly Catalogue[]): CatalogueEntry[] {
  const changed = new Set(own.map(({ uuid }) => uuid))
  return [
    ...own,
    ...shippedEntries.filter(({ uuid, catalogue }) => catalogues.includes(catalogue) && !changed.has(uuid)),
  ].sort(byCode)
}

export interface EntryFilter {
  readonly q?: string | undefined
  readonly stride?: string | undefined
  readonly element?: string | undefined
  /** A heading of Annex 5, by its key. */
  readonly heading?: string | undefined
  readonly retired: boolean
}

/** Whether an entry matches the filter. An entry without elements applies to every element. */
export function matchesFilter(
  { code, title, fields, is_retired: isRetired }: CatalogueEntry,
  { q, stride, element, heading, retired }: EntryFilter,
): boolean {
  if (isRetired && !retired) return false
  const elements = listOf(fields.elements)
  if (element !== undefined && elements.length > 0 && !elements.includes(element)) return false
  if (stride !== undefined && !listOf(fields.stride).includes(stride)) return false
  if (heading !== undefined && !listOf(fields.annex5).some((item) => headingOf(item)?.key === heading)) return false
  if (!q) return true
  return [code, title, String(fields.description ?? ''), ...listOf(fields.techniques), ...listOf(fields.annex5)]
    .join('\n')
    .toLowerCase()
    .includes(q.toLowerCase())
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

/** The input for an entry, from a form or from a row of a file; an absent field keeps its value. */
export interface EntryInput {
  readonly code?: string | undefined
  readonly title?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly is_retired?: boolean | undefined
}

export interface EntryState {
  readonly code: string
  readonly title: string
  readonly fields: Record<string, unknown>
  readonly isRetired: boolean
}

type Errors = Readonly<Record<string, string>>

/** The new state of an entry; undefined: no change (rule CATALOGUE-5). A new entry needs a code and a title. */
export function changeEntry(
  catalogue: Catalogue,
  before: CatalogueEntry | undefined,
  input: EntryInput,
): Parsed<EntryState | undefined> & { readonly errors?: Errors } {
  const code = input.code ?? before?.code
  const title = input.title ?? before?.title
  if (code === undefined || title === undefined)
    return wrong({
      [code === undefined ? 'code' : 'title']: code === undefined ? 'A code is needed.' : 'A title is needed.',
    })
  if (before?.is_shipped && code !== before.code) return wrong({ code: 'A shipped entry keeps its code.' })
  const checked = checkedFields(catalogue, input.fields ?? {}, before?.fields ?? {})
  if (!checked.ok) return checked
  const state = { code, title, fields: checked.value, isRetired: input.is_retired ?? before?.is_retired ?? false }
  const isSo =
    before !== undefined &&
    code === before.code &&
    title === before.title &&
    state.isRetired === before.is_retired &&
    isSame(state.fields, before.fields)
  return parsed(isSo ? undefined : state)
}

function checkedFields(
  catalogue: Catalogue,
  input: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Parsed<Record<string, unknown>> & { readonly errors?: Errors } {
  const schema = fieldsOfCatalogue[catalogue]
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(schema.shape, name))
  if (unknown.length > 0)
    return wrong(
      Object.fromEntries(
        unknown.map((name) => [name, `The ${catalogue} catalogue has no field of this name: ${name}.`]),
      ),
    )
  const checked = schema.safeParse({ ...before, ...input })
  if (checked.success) return parsed(checked.data)
  return wrong(
    Object.fromEntries(
      checked.error.issues.map(({ path, message }) => [path.join('.'), `${path.join('.')}: ${message}`]),
    ),
  )
}

function wrong(errors: Errors) {
  return { ...refused(Object.values(errors).join(' ')), errors }
}
