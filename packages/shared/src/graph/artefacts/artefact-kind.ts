import type { z } from 'zod'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { ModuleName } from '../../modules.ts'
import type { Field } from './fields.ts'
import { type ArtefactStatus, lifecycleWords } from './statuses.ts'

/**
 * A kind of artefacts: what a module keeps in the graph, with all that is needed to store, edit, list, import and
 * compare it.
 */
export interface ArtefactKind<F extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>> {
  readonly kind: string
  readonly module: ModuleName
  /** Every engineering module works on it (the item): any of their licences includes it. Else its module's does. */
  readonly isShared: boolean
  /** Project lists count artefacts of this kind, and show the highest figure `risk` that is computed of them. */
  readonly isRisk: boolean
  /** Of one, and of several: Threat scenario, Threat scenarios. */
  readonly title: string
  readonly plural: string
  /** Before the number: TS-031; and how many digits the number has at least. */
  readonly code: string
  readonly digits: 2 | 3
  readonly fields: F
  /** The words of its status, in their order; the first is that of a new one. */
  readonly statuses: readonly ArtefactStatus[]
  /**
   * What a link from or to it means is in graph/link-kinds; a page shows it under this path, with `programId` and
   * `open`.
   */
  readonly page: string
  /**
   * Links that its fields imply, of the kinds in `citing`: what they name is upstream of it. These follow its fields,
   * and are not made otherwise (rule GRAPH-7).
   */
  readonly impliedLinkKinds: readonly string[]
  readonly impliedLinks: (fields: Readonly<Record<string, unknown>>) => readonly Citation[]
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
  readonly impliedLinkKinds?: readonly string[]
  readonly impliedLinks?: (fields: {
    readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never
  }) => readonly Citation[]
}

/** Declares a kind; the types of its fields travel with it. */
export function artefactKind<const F extends Readonly<Record<string, Field>>>(declared: Declared<F>): ArtefactKind<F> {
  return {
    ...declared,
    isShared: declared.isShared ?? false,
    isRisk: declared.isRisk ?? false,
    impliedLinkKinds: declared.impliedLinkKinds ?? [],
    // what is stored was checked against these very fields
    impliedLinks: (declared.impliedLinks as ArtefactKind['impliedLinks'] | undefined) ?? (() => []),
    plural: declared.plural ?? `${declared.title}s`,
    digits: declared.digits ?? 3,
    statuses: declared.statuses ?? lifecycleWords,
  }
}

/** What people call the nth of a kind. */
export function codeOf({ code, digits }: Pick<ArtefactKind, 'code' | 'digits'>, number: number): string {
  return `${code}-${String(number).padStart(digits, '0')}`
}

/** All of a kind's fields as they begin. */
export function initialFields(kind: ArtefactKind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, { initial }]) => [name, initial]))
}

type FieldValues = Readonly<Record<string, unknown>>

/**
 * Fields as told, checked one by one; what is not told stays as in `before`. Answers all of them, or a reason for each
 * that is wrong, a field nobody knows among them (rule GRAPH-2).
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

/** What a list tells of fields: the long ones are left out. */
export function shortFields(kind: ArtefactKind, fields: FieldValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => kind.fields[name]?.isLong === false))
}
