import type { CaseChange } from '@carapace/shared/msoc/cases/cases.contract'
import { expect, test } from 'vitest'
import { commentIn, daysOf, inGroups, sentenceOf } from './timeline.ts'

const change = (seq: number, at: string): CaseChange => ({
  from: null,
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
  ['status', { status: 'Triage' }, 'Set the status “Triage”'],
  ['status', { status: null }, 'Removed the status'],
  ['tlp', { tlp: 'RED', was: 'AMBER' }, 'Changed the TLP from AMBER to RED'],
  ['pause', { paused: true, reason: 'waits for the supplier' }, 'Stopped the clock: waits for the supplier'],
  ['pause', { paused: false }, 'Started the clock again'],
  ['member', { added: ['Anna'], removed: ['Sven'] }, 'Added Anna and removed Sven'],
  ['member', {}, 'Changed the members'],
  ['task', { title: 'Isolate', state: 'DONE' }, 'Finished the task “Isolate”'],
  ['task', { title: 'Isolate', note: 'asked the depot' }, 'Noted on the task “Isolate”: asked the depot'],
  ['task', {}, 'Changed the task'],
  ['evidence', { name: 'dump.bin' }, 'Added evidence “dump.bin”'],
  [
    'evidence',
    { name: 'dump.bin', removed: true, reason: 'wrong car' },
    'Removed evidence “dump.bin” because: wrong car',
  ],
  ['merge', { from: 12, alerts: 1 }, 'Merged CAS-12'],
  ['merge', { into: 12 }, 'Merged the case into CAS-12'],
  ['unmerge', { out: 12 }, 'Took out CAS-12'],
  ['split', { into: 13 }, 'Split off CAS-13'],
  ['open', { title: 'T', split_from: 7 }, 'Split the case off CAS-7'],
  ['story', { title: 'First frame', added: true }, 'Added a step to the story: “First frame”'],
  ['story', {}, 'Arranged the story'],
  ['reference', { link: 'reference', title: 'CVE-1', removed: true }, 'Removed the link to “CVE-1”'],
  ['access', { need_to_know: true }, 'Restricted the case to need to know'],
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

test('[CASE-UI-14] the timeline is filtered by groups of kinds; without any, everything is shown', () => {
  const all = [change(1, '2025-11-17T00:00:00Z'), { ...change(2, '2025-11-17T00:00:00Z'), kind: 'task' as const }]
  expect(inGroups(all, [])).toEqual(all)
  expect(inGroups(all, ['tasks']).map(({ seq }) => seq)).toEqual([2])
  expect(inGroups(all, ['comments', 'tasks'])).toHaveLength(2)
})
