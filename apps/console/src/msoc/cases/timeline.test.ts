import type { CaseChange } from '@carapace/shared/msoc/cases/cases.contract'
import { expect, test } from 'vitest'
import { commentIn, daysOf, sentenceOf } from './timeline.ts'

const change = (seq: number, at: string): CaseChange => ({
  seq,
  at,
  kind: 'comment',
  actor: 'Anna',
  detail: { text: 'x' },
})

test('[CASE-UI-10] the timeline is grouped by day, latest first', () => {
  const days = daysOf([
    change(1, '2025-11-17T23:59:59Z'),
    change(3, '2025-11-18T10:00:00Z'),
    change(2, '2025-11-18T00:00:00Z'),
  ])
  expect(days.map(({ day, changes }) => [day, changes.map(({ seq }) => seq)])).toEqual([
    ['18 Nov 2025', [3, 2]],
    ['17 Nov 2025', [1]],
  ])
})

test.for([
  ['open', { title: 'T', alerts: 2, numbers: [7, 9] }, 'Opened the case over ALR-7, ALR-9'],
  ['open', {}, 'Opened the case'],
  ['link', { alerts: 1, numbers: [7] }, 'Linked ALR-7'],
  ['link', { alerts: 25, numbers: Array.from({ length: 20 }, (_, n) => n) }, 'Linked 25 alerts'],
  ['unlink', {}, 'Took alerts out'],
  ['stage', { stage: 'IN_PROGRESS', was: 'NEW' }, 'Moved the case from New to In progress'],
  ['stage', { stage: 'CLOSED', was: 'NEW', alerts_closed: 3 }, 'Closed the case and 3 alerts'],
  ['stage', { stage: 'CLOSED', was: 'NEW' }, 'Closed the case'],
  ['stage', { stage: 'NEW', was: 'CLOSED' }, 'Reopened the case'],
  ['owner', { owner: 'Anna Koch' }, 'Assigned the case to Anna Koch'],
  ['owner', { owner: null }, 'Removed the owner'],
  ['owner', {}, 'Changed the owner'],
  ['title', { title: 'Torque', was: 'T' }, 'Renamed the case to “Torque”'],
  ['severity', { severity: 'high', was: 'low' }, 'Changed the severity from Low to High'],
] as const)('[CASE-UI-11] %s %j reads "%s"', ([kind, detail, sentence]) => {
  expect(sentenceOf({ kind, detail: { ...detail } })).toBe(sentence)
})

test('[CASE-UI-11] only a comment has its own text', () => {
  expect([
    commentIn({ kind: 'comment', detail: { text: 'look' } }),
    commentIn({ kind: 'comment', detail: {} }),
    commentIn({ kind: 'title', detail: { text: 'x' } }),
  ]).toEqual(['look', undefined, undefined])
})
