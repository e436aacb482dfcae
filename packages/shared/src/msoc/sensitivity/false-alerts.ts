import { benignAlerts, type BenignAlerts } from './benign-alerts.ts'

/**
 * Hours of traffic of a vehicle's buses in a month: two hours on each of 30 days. Rates measured an hour become rates
 * "a vehicle and month" with it.
 */
export const hoursAMonth = 60

/** How many alerts with the fall of all detectors are added to those of one detector, which may be few. */
const borrowed = 3
/** Above this number of signs a rate is not extrapolated any further: nothing was measured there. */
const signsTrusted = 1_000

/** The false alerts of one detector on benign traffic. */
interface Tail {
  /** The number of signs of each, ascending. */
  readonly signs: readonly number[]
  /** Beyond what was measured the rate falls as `n ** -fall`. */
  readonly fall: number
}

/** Returns how many false alerts a vehicle and month are to be expected, by detector, from what was measured. */
export type FalseAlertScale = (detector: string, signs: number) => number | null

/**
 * Makes the scale from false alerts measured on benign traffic (rules SENSITIVITY-1, SENSITIVITY-2 of ../SPEC.md): how
 * many have as many signs. What was never seen may come all the same: half an alert (Jeffreys' prior), shared by all
 * detectors, which falls with the signs as a Pareto tail by Hill's estimator.
 */
export function scaleOf({ hours, alerts }: BenignAlerts): FalseAlertScale {
  const detectors = Object.entries(alerts)
  const all = detectors.flatMap(([, signs]) => signs)
  const pooledLog = (logsOf(all) + 1) / (all.length + 1)
  const unseen = 0.5 / detectors.length
  const tails = new Map<string, Tail>(
    detectors.map(([detector, signs]) => [
      detector,
      {
        signs: signs.toSorted((a, b) => a - b),
        fall: (signs.length + borrowed) / (logsOf(signs) + borrowed * pooledLog),
      },
    ]),
  )
  const rateOf = ({ signs, fall }: Tail, least: number) => {
    const n = Math.min(signsTrusted, Math.max(1, least))
    return ((signs.length - countBelow(signs, n) + unseen * n ** -fall) / hours) * hoursAMonth
  }
  const most = new Map([...tails].map(([detector, tail]) => [detector, rateOf(tail, 1)]))
  return (detector, signs) => {
    const tail = tails.get(detector)
    if (tail === undefined) return null
    const own = rateOf(tail, signs)
    let together = 0
    for (const rate of most.values()) together += Math.min(rate, own)
    return together
  }
}

/** How many of these ascending numbers are smaller. */
function countBelow(ascending: readonly number[], n: number): number {
  const first = ascending.findIndex((one) => one >= n)
  return first < 0 ? ascending.length : first
}

/** The sum of the natural logarithms. */
function logsOf(signs: readonly number[]): number {
  return signs.reduce((sum, one) => sum + Math.log(Math.max(1, one)), 0)
}

/**
 * Returns the number of false alerts a vehicle and month that a setting brings which raises an alert of this many signs
 * of this detector, and all that are as rare: the smaller, the more certain is the alert. Null for what was not
 * measured: rules, the vehicle's own intrusion detection, areas.
 */
export const expectedFalseAlerts: FalseAlertScale = scaleOf(benignAlerts)

/** Whether an alert is not raised at this setting; null: everything is raised (rule SENSITIVITY-3). */
export function isBelow(falseAlerts: number | null | undefined, atMost: number | null): boolean {
  return atMost !== null && typeof falseAlerts === 'number' && falseAlerts > atMost
}

/** Choices of the setting: false alerts a vehicle and month. */
export const sensitivityChoices = [30, 10, 3, 1, 0.3, 0.1] as const
/** Bounds of a number of one's own. */
export const sensitivityBounds = { least: 0.05, most: 1_000 } as const
/** What was held back is kept, and a setting can be tried on, this many days. */
export const heldBackDays = 35
