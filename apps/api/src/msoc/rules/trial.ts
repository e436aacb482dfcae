import { setImmediate } from 'node:timers/promises'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { RuleHit } from '@carapace/shared/msoc/rules/rules.contract'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import type { RunningRules } from '@carapace/shared/msoc/rules/running'
import type { RuleContext } from '@carapace/shared/msoc/rules/vehicle-events'

/** An event with what rules know of its vehicle. */
export interface KnownEvent {
  readonly event: VehicleEvent
  readonly context: RuleContext
}

/** Between two pauses the process answers no other calls, ms. */
const turnMs = 10

/** Runs rules on events in their order, with pauses for the other calls that this process answers. */
export async function* runOn(rules: RunningRules, events: Iterable<KnownEvent>): AsyncGenerator<RuleHitFound[]> {
  let turnEnd = performance.now() + turnMs
  for (const { event, context } of events) {
    const hits = rules.step(event, context)
    if (hits.length > 0) yield hits
    if (performance.now() < turnEnd) continue
    await setImmediate()
    turnEnd = performance.now() + turnMs
  }
}

/** Returns a hit as it is shown. */
export function shown({ vin, ts, service, explanation, event }: RuleHitFound): RuleHit {
  return {
    vin,
    at: new Date(ts).toISOString(),
    service: service ?? '',
    explanation: explanation.map((one) => ({ ...one })),
    event: { ...event },
  }
}

/** Hits of a run that ends soon: their number, and the newest of them. */
export function createHits(most: number) {
  let hits = 0
  let newest: RuleHitFound[] = []
  return {
    add(found: readonly RuleHitFound[]) {
      hits += found.length
      newest.push(...found)
      if (newest.length > 2 * most) newest = newest.slice(-most)
    },
    answer: () => ({ hits, examples: newest.slice(-most).reverse().map(shown) }),
  }
}
