import { GuidewordMethod, whyNotGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { SituationCatalogue, whyNotSituations } from '@carapace/shared/functional-safety/situation-catalogue'
import type { z } from 'zod'

/** A guideword, a dimension or a value: what artefacts refer to by its key. */
export interface Row {
  readonly key: string
  readonly title: string
}

const mostLetters = 40

/** A key for a title that no other row has: `Too early` gives `too-early`. Empty for an empty title. */
export function proposedKey(title: string, others: readonly Row[]): string {
  if (title.trim() === '') return ''
  const stem = dashed(title) || 'key'
  const taken = new Set(others.map(({ key }) => key))
  if (!taken.has(stem)) return stem
  const numbered = others.map((_, i) => `${stem.slice(0, mostLetters - 3)}-${i + 2}`)
  return numbered.find((key) => !taken.has(key))!
}

const dashed = (title: string) =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, mostLetters)
    .replace(/-$/, '')

/** The rows with another title in one of them. Its key follows, unless it is fixed or was typed (rule SAFETY-UI-19). */
export function retitled<R extends Row>(rows: readonly R[], at: number, title: string, isFixed: boolean): R[] {
  const row = rows[at]!
  const others = rows.toSpliced(at, 1)
  const follows = !isFixed && row.key === proposedKey(row.title, others)
  return rows.with(at, { ...row, title, ...(follows && { key: proposedKey(title, others) }) })
}

/** Why guidewords may not be stored with this input, by position; empty if they may (rule HAZOP-2). */
export function guidewordProblems(content: GuidewordMethod): Readonly<Record<string, string>> {
  const { data, error } = GuidewordMethod.safeParse(content)
  return data ? whyNotGuidewords(data) : sentences(error.issues)
}

/** Why a catalogue may not be stored with this input, by position; empty if it may (rule SITUATION-6). */
export function situationProblems(content: SituationCatalogue): Readonly<Record<string, string>> {
  const { data, error } = SituationCatalogue.safeParse(content)
  return data ? whyNotSituations(data) : sentences(error.issues)
}

const reasons: Readonly<Record<string, string>> = {
  title: '1 to 80 characters.',
  key: 'Small letters, digits and dashes, at most 40.',
  meaning: 'At most 300 characters.',
  guidewords: '1 to 40 guidewords are required.',
  dimensions: '1 to 20 dimensions are required.',
  values: '1 to 40 values are required.',
}

function sentences(issues: readonly z.core.$ZodIssue[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    issues.map(({ path, message }) => [path.join('.'), reasons[String(path.at(-1))] ?? message]),
  )
}

/** The guidewords, or the dimensions and their values, by the keys under which artefacts refer to them. */
export function entriesOf(content: GuidewordMethod | SituationCatalogue): ReadonlyMap<string, string> {
  if ('guidewords' in content) return new Map(content.guidewords.map(({ key, title }) => [key, title]))
  return new Map(
    content.dimensions.flatMap(({ key, title, values }) => [
      [key, title] as const,
      ...values.map((value) => [`${key}.${value.key}`, `${title}: ${value.title}`] as const),
    ]),
  )
}

interface Differences {
  readonly added: readonly string[]
  readonly missing: readonly string[]
  /** Values with another exposure, by duration or by frequency. */
  readonly rated: readonly string[]
}

/** The titles of what one version has and another has not, and of values with another exposure (SAFETY-UI-20). */
export function differences<C extends GuidewordMethod | SituationCatalogue>(before: C, after: C): Differences {
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const [oldRates, rates] = [exposuresOf(before), exposuresOf(after)]
  const titles = (entries: ReadonlyMap<string, string>, keeps: (key: string) => boolean) =>
    [...entries].filter(([key]) => keeps(key)).map(([, title]) => title)
  return {
    added: titles(now, (key) => !old.has(key)),
    missing: titles(old, (key) => !now.has(key)),
    rated: titles(now, (key) => old.has(key) && oldRates.get(key) !== rates.get(key)),
  }
}

function exposuresOf(content: GuidewordMethod | SituationCatalogue): ReadonlyMap<string, string> {
  const dimensions = 'dimensions' in content ? content.dimensions : []
  return new Map(
    dimensions.flatMap(({ key, values }) =>
      values.map((value) => [`${key}.${value.key}`, `${value.exposure.duration} ${value.exposure.frequency}`] as const),
    ),
  )
}
