import { createHash } from 'node:crypto'
import type { Finding } from '@carapace/shared/msoc/detect/detector'
import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import type { VehicleService } from '@carapace/shared/msoc/rules/rules'

const evidenceOf: Readonly<Record<VehicleService, Finding['evidence']>> = {
  can: 'can',
  'ids-can': 'ids',
  'ids-eth': 'ids',
  'ids-host': 'ids',
  syslog: 'syslog',
  position: 'position',
  telemetry: 'none',
}

/**
 * Returns the finding of a hit: hits of one rule, vehicle and group are one alert (rule RULE-23). What only the newest
 * hit of an alert shows is made when it is stored.
 */
export function findingOf(hit: RuleHitFound): Finding {
  const textOf = (...names: readonly string[]): string | undefined =>
    names.map((name) => hit.event[name]).find((value) => typeof value === 'string')
  return {
    source: 'rule',
    rule: hit.title,
    ruleUuid: hit.ruleUuid,
    key: `rule:${hit.ruleUuid}:${digestOf(hit.group)}`,
    title: hit.title,
    severity: hit.severity,
    count: 1,
    ts: hit.ts,
    get ecu() {
      return textOf('detail.ecu', 'sender')
    },
    get bus() {
      return textOf('bus', 'detail.bus')
    },
    get explanation() {
      return hit.explanation
    },
    get observables() {
      return hit.observables
    },
    tactics: hit.tags,
    evidence: hit.service === undefined ? 'none' : evidenceOf[hit.service],
  }
}

const longestGroup = 64

/** A long group by its digest: the key is part of an index. */
function digestOf(group: string): string {
  return group.length <= longestGroup ? group : createHash('sha256').update(group).digest('hex')
}
