import { expect, test, vi } from 'vitest'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import {
  addEntries,
  createObservables,
  deleteObservableList,
  listEntries,
  listObservableLists,
  listObservables,
  removeEntries,
  saveObservableList,
  updateObservables,
} from '@carapace/shared/msoc/observables/observables.contract'
import type { TypedValue } from '@carapace/shared/msoc/observables/observables'

import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const vin = '1M8GDM9AXKP042788'

const line = (message: string, more: object = {}) => ({
  type: 'syslog',
  vehicle: vin,
  ts: Date.now(),
  hostname: 'gateway',
  message,
  ...more,
})
const frame = (id: number) => ({ type: 'can', vehicle: vin, ts: Date.now(), bus: 'can0', id, data: '00' })

/** Creates a list with values. */
async function listOf(org: Organisation, name: string, values: readonly TypedValue[], more: object = {}) {
  const { token } = org.members.ANALYST
  const { list } = await site.request(token, saveObservableList, { name, kind: 'watch', ...more })
  if (values.length > 0) await site.request(token, addEntries, { uuid: list.uuid, entries: [...values] })
  return list
}

/** The alerts of watchlists. */
async function hitsOf({ members }: Organisation) {
  const { alerts } = await site.request(members.ANALYST.token, listAlerts, { limit: 100 })
  return alerts.filter(({ rule }) => rule === 'watchlist')
}

/** Ingest reads changed lists with the next batch after five seconds: sends until something holds. */
async function sendUntil(org: Organisation, events: () => object[], holds: () => Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      await site.post(org.key, events())
      await holds()
    },
    { timeout: 20_000, interval: 300 },
  )
}

test('[OBSERVABLE-11] [OBSERVABLE-12] [OBSERVABLE-13] listed values raise alerts that explain them', async () => {
  const org = await site.organisation('Watch')
  await listOf(
    org,
    'Campaign 7',
    [
      { type: 'address', value: '203.0.113.9' },
      { type: 'arbitration_id', value: '0x6F1' },
      { type: 'hostname', value: 'GATEWAY' },
      { type: 'domain', value: 'unseen.example' },
    ],
    { severity: 'critical' },
  )
  await site.post(org.key, [
    line('connect to 203.0.113.9:443'),
    line('connect to 203.0.113.9:80'),
    frame(0x6f1),
    frame(0x100),
  ])
  const alerts = await hitsOf(org)
  expect(alerts.map(({ title }) => title).sort()).toEqual([
    'Arbitration id 0x6F1 is on the watchlist Campaign 7',
    'Host name gateway is on the watchlist Campaign 7',
    'IP address 203.0.113.9 is on the watchlist Campaign 7',
  ])
  const address = alerts.find(({ title }) => title.startsWith('IP'))!
  expect(address).toMatchObject({ severity: 'critical', count: 2, source: 'detector', vehicle: { vin } })
  expect(address.observables).toEqual([
    { kind: 'vin', value: vin },
    { kind: 'address', value: '203.0.113.9' },
  ])
  expect(address.explanation).toEqual([
    { field: 'IP address', observed: '203.0.113.9', expected: 'not on the watchlist Campaign 7' },
  ])
})

test('[OBSERVABLE-12] more values than are remembered lose no hit', async () => {
  const org = await site.organisation('Many')
  const many = Array.from({ length: 10_500 }, (_, i) => ({
    type: 'address' as const,
    value: `10.1.${i >> 8}.${i & 255}`,
  }))
  await listOf(org, 'Campaign 8', [{ type: 'domain', value: 'evil.example' }, ...many])
  // only the first of them raises an alert: the others are on an allowlist as well
  await listOf(org, 'Ours', many, { kind: 'allow' })
  await site.post(org.key, [line('lookup of evil.example')])
  const lines = Array.from({ length: 42 }, (_, i) =>
    line(
      `evil.example ${many
        .slice(i * 250, (i + 1) * 250)
        .map(({ value }) => value)
        .join(' ')}`,
    ),
  )
  await site.post(org.key, lines)
  expect((await hitsOf(org)).map(({ title, count }) => [title, count])).toEqual([
    ['Domain evil.example is on the watchlist Campaign 8', 43],
  ])
})

test('[OBSERVABLE-13] a vehicle on a watchlist raises an alert with whatever it sends', async () => {
  const org = await site.organisation('Stolen')
  await listOf(org, 'Stolen', [{ type: 'vin', value: vin }])
  await site.post(org.key, [frame(0x100)])
  expect((await hitsOf(org)).map(({ title }) => title)).toEqual([`VIN ${vin} is on the watchlist Stolen`])
})

test('[OBSERVABLE-15] changed lists are in effect while ingest goes on', async () => {
  const org = await site.organisation('Reload')
  const { token } = org.members.ANALYST
  await site.post(org.key, [line('hello')])
  expect(await hitsOf(org)).toEqual([])
  const values = [{ type: 'domain' as const, value: 'evil.example' }]
  const list = await listOf(org, 'Later', values)
  const hits = async () => (await hitsOf(org))[0]?.count ?? 0
  await sendUntil(
    org,
    () => [line('lookup of evil.example')],
    async () => expect(await hits()).toBeGreaterThan(0),
  )
  await site.request(token, removeEntries, { uuid: list.uuid, entries: values })
  await vi.waitFor(
    async () => {
      const before = await hits()
      await site.post(org.key, [line('lookup of evil.example')])
      expect(await hits()).toBe(before)
    },
    { timeout: 20_000, interval: 300 },
  )
})

test('[OBSERVABLE-16] allowlists, expiry and inactive lists raise nothing', async () => {
  const org = await site.organisation('Allow')
  const { token } = org.members.ANALYST
  const value = (n: number) => ({ type: 'address' as const, value: `203.0.113.${n}` })
  await listOf(org, 'Watched', [value(1), value(2), value(3)])
  await listOf(org, 'Allowed', [value(1)], { kind: 'allow' })
  await listOf(org, 'Old', [value(4)], { expires_at: '2020-01-01T00:00:00Z' })
  await listOf(org, 'Off', [value(5)], { active: false })
  const { uuid } = await site.request(token, createObservables, { values: [value(2)] })
  await site.request(token, updateObservables, { uuids: [uuid!], change: { expires_at: '2020-01-01T00:00:00Z' } })
  await site.post(
    org.key,
    [1, 2, 3, 4, 5].map((n) => line(`from 203.0.113.${n}`)),
  )
  expect((await hitsOf(org)).map(({ title }) => title)).toEqual(['IP address 203.0.113.3 is on the watchlist Watched'])
  await site.request(token, createObservables, { values: [value(1)] })
  const { observables } = await site.request(token, listObservables, { q: '203.0.113.1' })
  expect(observables[0]).toMatchObject({ watched_by: ['Watched'], allowed_by: ['Allowed'] })
})

test('[OBSERVABLE-11] [OBSERVABLE-18] lists have names, revisions, pages and counts', async () => {
  const org = await site.organisation('Lists')
  const { token } = org.members.ANALYST
  const list = await listOf(org, 'One', [])
  const entries = Array.from({ length: 250 }, (_, i) => ({ type: 'hostname' as const, value: `Host-${i}` }))
  const added = await site.request(token, addEntries, {
    uuid: list.uuid,
    entries: [...entries, { type: 'imei', value: '1' }, { type: 'hostname', value: 'HOST-0' }],
  })
  expect(added).toMatchObject({ added: 250, invalid_total: 1, invalid: [{ index: 250 }] })
  await site.request(token, createObservables, { values: [{ type: 'vin', value: vin }], list_uuid: list.uuid })
  const first = await site.request(token, listEntries, { uuid: list.uuid, limit: 200 })
  const second = await site.request(token, listEntries, { uuid: list.uuid, limit: 200, cursor: first.next_cursor! })
  expect(new Set([...first.entries, ...second.entries].map(({ value }) => value)).size).toBe(251)
  expect((await site.request(token, listObservables, { list: list.uuid })).total).toBe(1)
  const { lists } = await site.request(token, listObservableLists, {})
  expect(lists[0]).toMatchObject({ name: 'One', entries: 251, author: 'Lists analyst' })
  const named = { name: 'one', kind: 'allow' } as const
  expect((await site.refusal(token, saveObservableList, named)).errors).toHaveProperty('name')
  const change = { uuid: list.uuid, revision: 1, ...named }
  expect((await site.refusal(token, saveObservableList, change)).code).toBe('ROW_CHANGED')
  await site.request(token, deleteObservableList, { uuid: list.uuid })
  expect((await site.request(token, listObservableLists, {})).lists).toEqual([])
  expect((await site.refusal(org.members.VIEWER.token, saveObservableList, named)).code).toBe('ROLE_REQUIRED')
})

test('[OBSERVABLE-45] a watchlist watches the vehicles of its organisation only', async () => {
  const ours = await site.organisation('Watchers')
  const theirs = await site.organisation('Watched by nobody')
  await listOf(ours, 'Ours', [{ type: 'vin', value: vin }])
  await site.post(theirs.key, [frame(0x100)])
  await site.post(ours.key, [frame(0x100)])
  expect(await hitsOf(theirs)).toEqual([])
  expect(await hitsOf(ours)).toHaveLength(1)
})
