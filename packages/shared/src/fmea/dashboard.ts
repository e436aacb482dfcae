import { type ActionPriority, actionPriorities, type Ratings, rpnOf } from './rating-profile.ts'

/** A failure chain of the worksheet with its ratings, and those after its actions; null: not rated. */
export interface RatedFailure {
  readonly id: string
  readonly title: string
  readonly ratings: Ratings
  readonly priority: ActionPriority | null
}

/** How many failures have each action priority; `none`: not rated wholly (rule FMEA-9). */
export function priorityCounts(
  failures: readonly Pick<RatedFailure, 'priority'>[],
): Record<ActionPriority | 'none', number> {
  const counts = { H: 0, M: 0, L: 0, none: 0 }
  for (const { priority } of failures) counts[priority ?? 'none'] += 1
  return counts
}

export interface ParetoBar {
  readonly failure: RatedFailure
  readonly rpn: number
  /** The share of this bar and those before it in the sum of all risk priority numbers, above 0 to 1. */
  readonly cumulated: number
}

const rpn = ({ ratings: { severity, occurrence, detection } }: RatedFailure) => rpnOf(severity, occurrence, detection)

/**
 * Failures by risk priority number, the highest first, at most `most` of them; shares are of all failures that are
 * rated (rule FMEA-10).
 */
export function rpnPareto(failures: readonly RatedFailure[], most: number): ParetoBar[] {
  const rated = failures
    .flatMap((failure) => {
      const number = rpn(failure)
      return number === null ? [] : [{ failure, rpn: number }]
    })
    .sort((a, b) => b.rpn - a.rpn || bySeverity(a.failure, b.failure))
  const total = rated.reduce((sum, one) => sum + one.rpn, 0)
  let sum = 0
  return rated.slice(0, most).map((one) => ({ ...one, cumulated: (sum += one.rpn) / total }))
}

/** The severity first, then the occurrence, then the detection; equal ones by title. */
function bySeverity(a: RatedFailure, b: RatedFailure): number {
  const by = (variable: keyof Ratings) => (b.ratings[variable] ?? 0) - (a.ratings[variable] ?? 0)
  return by('severity') || by('occurrence') || by('detection') || a.title.localeCompare(b.title, 'en')
}

/**
 * The failures to look at first: by action priority, then severity, occurrence and detection; failures without a
 * priority are left out (rule FMEA-11).
 */
export function topFailures(failures: readonly RatedFailure[], most: number): RatedFailure[] {
  const rank = ({ priority }: RatedFailure) => actionPriorities.indexOf(priority!)
  return failures
    .filter(({ priority }) => priority !== null)
    .sort((a, b) => rank(b) - rank(a) || bySeverity(a, b))
    .slice(0, most)
}

/** An action of the optimisation; `due`: its day, YYYY-MM-DD; null: none. */
export interface FmeaAction {
  readonly id: string
  readonly title: string
  readonly due: string | null
  readonly isClosed: boolean
  /** The highest action priority of the failures that it improves. */
  readonly priority: ActionPriority | null
}

export const dueGroups = ['overdue', 'week', 'month', 'later', 'undated'] as const
export type DueGroup = (typeof dueGroups)[number]

const dayMs = 86_400_000

/**
 * The actions that are not closed, by when they are due seen from `today` (YYYY-MM-DD): overdue, within 7 days, within
 * 30 days, later, without a day. In each group the earliest first, and of one day the most urgent (rule FMEA-12).
 */
export function openActions(actions: readonly FmeaAction[], today: string): Record<DueGroup, FmeaAction[]> {
  const groups: Record<DueGroup, FmeaAction[]> = { overdue: [], week: [], month: [], later: [], undated: [] }
  const rank = ({ priority }: FmeaAction) => (priority === null ? -1 : actionPriorities.indexOf(priority))
  const open = actions
    .filter(({ isClosed }) => !isClosed)
    .sort((a, b) => (a.due ?? '').localeCompare(b.due ?? '') || rank(b) - rank(a))
  for (const action of open) groups[dueGroup(action.due, today)].push(action)
  return groups
}

function dueGroup(due: string | null, today: string): DueGroup {
  if (due === null) return 'undated'
  const days = (Date.parse(due) - Date.parse(today)) / dayMs
  if (days < 0) return 'overdue'
  if (days <= 7) return 'week'
  return days <= 30 ? 'month' : 'later'
}
