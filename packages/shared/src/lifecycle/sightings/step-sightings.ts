import { createMatcher, hasIndicators, type SeenAlert } from './indicators.ts'
import type { Tree, TreeStep } from '../attack-tree/tree.ts'

/** Alerts that show the same steps of an attack tree. */
export interface SeenSteps {
  readonly steps: string[]
  readonly alerts: number
  /** The rules of these alerts. */
  readonly rules: string[]
}

/** The maximum number of rules in an address of the alert queue. */
const mostRules = 20

/** The steps of a tree with indicators. */
export function observableSteps({ steps }: Tree): (TreeStep & { indicators: NonNullable<TreeStep['indicators']> })[] {
  return steps.flatMap((step) =>
    step.gate === null && step.indicators && hasIndicators(step.indicators)
      ? [{ ...step, indicators: step.indicators }]
      : [],
  )
}

/**
 * Which steps of a tree the alerts show, grouped by the same steps (rule SIGHTING-12). Alerts that show no step are
 * left out.
 */
export function stepsSeen(tree: Tree, alerts: readonly SeenAlert[]): SeenSteps[] {
  const shownBy = createMatcher(observableSteps(tree))
  const found = alerts
    .map(({ rule, ...alert }) => ({
      rule,
      steps: shownBy({ rule, ...alert })
        .map(({ id }) => id)
        .sort(),
    }))
    .filter(({ steps }) => steps.length > 0)
  return [...Map.groupBy(found, ({ steps }) => steps.join(' ')).values()].map((same) => ({
    steps: same[0]!.steps,
    alerts: same.length,
    rules: [...new Set(same.map(({ rule }) => rule))].slice(0, mostRules),
  }))
}

/**
 * How many alerts a path explains, and their rules; undefined: none of its steps has indicators (rule SIGHTING-12).
 */
export function seenOnPath(
  path: readonly string[],
  observable: ReadonlySet<string>,
  seen: readonly SeenSteps[],
): Omit<SeenSteps, 'steps'> | undefined {
  if (!path.some((id) => observable.has(id))) return undefined
  const shown = seen.filter(({ steps }) => steps.some((id) => path.includes(id)))
  return {
    alerts: shown.reduce((sum, { alerts }) => sum + alerts, 0),
    rules: [...new Set(shown.flatMap(({ rules }) => rules))],
  }
}
