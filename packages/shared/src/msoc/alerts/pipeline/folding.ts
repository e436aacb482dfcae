import type { FoldingSettings } from './standing-steps.ts'

/** An alert of a vehicle that may be folded with others. `raisedAt` in epoch ms. */
export interface FoldableAlert {
  readonly rule: string
  readonly title: string
  readonly vehicle: number
  readonly raisedAt: number
}

/** Alerts of one rule on many vehicles that were raised at the same time. */
export interface Fold<Alert extends FoldableAlert> {
  readonly rule: string
  readonly title: string
  readonly from: number
  readonly to: number
  readonly vehicles: number
  readonly alerts: readonly Alert[]
}

/** The number of vehicles from which on alerts fold, given how many vehicles are heard (rule FOLDING-1). */
export function vehiclesNeeded({ vehicles, share }: FoldingSettings, heard: number): number {
  return Math.max(vehicles, Math.ceil(share * heard))
}

/**
 * What folds of these alerts: for each rule, the alerts from the first of enough vehicles within the time of the step
 * until none was raised for that time (rule FOLDING-1).
 */
export function foldsIn<Alert extends FoldableAlert>(
  alerts: readonly Alert[],
  settings: FoldingSettings,
  heard: number,
): Fold<Alert>[] {
  const needed = vehiclesNeeded(settings, heard)
  return [...Map.groupBy(alerts, ({ rule }) => rule).values()].flatMap((ofRule) =>
    foldsOfRule(
      ofRule.toSorted((a, b) => a.raisedAt - b.raisedAt),
      settings.seconds * 1_000,
      needed,
    ),
  )
}

/** Alerts of one rule, the earliest first. */
function foldsOfRule<Alert extends FoldableAlert>(
  alerts: readonly Alert[],
  spanMs: number,
  needed: number,
): Fold<Alert>[] {
  const folds: Fold<Alert>[] = []
  let open: { alerts: Alert[]; isFold: boolean } = { alerts: [], isFold: false }
  const close = () => {
    if (open.isFold) folds.push(foldOf(open.alerts))
    open = { alerts: [], isFold: false }
  }
  for (const alert of alerts) {
    const last = open.alerts.at(-1)
    if (open.isFold && last && alert.raisedAt - last.raisedAt > spanMs) close()
    if (!open.isFold) open.alerts = open.alerts.filter(({ raisedAt }) => alert.raisedAt - raisedAt <= spanMs)
    open.alerts.push(alert)
    open.isFold ||= open.alerts.length >= needed && vehiclesIn(open.alerts) >= needed
  }
  close()
  return folds
}

function foldOf<Alert extends FoldableAlert>(alerts: readonly Alert[]): Fold<Alert> {
  const { rule, title, raisedAt } = alerts[0]!
  return { rule, title, from: raisedAt, to: alerts.at(-1)!.raisedAt, vehicles: vehiclesIn(alerts), alerts }
}

function vehiclesIn(alerts: readonly FoldableAlert[]): number {
  return new Set(alerts.map(({ vehicle }) => vehicle)).size
}
