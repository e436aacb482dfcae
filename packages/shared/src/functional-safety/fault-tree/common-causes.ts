import type { FaultGate } from '../../graph/fault-tree/fault-tree.ts'
import type { CommonCauseGroup, CommonCauseModel } from './tree.ts'

/**
 * The maximum number of combinations of one group's members: each is an event of its own. Ten members that may fail in
 * any number have 1,023.
 */
const mostCombinations = 2_000

/** Why the number of a group's factors does not fit its model; undefined: it fits. */
export function whyNotFactors(group: CommonCauseGroup): string | undefined {
  const { id, model, members, factors, staggered } = group
  const most = {
    'beta-factor': 1,
    MGL: members.length - 1,
    'alpha-factor': members.length,
    'phi-factor': members.length,
  }[model]
  if (factors.length < 1 || factors.length > most)
    return (
      `${id} has ${factors.length} factors: ` +
      `${model} with ${members.length} members takes 1${most > 1 ? ` to ${most}` : ''}.`
    )
  if (staggered && model !== 'alpha-factor') return `${id} is staggered: only alpha factors make a difference of it.`
  const combinations = combinationsOf(group)
  return combinations > mostCombinations
    ? `${id} has ${combinations.toLocaleString('en')} combinations of members: ` +
        `${mostCombinations.toLocaleString('en')} at most. Give factors for fewer levels, or split it.`
    : undefined
}

/** How many combinations of members have an event. */
export function combinationsOf({ model, members, factors }: CommonCauseGroup): number {
  const levels = levelsOf(model, members.length, factors.length)
  return levels.reduce((sum, level) => sum + binomial(members.length, level), 0)
}

/** Why the values of factors are out of range; undefined: they are in range. */
export function whyNotShares(model: CommonCauseModel, factors: readonly number[]): string | undefined {
  if (factors.some((factor) => !(factor >= 0 && factor <= 1))) return 'a factor is not from 0 to 1'
  return model === 'alpha-factor' && factors.every((factor) => factor === 0) ? 'all alpha factors are 0' : undefined
}

/** The numbers of members that fail together, for which there are events. */
export function levelsOf(model: CommonCauseModel, size: number, factors: number): number[] {
  if (model === 'beta-factor') return [1, size]
  return Array.from({ length: model === 'MGL' ? factors + 1 : factors }, (_none, i) => i + 1)
}

/**
 * By which number the total probability of a member is multiplied for one combination of `level` members, for each of
 * `levelsOf` (rules FTA-21 to FTA-24; Open-PSA MEF 2.0d, 6.1; NUREG/CR-5485, chapter 5).
 */
export function sharesOf(
  { model, members, staggered }: Pick<CommonCauseGroup, 'model' | 'members' | 'staggered'>,
  factors: readonly number[],
): number[] {
  const size = members.length
  const combinations = (level: number) => binomial(size - 1, level - 1)
  const levels = levelsOf(model, size, factors.length)
  switch (model) {
    case 'beta-factor':
      return [1 - factors[0]!, factors[0]!]
    case 'MGL':
      return levels.map((level) => {
        const reached = factors.slice(0, level - 1).reduce((product, factor) => product * factor, 1)
        return (reached * (1 - (factors[level - 1] ?? 0))) / combinations(level)
      })
    case 'alpha-factor': {
      const sum = factors.reduce((total, factor, i) => total + (staggered ? 1 : i + 1) * factor, 0)
      return levels.map((level) => ((staggered ? 1 : level) * factors[level - 1]!) / (combinations(level) * sum))
    }
    case 'phi-factor':
      return [...factors]
  }
}

/** One combination of members that fail together without the others. */
export interface CommonCauseEvent {
  /** The members' names in brackets: `[P1 P2]`; no node has such a name. */
  readonly name: string
  readonly members: readonly string[]
  /** Its place in `levelsOf`. */
  readonly level: number
}

/**
 * The events of a group and the gates that take the place of its members (rule FTA-20): a member fails if any
 * combination fails that it is in.
 */
export function expandGroup(group: CommonCauseGroup): {
  readonly events: readonly CommonCauseEvent[]
  readonly gates: ReadonlyMap<string, FaultGate>
} {
  const { members } = group
  const events = levelsOf(group.model, members.length, group.factors.length).flatMap((size, level) =>
    chosenOf(members, size).map((chosen) => ({ name: `[${chosen.join(' ')}]`, members: chosen, level })),
  )
  const parts = new Map<string, string[]>(members.map((member) => [member, []]))
  for (const { name, members: chosen } of events) for (const member of chosen) parts.get(member)!.push(name)
  return { events, gates: new Map([...parts].map(([member, names]) => [member, { gate: 'or', parts: names }])) }
}

function chosenOf(all: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return all
    .slice(0, all.length - size + 1)
    .flatMap((one, i) => chosenOf(all.slice(i + 1), size - 1).map((rest) => [one, ...rest]))
}

function binomial(n: number, k: number): number {
  let result = 1
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i
  return result
}
