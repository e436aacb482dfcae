import type { z } from 'zod'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { ModuleName } from '../../modules.ts'
import type { Field } from './fields.ts'
import { type ArtefactStatus, lifecycleWords } from './statuses.ts'

/**
 * A kind of artefacts: what a module stores in the graph, with everything needed to store, edit, list, import and
 * compare it.
 */
export interface ArtefactKind<F extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>> {
  readonly kind: string
  readonly module: ModuleName
  /** True: every engineering module uses it (the item), and any of their licences includes it. Else: its own module. */
  readonly isShared: boolean
  /** Project lists count artefacts of this kind, and show the highest computed figure `risk` of them. */
  readonly isRisk: boolean
  /** Singular and plural: Threat scenario, Threat scenarios. */
  readonly title: string
  readonly plural: string
  /** The letters before the number, as in TS-031, and the minimum number of digits. */
  readonly code: string
  readonly digits: 2 | 3
  readonly fields: F
  /** The possible statuses, in order; the first is that of a new artefact. */
  readonly statuses: readonly ArtefactStatus[]
  /**
   * The path of the page that shows the artefact, with `programId` and `open`. The meaning of links from or to it is in
   * graph/link-kinds.
   */
  readonly page: string
  /**
   * Kinds of the links that its fields imply: the artefacts that the fields name are upstream of it. These links follow
   * the fields, and are not made in another way (rule GRAPH-7).
   */
  readonly impliedLinkKinds: readonly string[]
  readonly impliedLinks: (fields: Readonly<Record<string, unknown>>) => readonly Citation[]
  /** A field whose change sets the status, and the status for each of its values (rule GRAPH-8). */
  readonly statusBy?: StatusBy | undefined
}

interface StatusBy {
  readonly field: string
  readonly statuses: Readonly<Record<string, ArtefactStatus>>
}

export interface Citation {
  readonly link: string
  readonly uuid: string
}

export type FieldsOf<K extends ArtefactKind> = {
  -readonly [N in keyof K['fields']]: K['fields'][N] extends Field<infer T> ? T : never
}

interface Declared<F> {
  readonly kind: string
  readonly module: ModuleName
  readonly isShared?: boolean
  readonly isRisk?: boolean
  readonly title: string
  readonly plural?: string
  readonly code: string
  readonly digits?: 2 | 3
  readonly fields: F
  readonly statuses?: readonly ArtefactStatus[]
  readonly page: string
  readonly statusBy?: StatusBy
  readonly impliedLinkKinds?: readonly string[]
  readonly impliedLinks?: (fields: {
    readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never
  }) => readonly Citation[]
}

/** Declares a kind and infers the types of its fields. */
export function artefactKind<const F extends Readonly<Record<string, Field>>>(declared: Declared<F>): ArtefactKind<F> {
  return {
    ...declared,
    isShared: declared.isShared ?? false,
    isRisk: declared.isRisk ?? false,
    impliedLinkKinds: declared.impliedLinkKinds ?? [],
    // stored fields were checked against these same fields
    impliedLinks: (declared.impliedLinks as ArtefactKind['impliedLinks'] | undefined) ?? (() => []),
    plural: declared.plural ?? `${declared.title}s`,
    digits: declared.digits ?? 3,
    statuses: declared.statuses ?? lifecycleWords,
  }
}

/** The displayed code of the artefact with this number: TS-031. */
export function codeOf({ code, digits }: Pick<ArtefactKind, 'code' | 'digits'>, number: number): string {
  return `${code}-${String(number).padStart(digits, '0')}`
}

/** The initial values of all fields of a kind. */
export function initialFields(kind: ArtefactKind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, { initial }]) => [name, initial]))
}

type FieldValues = Readonly<Record<string, unknown>>

/** The fields of a stored artefact of this kind: they were checked when they were written. */
export const storedFields = <K extends ArtefactKind>(kind: K, stored: FieldValues): FieldsOf<K> =>
  ({ ...initialFields(kind), ...stored }) as FieldsOf<K>

/**
 * Checks the given fields one by one; absent fields keep the values of `before`. Returns all fields, or a reason for
 * each invalid one, including unknown fields (rule GRAPH-2).
 */
export function checkFields(
  kind: ArtefactKind,
  input: FieldValues,
  before: FieldValues = initialFields(kind),
): Parsed<Record<string, unknown>> & { readonly errors?: Record<string, string> } {
  const errors: Record<string, string> = {}
  const fields: Record<string, unknown> = { ...initialFields(kind), ...knownOf(kind, before) }
  for (const [name, value] of Object.entries(input)) {
    const known = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
    if (!known) errors[name] = `${kind.title} has no field of this name.`
    else {
      const checked = known.schema.safeParse(value)
      if (checked.success) fields[name] = checked.data
      else errors[name] = firstIssue(known.title, checked.error)
    }
  }
  const wrong = Object.keys(errors)
  return wrong.length === 0 ? parsed(fields) : { ...refused(wrong.map((name) => errors[name]).join(' ')), errors }
}

function firstIssue(title: string, { issues: [issue] }: z.ZodError): string {
  const where = issue!.path.length > 0 ? ` (${issue!.path.join('.')})` : ''
  return `${title}${where}: ${issue!.message}`
}

function knownOf(kind: ArtefactKind, values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(kind.fields, name)))
}

/** The fields that a list shows: without the long ones. */
export function shortFields(kind: ArtefactKind, fields: FieldValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => kind.fields[name]?.isLong === false))
}
