import type { Observable, Resolution } from '../alerts.ts'
import { AlertMatchers } from './alert-matchers.ts'
import type { ProposalSettings } from './standing-steps.ts'

/** An alert that was closed. `closedAt` in epoch ms; `model` is empty for a vehicle without one. */
export interface ClosedAlert {
  readonly uuid: string
  readonly rule: string
  readonly model: string | null
  readonly observables: readonly Observable[]
  readonly resolution: Resolution | null
  readonly closedAt: number
}

/** A silence that the way alerts were closed suggests, with the closings that it is derived from. */
export interface Proposal<Alert extends ClosedAlert> {
  /** Names what it would match: the same for as long as it is proposed. */
  readonly key: string
  readonly matchers: AlertMatchers
  /** How many of the evidence were closed as harmless. */
  readonly harmless: number
  /** The latest closings of what it would match, the latest first. */
  readonly evidence: readonly Alert[]
}

/** Maximum number of silences that are proposed at once. */
const proposedAtOnce = 50
const harmlessResolutions: readonly (Resolution | null)[] = ['FALSE_POSITIVE', 'LEGITIMATE']

export function isHarmless({ resolution }: Pick<ClosedAlert, 'resolution'>): boolean {
  return harmlessResolutions.includes(resolution)
}

/**
 * The silences to propose: for a rule on all vehicles, on a model, or with an observable, where enough of the latest
 * closings found nothing harmful (rules SILENCE-PROPOSAL-1, SILENCE-PROPOSAL-2). `closed`: the latest first.
 * `declined`: until when closings of what a key names do not count, epoch ms.
 */
export function proposalsOf<Alert extends ClosedAlert>(
  closed: readonly Alert[],
  settings: Pick<ProposalSettings, 'at_least' | 'of_last'>,
  declined: ReadonlyMap<string, number>,
): Proposal<Alert>[] {
  const evidence = new Map<string, { matchers: AlertMatchers; alerts: Alert[] }>()
  for (const alert of closed) {
    const scopes = scopesOf(alert).map((matchers) => ({ matchers, key: JSON.stringify(matchers) }))
    // what was declined by these closings is not proposed by them in another form either
    if (scopes.some(({ key }) => alert.closedAt <= (declined.get(key) ?? Number.NEGATIVE_INFINITY))) continue
    for (const { matchers, key } of scopes) {
      const found = evidence.get(key) ?? { matchers, alerts: [] }
      if (found.alerts.length < settings.of_last) found.alerts.push(alert)
      evidence.set(key, found)
    }
  }
  const proposals = [...evidence].flatMap(([key, { matchers, alerts }]) => {
    const harmless = alerts.filter(isHarmless).length
    return harmless >= settings.at_least ? [{ key, matchers, harmless, evidence: alerts }] : []
  })
  return withoutRepeats(proposals).slice(0, proposedAtOnce)
}

/** What a silence of this alert could match, the widest first. */
function scopesOf({ rule, model, observables }: ClosedAlert): AlertMatchers[] {
  const rules = [rule]
  const scopes: AlertMatchers[] = [
    { rules },
    ...(model === null || model === '' ? [] : [{ rules, models: [model] }]),
    // an IDS event is the rule of its alerts
    ...observables
      .filter(({ kind }) => kind !== 'ids_event')
      .slice(0, 20)
      .map(({ kind, value }) => ({ rules, observables: [`${kind}:${value}`] })),
  ]
  return scopes.filter((scope) => AlertMatchers.safeParse(scope).success)
}

const narrowness = ({ matchers }: { readonly matchers: AlertMatchers }) =>
  matchers.observables ? 2 : matchers.models ? 1 : 0

/**
 * Of proposals about the same closings only the narrowest stays; where a wider one has closings that no narrower one
 * explains, the wider one stays and the narrower ones of its rule go.
 */
function withoutRepeats<P extends Proposal<ClosedAlert>>(proposals: readonly P[]): P[] {
  const kept: P[] = []
  for (const some of Map.groupBy(proposals, ({ matchers }) => matchers.rules![0]!).values()) {
    const explains = (narrow: P, wide: P) =>
      narrowness(narrow) > narrowness(wide) &&
      wide.evidence.every((alert) => narrow.evidence.some(({ uuid }) => uuid === alert.uuid))
    const distinct = some.filter(
      (one, i) =>
        !some.some((other) => explains(other, one)) &&
        // two observables of the same alerts: the first is enough
        !some.some((other, at) => at < i && narrowness(other) === narrowness(one) && sameEvidence(other, one)),
    )
    const widest = Math.min(...distinct.map(narrowness))
    kept.push(...distinct.filter((one) => narrowness(one) === widest))
  }
  return kept
}

function sameEvidence(one: Proposal<ClosedAlert>, other: Proposal<ClosedAlert>): boolean {
  return (
    one.evidence.length === other.evidence.length &&
    one.evidence.every(({ uuid }, i) => uuid === other.evidence[i]!.uuid)
  )
}
