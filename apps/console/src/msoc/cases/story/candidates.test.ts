import { expect, test } from 'vitest'
import type { CaseDetail } from '../use-case.ts'
import { candidatesOf } from './candidates.ts'

const detail = {
  alerts: [{ uuid: 'a1', number: 7, title: 'Flood', first_seen: '2026-01-01T10:00:00Z', tactics: ['Impact'] }],
  timeline: [
    { seq: 3, at: '2026-01-01T12:00:00Z', kind: 'comment', actor: 'Anna', from: null, detail: { text: 'Seen\nmore' } },
    { seq: 2, at: '2026-01-01T11:00:00Z', kind: 'story', actor: 'Anna', from: null, detail: {} },
    { seq: 1, at: '2026-01-01T09:00:00Z', kind: 'open', actor: 'Bo', from: { uuid: 'c', number: 1 }, detail: {} },
  ],
  evidence: [
    { uuid: 'e1', name: 'dump.bin', added_at: '2026-01-01T11:30:00Z', removed_at: null },
    { uuid: 'e2', name: 'gone.bin', added_at: '2026-01-01T11:30:00Z', removed_at: '2026-01-01T11:40:00Z' },
  ],
  story: [],
} as unknown as CaseDetail

test('[CASE-UI-50] offered in the order of time: alerts, the timeline, evidence that is still there', () => {
  expect(candidatesOf(detail).map(({ group, title }) => [group, title])).toEqual([
    ['Alerts', 'ALR-7 Flood'],
    ['Evidence', 'dump.bin'],
    ['Timeline', 'Anna: Seen'],
  ])
})

test('[CASE-UI-50] what is in the story already is not offered again', () => {
  const story = [
    { uuid: 's1', reference: { kind: 'alert', alert_uuid: 'a1' } },
    { uuid: 's2', reference: { kind: 'change', seq: 3 } },
  ] as unknown as CaseDetail['story']
  expect(candidatesOf({ ...detail, story }).map(({ title }) => title)).toEqual(['dump.bin'])
})
