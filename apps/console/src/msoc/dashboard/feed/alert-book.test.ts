import type { Alert, LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { expect, test } from 'vitest'
import { changed, emptyBook, isShort, latestFirst, mostAlerts, opened, released, worstFirst } from './alert-book.ts'

const raised = (uuid: string, minute: number, severity: Severity = 'high', seq = 1): Alert =>
  ({ uuid, severity, seq, number: minute, raised_at: new Date(minute * 60_000).toISOString() }) as Alert
const news = (...alerts: Alert[]): LiveAlert[] =>
  alerts.map((alert) => ({ seq: alert.seq, kind: 'raise', uuid: alert.uuid, alert }))
const gone = (uuid: string): LiveAlert => ({ seq: 9, kind: 'close', uuid, alert: null })
const names = (alerts: readonly Alert[]) => alerts.map(({ uuid }) => uuid)
const three = opened({ alerts: [raised('a', 1), raised('c', 3), raised('b', 2)], total: 3 }, latestFirst)

test('[DASHBOARD-UI-8] a list that may move shows new alerts at their position', () => {
  const book = changed(three, news(raised('d', 4)), latestFirst, false)
  expect([names(book.shown), names(book.held)]).toEqual([['d', 'c', 'b', 'a'], []])
})

test('[DASHBOARD-UI-8] a held list lets new alerts wait, and shows them on request', () => {
  const book = changed(three, news(raised('d', 4), raised('e', 5)), latestFirst, true)
  expect([names(book.shown), names(book.held)]).toEqual([
    ['c', 'b', 'a'],
    ['e', 'd'],
  ])
  expect(names(released(book, latestFirst).shown)).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('[DASHBOARD-UI-8] a repeat changes its row in place, and an older message changes nothing', () => {
  const again = changed(three, news({ ...raised('a', 1), seq: 5, count: 7 }), latestFirst, true)
  expect(names(again.shown)).toEqual(['c', 'b', 'a'])
  expect(again.shown[2]!.count).toBe(7)
  expect(changed(again, news({ ...raised('a', 1), seq: 4, count: 6 }), latestFirst, true).shown[2]!.count).toBe(7)
})

test('[DASHBOARD-UI-8] an alert that no longer matches is removed, shown or waiting', () => {
  const waiting = changed(three, news(raised('d', 4)), latestFirst, true)
  const book = changed(waiting, [gone('d'), gone('b')], latestFirst, true)
  expect([names(book.shown), names(book.held)]).toEqual([['c', 'a'], []])
})

test('[DASHBOARD-UI-16] critical comes before high, and within a severity the latest raised first', () => {
  const book = changed(
    emptyBook,
    news(raised('old', 1, 'critical'), raised('high', 3), raised('new', 2, 'critical')),
    worstFirst,
    false,
  )
  expect(names(book.shown)).toEqual(['new', 'old', 'high'])
})

test('[DASHBOARD-UI-9] the list is bounded, and knows that there is more', () => {
  const many = Array.from({ length: mostAlerts + 20 }, (_, minute) => raised(`a${minute}`, minute))
  const book = changed(emptyBook, news(...many), latestFirst, false)
  expect([book.shown.length, book.more, book.shown[0]!.uuid]).toEqual([mostAlerts, true, `a${mostAlerts + 19}`])
  expect(changed(book, news(raised('older', 0)), latestFirst, true).held).toEqual([])
})

test('[DASHBOARD-UI-9] a list that had more and became short requests a new snapshot', () => {
  const full = opened({ alerts: [raised('a', 1)], total: 700 }, latestFirst)
  expect([isShort(full), isShort(three)]).toEqual([true, false])
})
