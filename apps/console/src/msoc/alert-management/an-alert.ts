import type { Alert, LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'

/** For tests: a uuid that contains a recognisable number. */
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** For tests: the time `n` seconds into a day. */
export const timeAt = (n: number) => new Date(Date.UTC(2025, 10, 18) + n * 1_000).toISOString()

/** For tests: an alert with the number `n` and the seq `n`, last seen `n` seconds into the day. */
export function anAlert(n: number, overrides: Partial<Alert> = {}): Alert {
  return {
    uuid: uuidOf(n),
    number: n,
    seq: n,
    title: `Alert ${n}`,
    severity: 'medium',
    source: 'detector',
    rule: 'period-deviation',
    rule_uuid: null,
    vehicle: null,
    ecu: null,
    bus: null,
    dedup_key: `key-${n}`,
    count: 1,
    first_seen: timeAt(n),
    last_seen: timeAt(n),
    status: 'NEW',
    resolution: null,
    acknowledged_by: null,
    acknowledged_at: null,
    cleared_at: null,
    owner: null,
    tags: [],
    tactics: [],
    observables: [],
    explanation: [],
    risk: 50,
    expected_false_alerts: null,
    case_uuid: null,
    raised_at: timeAt(n),
    closed_at: null,
    previous_uuid: null,
    suppressed_by: null,
    folded_into: null,
    folded: 0,
    merged_into: null,
    parts: 0,
    overdue_at: null,
    revision: 1,
    ...overrides,
  }
}

/** For tests: a change message with the alert's new state. */
export function aChange(kind: LiveAlert['kind'], alert: Alert): LiveAlert {
  return { seq: alert.seq, kind, uuid: alert.uuid, alert }
}

/** For tests: the message that the alert stopped matching the filter at this seq. */
export function aLeaving(n: number, seq: number): LiveAlert {
  return { seq, kind: 'status', uuid: uuidOf(n), alert: null }
}
