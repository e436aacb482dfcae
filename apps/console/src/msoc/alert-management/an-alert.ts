import type { Alert, LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'

/** For tests: a uuid that one recognises by its number. */
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** For tests: a moment `n` seconds into a day. */
export const timeAt = (n: number) => new Date(Date.UTC(2025, 10, 18) + n * 1_000).toISOString()

/** For tests: an alert that was last seen `n` seconds into the day, under the number and the seq `n`. */
export function anAlert(n: number, overrides: Partial<Alert> = {}): Alert {
  return {
    uuid: uuidOf(n),
    number: n,
    seq: n,
    title: `Alert ${n}`,
    severity: 'medium',
    source: 'detector',
    rule: 'period-deviation',
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
    case_uuid: null,
    raised_at: timeAt(n),
    closed_at: null,
    previous_uuid: null,
    revision: 1,
    ...overrides,
  }
}

/** For tests: a change of the alert, which is now as told. */
export function aChange(kind: LiveAlert['kind'], alert: Alert): LiveAlert {
  return { seq: alert.seq, kind, uuid: alert.uuid, alert }
}

/** For tests: the alert stopped matching the filter with this seq. */
export function aLeaving(n: number, seq: number): LiveAlert {
  return { seq, kind: 'status', uuid: uuidOf(n), alert: null }
}
