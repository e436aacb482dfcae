import { type Parsed, parsed, refused } from '../core/parsed.ts'
import { type Exposure, exposures } from './asil.ts'

/**
 * How exposure is judged (ISO 26262-3, annex B): by the share of the operating time that a situation takes, or, where
 * a failure waits for the situation to occur, by how often it occurs.
 */
export const exposureBases = ['duration', 'frequency'] as const
export type ExposureBasis = (typeof exposureBases)[number]

export interface SituationValue {
  readonly key: string
  readonly title: string
  readonly exposure: Readonly<Record<ExposureBasis, Exposure>>
}

/** What situations differ in, with its values in order. */
export interface SituationDimension {
  readonly key: string
  readonly title: string
  readonly values: readonly SituationValue[]
}

/**
 * An operational situation: for each dimension the keys of the values that it covers, any of them. A dimension that it
 * does not have is not restricted.
 */
export type Situation = Readonly<Record<string, readonly string[]>>

/**
 * The same situation in one form only: dimensions and values in the order of the catalogue, each once; a dimension
 * with all of its values, or none, is left out (rule SITUATION-1). Refused: what the catalogue does not have.
 */
export function normalSituation(catalogue: readonly SituationDimension[], situation: Situation): Parsed<Situation> {
  const dimension = Object.keys(situation).find((key) => !catalogue.some((one) => one.key === key))
  if (dimension !== undefined) return refused(`The catalogue has no dimension ${JSON.stringify(dimension)}.`)
  const entries: [string, string[]][] = []
  for (const { key, title, values } of catalogue) {
    const stated = Object.hasOwn(situation, key) ? situation[key]! : []
    const unknown = stated.find((value) => !values.some((one) => one.key === value))
    if (unknown !== undefined) return refused(`${title}: the catalogue has no value ${JSON.stringify(unknown)}.`)
    const kept = values.map((value) => value.key).filter((value) => stated.includes(value))
    if (kept.length > 0 && kept.length < values.length) entries.push([key, kept])
  }
  return parsed(Object.fromEntries(entries))
}

/** A text that is the same for the same normal situations, whatever the order of the dimensions (rule SITUATION-1). */
export function situationKey(normal: Situation): string {
  return Object.keys(normal)
    .toSorted()
    .map((key) => `${key}=${normal[key]!.toSorted().join('|')}`)
    .join(';')
}

/** A normal situation in words: `Motorway or country road, wet`; nothing restricted: `Any situation`. */
export function situationTitle(catalogue: readonly SituationDimension[], normal: Situation): string {
  const parts = catalogue.flatMap(({ key, values }) =>
    normal[key]
      ? [
          values
            .filter((value) => normal[key]!.includes(value.key))
            .map(({ title }) => title.toLowerCase())
            .join(' or '),
        ]
      : [],
  )
  const text = parts.join(', ')
  return text === '' ? 'Any situation' : `${text[0]!.toUpperCase()}${text.slice(1)}`
}

/** Whether a normal situation is a part of another one, or the same (rule SITUATION-2). */
export function isWithin(inner: Situation, outer: Situation): boolean {
  return Object.entries(outer).every(([key, values]) => inner[key]?.every((value) => values.includes(value)) === true)
}

/** The situations of both; undefined: no situation is in both (rule SITUATION-2). */
export function intersection(one: Situation, other: Situation): Situation | undefined {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const entries = keys.map((key) => {
    const [a, b] = [one[key], other[key]]
    return [key, a && b ? a.filter((value) => b.includes(value)) : (a ?? b)!] as const
  })
  return entries.every(([, values]) => values.length > 0) ? Object.fromEntries(entries) : undefined
}

export const mostCombinations = 2_000

/**
 * One situation for each combination of the chosen values, each once, in the order of the catalogue (rule
 * SITUATION-3). Refused: what the catalogue does not have, and more than 2,000 combinations.
 */
export function combinations(catalogue: readonly SituationDimension[], chosen: Situation): Parsed<Situation[]> {
  const whole = normalSituation(catalogue, chosen)
  // each value by itself, also where all are chosen
  const lists = catalogue.flatMap(({ key, values }) => {
    const stated = values.map((value) => value.key).filter((value) => chosen[key]?.includes(value))
    return stated.length > 0 && values.length > 1 ? [{ key, stated }] : []
  })
  if (!whole.ok) return whole
  const count = lists.reduce((product, { stated }) => product * stated.length, 1)
  if (count > mostCombinations)
    return refused(`These are ${count.toLocaleString('en')} combinations. Choose fewer values: 2,000 at the most.`)
  return parsed(
    lists.reduce<Situation[]>(
      (all, { key, stated }) => all.flatMap((one) => stated.map((value) => ({ ...one, [key]: [value] }))),
      [{}],
    ),
  )
}

/** Several situations without those that are there already; the first of each stays (rule SITUATION-3). */
export function withoutDuplicates(
  catalogue: readonly SituationDimension[],
  situations: readonly Situation[],
): Parsed<Situation[]> {
  const found = new Map<string, Situation>()
  for (const situation of situations) {
    const normal = normalSituation(catalogue, situation)
    if (!normal.ok) return normal
    const key = situationKey(normal.value)
    if (!found.has(key)) found.set(key, normal.value)
  }
  return parsed([...found.values()])
}

export interface ExposureProposal {
  readonly exposure: Exposure
  readonly reason: string
  /** Several parts are rarer than E4: together they may be rarer than each, which takes a reason of its own. */
  readonly mayBeLower: boolean
}

const rank = (exposure: Exposure) => exposures.indexOf(exposure)
const highest = (some: readonly Exposure[]) => some.reduce((most, one) => (rank(one) > rank(most) ? one : most))

/**
 * The exposure that a normal situation probably has: that of its rarest dimension, where of several values of one
 * dimension the most common counts, and a dimension that is not restricted is E4. It is never lower than its parts:
 * whoever rates it lower gives the reason (rule SITUATION-4).
 */
export function proposedExposure(
  catalogue: readonly SituationDimension[],
  normal: Situation,
  basis: ExposureBasis,
): ExposureProposal {
  const parts = catalogue.flatMap(({ key, title, values }) => {
    const covered = values.filter((value) => normal[key]?.includes(value.key))
    if (covered.length === 0) return []
    const names = covered.map((value) => value.title.toLowerCase()).join(' or ')
    return [{ text: `${title.toLowerCase()} ${names}`, exposure: highest(covered.map((one) => one.exposure[basis])) }]
  })
  if (parts.length === 0) return { exposure: 'E4', reason: 'It is not restricted to any situation.', mayBeLower: false }
  const [rarest] = parts.toSorted((a, b) => rank(a.exposure) - rank(b.exposure))
  const rare = parts.filter(({ exposure }) => rank(exposure) < rank('E4'))
  const others = rare.filter((part) => part !== rarest).map(({ text, exposure }) => `${text} (${exposure})`)
  const more = others.length === 0 ? '' : ` Together with ${others.join(', ')} it may be rarer: that takes a reason.`
  return {
    exposure: rarest!.exposure,
    reason: `By ${basis}, its rarest part is ${rarest!.text} (${rarest!.exposure}).${more}`,
    mayBeLower: rare.length > 1,
  }
}
