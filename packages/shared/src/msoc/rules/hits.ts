import type { Explanation, Observable } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'
import type { SigmaHit } from '../sigma/detect.ts'
import type { SigmaEvent } from '../sigma/event.ts'
import type { CorrelationRule } from '../sigma/model.ts'
import { explainCorrelation, explainMatch, observablesOf } from './explain.ts'
import type { RuleSet } from './rule-set.ts'
import { severityOfLevel, type VehicleService } from './rules.ts'

/** A rule that came true. Explanation, event and observables are made when they are read first. */
export interface RuleHitFound {
  readonly ruleUuid: string
  readonly title: string
  readonly severity: Severity
  readonly tags: readonly string[]
  /** Empty for a correlation that does not group by vehicle. */
  readonly vin: string
  /** Epoch ms. */
  readonly ts: number
  /** Of the newest event; undefined where the end of a timespan made the rule true. */
  readonly service: VehicleService | undefined
  /** The other values that a correlation groups by; empty for a detection. */
  readonly group: string
  readonly explanation: readonly Explanation[]
  /** The fields of the newest event. */
  readonly event: Readonly<Record<string, unknown>>
  readonly observables: readonly Observable[]
}

/** The field by which correlations group by vehicle. */
const vehicleField = 'vehicle'
const longestGroup = 200

/** Returns a function that makes hits of a set of rules. */
export function createHits(set: RuleSet) {
  const { detections, correlations } = set.linked

  /** Conditions of the detections that made a correlation true: of those that match its newest event. */
  function explainSources(number: number, event: SigmaEvent): Explanation[] {
    for (const source of correlations[number]!.sources) {
      const reasons =
        source.kind === 'detection'
          ? explainMatch(detections[source.number]!.expression, event)
          : explainSources(source.number, event)
      if (reasons.length > 0) return reasons
    }
    return []
  }

  function explain(hit: SigmaHit, event: SigmaEvent | undefined): Explanation[] {
    if (hit.correlation === undefined) return explainMatch(detections[hit.number]!.expression, event!)
    const counted = explainCorrelation(correlations[hit.number]!.rule, hit.correlation)
    return event === undefined ? counted : [...counted, ...explainSources(hit.number, event)]
  }

  /** `complete` returns the newest event with all its fields, for people who read the hit. */
  return (hit: SigmaHit, event: SigmaEvent | undefined, complete?: () => SigmaEvent): RuleHitFound => {
    const rule = hit.kind === 'detection' ? detections[hit.number]! : correlations[hit.number]!.rule
    const vin = hit.correlation === undefined ? event!.id : vehicleOf(hit, rule as CorrelationRule)
    return {
      ruleUuid: set.ownerOf(hit.kind, hit.number).uuid,
      title: rule.title,
      severity: severityOfLevel(rule.level),
      tags: rule.tags,
      vin,
      ts: hit.ts,
      service: event?.source.service as VehicleService | undefined,
      group: hit.correlation === undefined ? '' : groupOf(hit, rule as CorrelationRule),
      get explanation() {
        return explain(hit, event)
      },
      get event() {
        return Object.fromEntries((complete?.() ?? event ?? hit.correlation!.event).fields)
      },
      get observables() {
        return observablesOf(complete?.() ?? event ?? hit.correlation!.event, explain(hit, event))
      },
    }
  }
}

function vehicleOf({ correlation }: SigmaHit, { groupBy }: CorrelationRule): string {
  return correlation!.group[groupBy.indexOf(vehicleField)] ?? ''
}

function groupOf({ correlation }: SigmaHit, { groupBy }: CorrelationRule): string {
  const values = correlation!.group.filter((_, index) => groupBy[index] !== vehicleField)
  return values.join(' · ').slice(0, longestGroup)
}
