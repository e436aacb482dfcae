import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { anAlert, uuidOf } from '../an-alert.ts'
import { opened } from '../queue/queue.ts'
import { alertQueue } from '../queue/queue.store.ts'
import { wholeAmong } from './whole-among.ts'
import { mergesOf } from './merging.ts'
import type { Notice } from './triage-sources.ts'

const into = { uuid: uuidOf(1), number: 1, title: 'Flood' }

/** Merging over three alerts, whose unmerging leaves `left` of them merged. */
function merging(left = 0) {
  const queue = alertQueue(() => ({ filter: {}, sort: 'newest' }), {
    live: () => NEVER,
    list: () => Promise.reject(new Error('not expected in this test')),
    openAlert: () => undefined,
  })
  const alerts = [anAlert(3), anAlert(2), anAlert(1)]
  queue.setState({ phase: 'ready', queue: opened({ alerts, total: 3, next_cursor: null }, 'e1'), cursor: uuidOf(3) })
  const calls: unknown[] = []
  const notices: Notice[] = []
  const merged = (uuid: Alert['uuid']) => anAlert(uuid === uuidOf(3) ? 3 : 2, { seq: 60, status: 'MERGED' })
  const hands = mergesOf(
    queue,
    {
      merge: (uuids, whole) => {
        calls.push({ merge: uuids, into: whole })
        return Promise.resolve({ alerts: [anAlert(1, { seq: 60, parts: uuids.length }), ...uuids.map(merged)] })
      },
      unmerge: (uuids) => {
        calls.push({ unmerge: uuids })
        return Promise.resolve({ unmerged: uuids.length - left, refused: left, alerts: [anAlert(1, { seq: 70 })] })
      },
      notify: (notice) => notices.push(notice),
    },
    () => Promise.resolve(),
  )
  return { queue, hands, calls, notices }
}

test('[QUEUE-86] the others are merged, the cursor moves on, and the notice undoes it', async () => {
  const { queue, hands, calls, notices } = merging()
  const done = hands.merge([anAlert(3), anAlert(2), anAlert(1)], anAlert(1))
  expect(queue.getState().pending.get(uuidOf(3))).toBe('Merging')
  expect(queue.getState().cursor).toBe(uuidOf(1))
  await done
  expect(queue.alertOf(uuidOf(1))?.parts).toBe(2)
  expect(queue.getState().pending.size).toBe(0)
  expect(notices.at(-1)).toMatchObject({ text: '2 alerts merged into ALR-1.', action: { keys: 'z' } })
  notices.at(-1)?.action?.run()
  await expect.poll(() => notices.at(-1)?.text).toBe('Undone: 2 alerts unmerged.')
  expect(calls).toEqual([{ merge: [uuidOf(3), uuidOf(2)], into: uuidOf(1) }, { unmerge: [uuidOf(3), uuidOf(2)] }])
})

test('[QUEUE-86] unmerging can be undone, and reports what stays merged', async () => {
  const { hands, calls, notices } = merging()
  const part = anAlert(2, { status: 'MERGED', merged_into: into })
  await hands.unmerge([part])
  expect(notices.at(-1)?.text).toBe('ALR-2 unmerged.')
  notices.at(-1)?.action?.run()
  await expect.poll(() => notices.at(-1)?.text).toBe('Undone: ALR-2 merged into ALR-1.')
  expect(calls.at(-1)).toEqual({ merge: [uuidOf(2)], into: uuidOf(1) })

  const stays = merging(1)
  await stays.hands.unmerge([part])
  expect(stays.notices.at(-1)).toMatchObject({ tone: 'warning', text: expect.stringContaining('0 of 1 unmerged') })
})

test('[QUEUE-86] suggested is the alert with parts, else the most severe, else the earliest', () => {
  const some = [anAlert(3, { severity: 'low' }), anAlert(2, { severity: 'low' })]
  expect(wholeAmong(some)?.number).toBe(2)
  expect(wholeAmong([...some, anAlert(4, { severity: 'high' })])?.number).toBe(4)
  expect(
    wholeAmong([...some, anAlert(4, { severity: 'high' }), anAlert(5, { severity: 'low', parts: 1 })])?.number,
  ).toBe(5)
})
