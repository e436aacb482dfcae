import { z } from 'zod'

/** How a field is edited and shown; `own` has a special editor. */
export type FieldInput = 'line' | 'text' | 'number' | 'truth' | 'date' | 'choice' | 'choices' | 'lines' | 'own'

/** One field of a kind: its valid values, and how forms, tables, imports and comparisons handle it. */
export interface Field<T = unknown> {
  readonly title: string
  readonly input: FieldInput
  readonly schema: z.ZodType<T>
  readonly initial: T
  /** For a choice: its labels by key, in order. */
  readonly choices?: Readonly<Record<string, string>>
  /** For a choice: the words for it in files of other tools, by key. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>
  /** A sentence beside the field in a form. */
  readonly help?: string
  /** Whether a change of it makes dependent artefacts suspect (rule GRAPH-5). */
  readonly isMeaning: boolean
  /** For a field of which only a part has meaning: returns that part of a value. */
  meaningIn?(value: T): unknown
  /** Long: lists leave it out. */
  readonly isLong: boolean
}

interface Options {
  readonly help?: string
  /** A change of it does not affect dependent artefacts. */
  readonly secondary?: true
  readonly most?: number
}

type Synonyms<C> = { readonly synonyms?: { readonly [K in keyof C]?: readonly string[] } }

type Choices = Readonly<Record<string, string>>
/** Keys as strings: numbers as text. */
type Key<C> = `${keyof C & (string | number)}`

function field<T>(
  title: string,
  input: FieldInput,
  schema: z.ZodType<T>,
  initial: T,
  { help, secondary }: Options,
  more: { choices?: Choices; synonyms?: Field['synonyms']; isLong?: boolean } = {},
): Field<T> {
  return {
    title,
    input,
    schema,
    initial,
    isMeaning: secondary !== true,
    isLong: more.isLong ?? false,
    ...(help !== undefined && { help }),
    ...(more.choices && { choices: more.choices }),
    ...(more.synonyms && { synonyms: more.synonyms }),
  }
}

/** One line of text. */
export const line = (title: string, options: Options = {}) =>
  field(
    title,
    'line',
    z
      .string()
      .trim()
      .max(options.most ?? 200),
    '',
    options,
  )

/** Text of several paragraphs; long, unless it is one that tables show: `short`. */
export const text = (title: string, { short, ...options }: Options & { readonly short?: true } = {}) =>
  field(
    title,
    'text',
    z
      .string()
      .trim()
      .max(options.most ?? 10_000),
    '',
    options,
    { isLong: short !== true },
  )

/** Several short texts. */
export const lines = (title: string, options: Options = {}) =>
  field(title, 'lines', z.array(z.string().trim().min(1).max(200)).max(options.most ?? 50), [] as string[], options)

export const truth = (title: string, options: Options = {}) => field(title, 'truth', z.boolean(), false, options)

/** A day, YYYY-MM-DD; null: none. */
export const date = (title: string, options: Options = {}) =>
  field<string | null>(title, 'date', z.iso.date().nullable(), null, options)

/** A number within bounds; null: not stated. `whole`: without decimals. */
export function number(
  title: string,
  { least, most, whole, ...options }: Omit<Options, 'most'> & { least: number; most: number; whole?: true },
) {
  const any = whole ? z.int('Give a whole number.') : z.number('Give a number.')
  const schema = any.min(least, `At least ${least}.`).max(most, `At most ${most}.`).nullable()
  return field<number | null>(title, 'number', schema, null, options)
}

/** One of several choices; null: not chosen yet. */
export function choice<const C extends Choices>(
  title: string,
  choices: C,
  { synonyms, ...options }: Options & Synonyms<C> = {},
) {
  return field<Key<C> | null>(title, 'choice', z.enum(Object.keys(choices) as [Key<C>]).nullable(), null, options, {
    choices,
    ...(synonyms && { synonyms: synonyms as Field['synonyms'] & object }),
  })
}

/** Any number of several choices, each once. */
export function choices<const C extends Choices>(title: string, words: C, options: Options = {}) {
  const one = z.enum(Object.keys(words) as [Key<C>])
  return field<Key<C>[]>(
    title,
    'choices',
    z
      .array(one)
      .max(Object.keys(words).length)
      .transform((chosen) => [...new Set(chosen)]),
    [],
    options,
    { choices: words },
  )
}

/**
 * A field with its own shape and editor; long by default. `meaningIn`: the part of a value that affects dependent
 * artefacts, if not all of it does.
 */
export function own<T>(
  title: string,
  schema: z.ZodType<T>,
  initial: T,
  { meaningIn, ...options }: Options & { short?: true; meaningIn?: (value: T) => unknown } = {},
): Field<T> {
  return {
    ...field(title, 'own', schema, initial, options, { isLong: options.short !== true }),
    ...(meaningIn && { meaningIn }),
  }
}
