import type { Case } from '@carapace/shared/msoc/cases/cases.contract'

/** The uuid of test case `n`. */
export const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A case for tests. */
export function aCase(n: number, part: Partial<Case> = {}): Case {
  return {
    uuid: uuidOf(n),
    number: n,
    title: `Case ${n}`,
    stage: 'NEW',
    severity: 'high',
    owner: null,
    alerts: 0,
    vehicles: 0,
    comments: 0,
    status: null,
    resolution: null,
    tlp: 'AMBER',
    pap: 'AMBER',
    tags: [],
    need_to_know: false,
    members: [],
    tasks: { total: 0, done: 0, overdue: 0 },
    template: null,
    timers: {
      ttd_ms: null,
      tta_ms: null,
      ttr_ms: null,
      worked_ms: 0,
      paused_ms: 0,
      paused_since: null,
      acknowledged_at: null,
      acknowledge_due_at: null,
      resolve_due_at: null,
      sla: 'none',
    },
    merged_into: null,
    created_by: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    closed_at: null,
    revision: 1,
    ...part,
  }
}
