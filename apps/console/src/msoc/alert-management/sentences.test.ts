import type { AlertChange } from '@carapace/shared/msoc/alerts/alerts.contract'
import { changeKinds } from '@carapace/shared/msoc/alerts/alerts'
import { describe, expect, test } from 'vitest'
import { anAlert, timeAt, uuidOf } from './an-alert.ts'
import { activityOf, pipelineOf, sentenceOf, sinceThen } from './sentences.ts'

const change = (
  seq: number,
  kind: AlertChange['kind'],
  detail: AlertChange['detail'] = {},
  actor = 'Sam Duarte',
): AlertChange => ({ seq, at: timeAt(seq), kind, actor, detail })

describe('sentences', () => {
  test.for([
    { kind: 'count', detail: { count: 1214 }, sentence: 'Seen again: ×1,214' },
    { kind: 'acknowledge', detail: {}, sentence: 'Acknowledged' },
    { kind: 'acknowledge', detail: { acknowledged: false }, sentence: 'Took the acknowledgement back' },
    { kind: 'assign', detail: { owner: 'Ana Kuo', status: 'ASSIGNED' }, sentence: 'Assigned to Ana Kuo' },
    { kind: 'assign', detail: { owner: null }, sentence: 'Removed the owner' },
    { kind: 'status', detail: { status: 'IN_PROGRESS' }, sentence: 'Changed the status to In progress' },
    { kind: 'close', detail: { resolution: 'FALSE_POSITIVE' }, sentence: 'Closed: False positive' },
    {
      kind: 'close',
      detail: { resolution: 'LEGITIMATE', comment: 'Workshop' },
      sentence: 'Closed: Legitimate. Workshop',
    },
    { kind: 'reopen', detail: { status: 'ASSIGNED' }, sentence: 'Reopened: Assigned' },
    { kind: 'evidence', detail: { events: 0 }, sentence: 'Found no events to keep as evidence' },
    { kind: 'evidence', detail: { events: 1 }, sentence: 'Captured the evidence: 1 event' },
    { kind: 'evidence', detail: { events: 4428 }, sentence: 'Captured the evidence: 4,428 events' },
    { kind: 'evidence', detail: { events: 1 }, sentence: 'Captured the evidence: 1 event' },
    { kind: 'escalate', detail: { case: 'Torque injection' }, sentence: 'Escalated to a case: Torque injection' },
    {
      kind: 'relate',
      detail: { number: 7, title: 'Flood of 0x000 on can0', severity: 'critical' },
      sentence: 'Another severity of the same incident raised: ALR-7 Flood of 0x000 on can0 (critical)',
    },
    { kind: 'assign', detail: { owner: 'Ana', reason: 'Night' }, sentence: 'Assigned to Ana by the step “Night”' },
    { kind: 'merge', detail: { into: 12, title: 'Flood' }, sentence: 'Merged into ALR-12' },
    { kind: 'merge', detail: { alerts: 2, numbers: [3, 4] }, sentence: 'Merged 2 alerts: ALR-3, ALR-4' },
    { kind: 'unmerge', detail: { from: 12, status: 'NEW' }, sentence: 'Unmerged from ALR-12' },
    {
      kind: 'overdue',
      detail: { minutes: 15, unless: 'acknowledged', reason: 'Night' },
      sentence: 'Overdue: not acknowledged within 15 min, by the step “Night”',
    },
    { kind: 'tag', detail: { tags: ['torque', 'oem'] }, sentence: 'Changed the tags: torque, oem' },
  ] as const)('[QUEUE-60] $kind reads "$sentence"', ({ kind, detail, sentence }) => {
    expect(sentenceOf({ kind, detail: { ...detail } })).toBe(sentence)
  })

  test.for(changeKinds.map((kind) => ({ kind })))(
    '[QUEUE-60] $kind without detail is still a complete sentence',
    ({ kind }) => {
      expect(sentenceOf({ kind, detail: {} })).toMatch(/^[A-Z][^:]+$/)
    },
  )

  test('[QUEUE-60] a bare id is not shown as a name', () => {
    expect(sentenceOf({ kind: 'assign', detail: { owner: '0b2e1f6e-7a51-4a57-9d0a-5d4e7c0e8a11' } })).toBe(
      'Changed the owner',
    )
  })
})

describe('activity', () => {
  test('[QUEUE-61] it is ordered latest first, and consecutive repeats are one line', () => {
    const lines = activityOf([
      change(1, 'raise'),
      change(2, 'count', { count: 2 }),
      change(3, 'count', { count: 3 }),
      change(4, 'acknowledge'),
    ])
    expect(lines.map(({ sentence }) => sentence)).toEqual(['Acknowledged', 'Seen again: ×3', 'Raised the alert'])
  })

  test('[QUEUE-44] later changes are named with their actor, and repeats have no actor', () => {
    const changes = [change(5, 'assign', { owner: null }, 'Ana Kuo'), change(6, 'count', { count: 9 }, 'ingest')]
    expect(sinceThen(changes, 4)).toBe('Ana Kuo: Removed the owner')
    expect(sinceThen(changes, 5)).toBeUndefined()
  })
})

describe('the pipeline', () => {
  test('[QUEUE-77] only known steps are shown', () => {
    expect(pipelineOf(anAlert(1), undefined)).toEqual([])
    const evidence = {
      kind: 'position' as const,
      bus: null,
      around: timeAt(1),
      filled_at: timeAt(2),
      total: 1,
      events: [{ clock_suspect: true }],
      dbc: null,
      profile: null,
    }
    expect(pipelineOf(anAlert(1, { count: 214, cleared_at: timeAt(3), previous_uuid: uuidOf(9) }), evidence)).toEqual([
      'deduplicated \u00d7214',
      'returned after an earlier alert was closed',
      'condition cleared',
      'clock suspect',
    ])
  })
})
