import { z } from 'zod'
import { repeated } from './repeated.ts'

const Guideword = z.object({
  key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'Small letters, digits and dashes.'),
  title: z.string().trim().min(1).max(80),
  /** What it means for a function, for the people who judge. */
  meaning: z.string().trim().max(300),
})
export type Guideword = z.infer<typeof Guideword>

/**
 * The guidewords by which an organisation looks for malfunctions of functions (HAZOP, IEC 61882). A version never
 * changes once an analysis was made with it (rules HAZOP-1 and HAZOP-2).
 */
export const GuidewordMethod = z.object({ guidewords: z.array(Guideword).min(1).max(40) })
export type GuidewordMethod = z.infer<typeof GuidewordMethod>

/** The shipped guidewords: those of IEC 61882, and those that functions in vehicles need besides; meanings are ours. */
export const defaultGuidewords: GuidewordMethod = {
  guidewords: [
    { key: 'no', title: 'No', meaning: 'The function is requested, and does nothing.' },
    { key: 'more', title: 'More', meaning: 'It does more than requested: too strong, too fast, too long.' },
    { key: 'less', title: 'Less', meaning: 'It does less than requested: too weak, too slow, too short.' },
    { key: 'as-well-as', title: 'As well as', meaning: 'It does what is requested, and something else with it.' },
    { key: 'part-of', title: 'Part of', meaning: 'It does only a part of what is requested.' },
    { key: 'reverse', title: 'Reverse', meaning: 'It does the opposite of what is requested.' },
    { key: 'other-than', title: 'Other than', meaning: 'It does something else instead of what is requested.' },
    { key: 'early', title: 'Early', meaning: 'It does it too early by the clock.' },
    { key: 'late', title: 'Late', meaning: 'It does it too late by the clock.' },
    { key: 'before', title: 'Before', meaning: 'It does it before something that must come first.' },
    { key: 'after', title: 'After', meaning: 'It does it after something that must come later.' },
    { key: 'unintended', title: 'Unintended', meaning: 'It does it without a request.' },
    { key: 'stuck', title: 'Stuck', meaning: 'It keeps its output, whatever is requested.' },
    { key: 'intermittent', title: 'Intermittent', meaning: 'It works and fails in turn.' },
    { key: 'wrong-value', title: 'Wrong value', meaning: 'Its output has a valid, but wrong value.' },
  ],
}

/** The shipped guidewords as the first version of an organisation's own: the organisation makes the next one. */
export const shippedGuidewords = { name: 'Default', version: 1, state: 'released', content: defaultGuidewords } as const

/** Why guidewords are not valid, by field: a key or a title is there twice (rule HAZOP-2). Empty: they are valid. */
export function whyNotGuidewords({ guidewords }: GuidewordMethod): Readonly<Record<string, string>> {
  return Object.fromEntries(repeated(guidewords, 'guidewords', 'guideword'))
}

/** What was decided about a guideword for a function. */
export interface HazopEntry {
  readonly function: string
  readonly guideword: string
  /** Why the guideword does not apply to the function; null: it applies. */
  readonly notApplicable: string | null
  /** How many malfunctions were found. */
  readonly malfunctions: number
  /** Why no malfunction matters, where none was found. */
  readonly reason: string
}

export const cellStates = ['judged', 'not-applicable', 'open'] as const
export type CellState = (typeof cellStates)[number]

export interface HazopCell {
  readonly function: string
  readonly guideword: string
  readonly state: CellState
  readonly malfunctions: number
}

export interface HazopCoverage {
  /** One cell for each function and guideword: functions in their order, then guidewords in that of the method. */
  readonly cells: readonly HazopCell[]
  readonly counts: Readonly<Record<CellState, number>>
  /** The share of cells that are not open, 0 to 1; null: there are no cells. */
  readonly share: number | null
  /** Functions with an open cell, with their number of these. */
  readonly openFunctions: readonly { readonly function: string; readonly open: number }[]
  /** Entries about a function or a guideword that is not there: of another version of the method, for example. */
  readonly strays: readonly HazopEntry[]
}

/**
 * How much of the grid of functions and guidewords is judged. A cell is judged with a malfunction, or with the reason
 * why there is none; it is not applicable with a reason; else it is open (rules HAZOP-3 to HAZOP-5).
 */
export function hazopCoverage(
  functions: readonly string[],
  { guidewords }: GuidewordMethod,
  entries: readonly HazopEntry[],
): HazopCoverage {
  const name = (entry: Pick<HazopEntry, 'function' | 'guideword'>) => JSON.stringify([entry.function, entry.guideword])
  const byCell = Map.groupBy(entries, name)
  const cells = functions.flatMap((each) =>
    guidewords.map(({ key }): HazopCell => {
      const cell = { function: each, guideword: key }
      const some = byCell.get(name(cell)) ?? []
      const malfunctions = some.reduce((sum, entry) => sum + entry.malfunctions, 0)
      return { ...cell, state: stateOf(some, malfunctions), malfunctions }
    }),
  )
  const there = new Set(cells.map(name))
  const count = (state: CellState) => cells.filter((cell) => cell.state === state).length
  const counts = { judged: count('judged'), 'not-applicable': count('not-applicable'), open: count('open') }
  const open = Map.groupBy(
    cells.filter(({ state }) => state === 'open'),
    (cell) => cell.function,
  )
  return {
    cells,
    counts,
    share: cells.length === 0 ? null : 1 - counts.open / cells.length,
    openFunctions: [...open].map(([each, some]) => ({ function: each, open: some.length })),
    strays: entries.filter((entry) => !there.has(name(entry))),
  }
}

function stateOf(entries: readonly HazopEntry[], malfunctions: number): CellState {
  if (malfunctions > 0) return 'judged'
  if (entries.some(({ notApplicable, reason }) => notApplicable === null && reason.trim() !== '')) return 'judged'
  return entries.some(({ notApplicable }) => (notApplicable ?? '').trim() !== '') ? 'not-applicable' : 'open'
}
