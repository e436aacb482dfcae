import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { takeObservablePosition } from '@carapace/api/src/msoc/observables/follower.queries.ts'
import { lockObservables } from '@carapace/api/src/msoc/observables/writes.queries.ts'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import {
  createObservables,
  deleteObservables,
  exportObservables,
  exportStix,
  findObservables,
  getObservable,
  importObservables,
  listObservables,
  observableGraph,
  saveObservable,
  updateObservables,
} from '@carapace/shared/msoc/observables/observables.contract'
import type { ObservableType } from '@carapace/shared/msoc/observables/observables'

import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()

const event = (vehicle: string, more: object = {}) => ({
  type: 'ids.eth',
  vehicle,
  ts: Date.now(),
  event_id: 0x8003,
  detail: { ecu: 'BCM' },
  ...more,
})

/** Adds a value; returns its uuid. */
async function add({ members }: Organisation, type: ObservableType, value: string, more: object = {}): Promise<string> {
  const answer = await site.request(members.ANALYST.token, createObservables, { values: [{ type, value }], ...more })
  return answer.uuid!
}

/** Waits until the observables of all alerts of the organisation have been read. */
async function untilRead({ org }: Organisation): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await site.sql<{ behind: boolean }[]>`SELECT p.seq IS DISTINCT FROM c.seq AS behind
        FROM change_counters c LEFT JOIN observable_positions p ON p.org_uuid = c.org_uuid
        WHERE c.org_uuid = ${org.uuid}`
      if (row!.behind) throw new Error('observables of alerts are still to be read')
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** Waits until a transaction waits for another one. */
async function untilWaiting(): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(
        await site.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ).not.toEqual([]),
    { timeout: 10_000, interval: 20 },
  )
}

test('[OBSERVABLE-17] a value is stored once in its normal form, whatever its spelling', async () => {
  const org = await site.organisation('Once')
  const { token } = org.members.ANALYST
  const uuid = await add(org, 'domain', 'EVIL[.]Example', { tags: ['c2'] })
  expect(await add(org, 'domain', 'evil.example.', { tags: ['botnet'], is_ioc: true })).toBe(uuid)
  const { observables, total } = await site.request(token, listObservables, {})
  expect(total).toBe(1)
  expect(observables[0]).toMatchObject({
    value: 'evil.example',
    tags: ['botnet', 'c2'],
    is_ioc: true,
    sightings: 2,
    source: 'manual',
    author: 'Once analyst',
  })
  const { invalid } = await site.request(token, createObservables, { values: [{ type: 'imei', value: '1' }] })
  expect(invalid).toEqual([{ index: 0, reason: '1: An IMEI has 15 digits.' }])
})

test('[OBSERVABLE-17] [OBSERVABLE-44] an indicator that is added again keeps its expiry', async () => {
  const org = await site.organisation('Again')
  const { token } = org.members.ANALYST
  const stored = async () => (await site.request(token, listObservables, {})).observables[0]!
  await add(org, 'domain', 'evil.example')
  await add(org, 'domain', 'evil.example', { is_ioc: true, expires_at: '2091-01-01T00:00:00.000Z' })
  const indicator = { is_ioc: true, expires_at: '2091-01-01T00:00:00.000Z', note: '', revision: 2 }
  expect(await stored()).toMatchObject(indicator)
  await add(org, 'domain', 'evil.example', { is_ioc: true })
  const text = 'type,value,is_ioc,expires_at\ndomain,evil.example,true,2092-01-01'
  await site.request(token, importObservables, { format: 'csv', text, dry_run: false })
  expect(await stored()).toMatchObject({ ...indicator, sightings: 4 })
  await add(org, 'domain', 'evil.example', { note: 'seen in mail' })
  expect(await stored()).toMatchObject({ ...indicator, note: 'seen in mail', revision: 3 })
})

test('[OBSERVABLE-25] [OBSERVABLE-26] [OBSERVABLE-27] [OBSERVABLE-43] alerts give observables and links', async () => {
  const org = await site.organisation('Alerts')
  const { token } = org.members.ANALYST
  await site.post(org.key, [event('1M8GDM9AXKP042788'), event('1M8GDM9A9KP042789')])
  await untilRead(org)
  const { observables } = await site.request(token, listObservables, { q: '0x8003' })
  expect(observables).toHaveLength(1)
  expect(observables[0]).toMatchObject({ type: 'ids_event', sightings: 2, source: 'alert', tlp: 'AMBER' })
  await site.post(org.key, [event('1M8GDM9AXKP042788')])
  await untilRead(org)
  const got = await site.request(token, getObservable, { uuid: observables[0]!.uuid })
  expect(got.observable.sightings).toBe(2)
  expect(got.alerts_total).toBe(2)
  expect(got.alerts.map(({ vin }) => String(vin)).sort()).toEqual(['1M8GDM9A9KP042789', '1M8GDM9AXKP042788'])
  expect(got.days).toEqual([{ day: new Date().toISOString().slice(0, 10), kind: 'alert', count: 2 }])
  expect(got.related.map(({ observable, alerts }) => [observable.type, alerts])).toEqual([
    ['ecu', 2],
    ['vin', 1],
    ['vin', 1],
  ])
  const graph = await site.request(token, observableGraph, { uuid: observables[0]!.uuid })
  expect(graph.nodes.map(({ kind }) => kind).sort()).toEqual([
    'alert',
    'alert',
    'observable',
    'observable',
    'observable',
    'observable',
  ])
  expect(graph.edges).toHaveLength(6)
  expect(graph.is_cut).toBe(false)
})

test('[OBSERVABLE-27] an alert counts once on each day of its changes, also where they are read later', async () => {
  const org = await site.organisation('Days')
  const { token } = org.members.ANALYST
  await site.post(org.key, [event('1M8GDM9AXKP042788')])
  await untilRead(org)
  const now = Date.now()
  const times = [2, 1, 1, 0].map((days) => new Date(now - days * 86_400_000))
  await site.sql.begin(async (sql) => {
    const { uuid } = org.org
    // the follower has the row of the position locked while it reads
    await sql`UPDATE observable_positions SET seq = 0 WHERE org_uuid = ${uuid}`
    await sql`DELETE FROM observables WHERE org_uuid = ${uuid}`
    const [alert] = await sql<{ uuid: string }[]>`SELECT uuid FROM alerts WHERE org_uuid = ${uuid}`
    await sql`DELETE FROM alert_changes WHERE org_uuid = ${uuid}`
    for (const [i, at] of times.entries())
      await sql`INSERT INTO alert_changes (org_uuid, seq, alert_uuid, at, kind, actor)
        VALUES (${uuid}, ${i + 1}, ${alert!.uuid}, ${at}, ${i === 0 ? 'raise' : 'count'}, 'test')`
    await sql`UPDATE change_counters SET seq = ${times.length} WHERE org_uuid = ${uuid}`
  })
  await untilRead(org)
  const { observables } = await site.request(token, listObservables, { q: '0x8003' })
  expect(observables[0]).toMatchObject({ sightings: 3, first_seen: times[0]!.toISOString() })
  const got = await site.request(token, getObservable, { uuid: observables[0]!.uuid })
  const days = times.map((at) => [at.toISOString().slice(0, 10), 1])
  expect(new Map(got.days.map(({ day, count }) => [day, count]))).toEqual(new Map(days as [string, number][]))
})

test('[OBSERVABLE-25] the position of the follower never goes back', async () => {
  const { org } = await site.organisation('Position')
  const taken = await site.sql.begin(async (sql) => {
    await sql`INSERT INTO observable_positions (org_uuid, epoch, seq)
      SELECT org_uuid, epoch, seq FROM change_counters WHERE org_uuid = ${org.uuid}`
    const taking = site.db.transaction((tx) => takeObservablePosition(tx, org))
    await untilWaiting()
    for (const table of ['change_counters', 'observable_positions'])
      await sql`UPDATE ${sql(table)} SET seq = 10 WHERE org_uuid = ${org.uuid}`
    return { taking }
  })
  expect(await taken.taking).toMatchObject({ seq: 10, now: { seq: 10 } })
})

test('[OBSERVABLE-42] values of an alert are found in any spelling', async () => {
  const org = await site.organisation('Find')
  const uuid = await add(org, 'uds_service', '0x27')
  const { found } = await site.request(org.members.VIEWER.token, findObservables, {
    values: [
      { type: 'vin', value: 'unknown' },
      { type: 'uds_service', value: '0x27 Security access' },
    ],
  })
  expect(found.map(({ index, observable }) => [index, observable.uuid])).toEqual([[1, uuid]])
})

test('[OBSERVABLE-40] [OBSERVABLE-41] filters, parts of values and pages', async () => {
  const org = await site.organisation('Filters')
  const { token } = org.members.ANALYST
  for (let i = 0; i < 5; i++) await add(org, 'address', `10.0.0.${i}`, { tags: i < 2 ? ['net'] : [] })
  await add(org, 'domain', 'a_b%c.example'.replace('%', ''), { tlp: 'RED', is_ioc: true })
  const found = async (filter: object) =>
    (await site.request(token, listObservables, filter)).observables.map(({ value }) => value)
  expect(await found({ type: 'domain' })).toEqual(['a_bc.example'])
  expect(await found({ tlp: 'RED,GREEN' })).toEqual(['a_bc.example'])
  expect(await found({ ioc: true })).toEqual(['a_bc.example'])
  expect((await found({ tag: 'net' })).sort()).toEqual(['10.0.0.0', '10.0.0.1'])
  expect(await found({ q: 'BC.exam' })).toEqual(['a_bc.example'])
  expect(await found({ q: '0.0.' })).toHaveLength(5)
  expect(await found({ q: '10' })).toHaveLength(5)
  expect(await found({ q: 'b.' })).toEqual([])
  expect(await found({ q: 'a%b' })).toEqual([])
  expect(await found({ seen_from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  const first = await site.request(token, listObservables, { limit: 4 })
  const second = await site.request(token, listObservables, { limit: 4, cursor: first.next_cursor! })
  const all = [...first.observables, ...second.observables].map(({ value }) => value)
  expect(new Set(all).size).toBe(6)
  expect(second.next_cursor).toBeNull()
  expect(first).toMatchObject({ total: 6, is_total_exact: true })
  expect((await site.refusal(token, listObservables, { cursor: 'x' })).code).toBe('INVALID_INPUT')
})

test('[OBSERVABLE-44] changes carry a revision; several are changed or none', async () => {
  const org = await site.organisation('Change')
  const { token } = org.members.ANALYST
  const uuid = await add(org, 'email', 'a@b.example')
  const levels = { tlp: 'RED', pap: 'RED' } as const
  const set = { ...levels, tags: ['x'], note: 'seen in mail', is_ioc: true, expires_at: null }
  const { observable } = await site.request(token, saveObservable, { uuid, revision: 1, ...set })
  expect(observable).toMatchObject({ revision: 2, ...set })
  expect((await site.refusal(token, saveObservable, { uuid, revision: 1, ...set })).code).toBe('ROW_CHANGED')
  const other = await add(org, 'email', 'c@d.example')
  const change = { add_tags: ['y'], remove_tags: ['x'], tlp: 'GREEN' as const }
  await site.request(token, updateObservables, { uuids: [uuid, other], change })
  const { observables } = await site.request(token, listObservables, {})
  expect(observables.map(({ tags, tlp }) => [tags, tlp])).toEqual([
    [['y'], 'GREEN'],
    [['y'], 'GREEN'],
  ])
  const strange = crypto.randomUUID()
  expect((await site.refusal(token, updateObservables, { uuids: [uuid, strange], change })).code).toBe('NOT_FOUND')
  expect((await site.refusal(token, deleteObservables, { uuids: [uuid, strange] })).code).toBe('NOT_FOUND')
  await site.request(token, deleteObservables, { uuids: [uuid, other] })
  expect((await site.request(token, listObservables, {})).total).toBe(0)
  expect((await site.refusal(org.members.VIEWER.token, deleteObservables, { uuids: [uuid] })).code).toBe(
    'ROLE_REQUIRED',
  )
})

test('[OBSERVABLE-44] changes of several and additions never wait crosswise', async () => {
  const org = await site.organisation('Crosswise')
  const { token } = org.members.ANALYST
  const uuids = [await add(org, 'email', 'a@b.example'), await add(org, 'email', 'c@d.example')]
  for (const path of [updateObservables, updateObservables, deleteObservables]) {
    uuids.reverse()
    const { answer } = await site.db.transaction(async (tx) => {
      await lockObservables(tx, org.org)
      const touch = (uuid: string) => tx.execute(sql`UPDATE observables SET note = note || 'x' WHERE uuid = ${uuid}`)
      await touch(uuids[0]!)
      const answer = site.call(token, path.path, { uuids, change: { tlp: 'RED' } })
      await untilWaiting()
      await touch(uuids[1]!)
      return { answer }
    })
    expect((await answer).status).toBe(200)
  }
})

test('[OBSERVABLE-19] [OBSERVABLE-20] an import is previewed, and each invalid line has its reason', async () => {
  const org = await site.organisation('Import')
  const { token } = org.members.ANALYST
  await add(org, 'address', '192.0.2.1')
  const text = [
    'Type,Value,TLP,Tags,is_ioc,expires_at',
    'address,192.0.2.1,,,,',
    'domain,evil[.]example,TLP:RED,a;b,true,2031-01-01',
    'imei,1,,,,',
    'colour,red,,,,',
    'domain,evil.example,,,,',
    'domain,x.example,PURPLE,,,',
    'domain,y.example,,,perhaps,',
    'domain,z.example,,,,yesterday',
    'a,b,c,d,e,f,g',
  ].join('\n')
  const preview = await site.request(token, importObservables, { format: 'csv', text, dry_run: true })
  expect(preview).toMatchObject({ rows: 9, created: 1, known: 1, invalid: 7, job: null })
  expect(preview.preview.map(({ line, state }) => [line, state])).toEqual([
    [4, 'invalid'],
    [5, 'invalid'],
    [6, 'invalid'],
    [7, 'invalid'],
    [8, 'invalid'],
    [9, 'invalid'],
    [10, 'invalid'],
    [2, 'known'],
    [3, 'new'],
  ])
  expect((await site.request(token, listObservables, {})).total).toBe(1)
  await site.request(token, importObservables, { format: 'csv', text, dry_run: false, tags: ['feed'] })
  const { observables } = await site.request(token, listObservables, { tag: 'feed' })
  expect(observables.find(({ type }) => type === 'domain')).toMatchObject({
    tlp: 'RED',
    tags: ['a', 'b', 'feed'],
    is_ioc: true,
    expires_at: '2031-01-01T00:00:00.000Z',
  })
})

test('[OBSERVABLE-19] a large import is a job', async () => {
  const org = await site.organisation('Large')
  const { token } = org.members.ANALYST
  const text = `type,value\n${Array.from({ length: 2_500 }, (_, i) => `hostname,host-${i}`).join('\n')}`
  const { job } = await site.request(token, importObservables, { format: 'csv', text, dry_run: false })
  expect(job?.total).toBe(2_500)
  await vi.waitFor(
    async () => {
      const { total } = await site.request(token, listObservables, {})
      expect(total).toBe(2_500)
    },
    { timeout: 20_000, interval: 100 },
  )
})

test('[OBSERVABLE-23] hostile files are refused or harmless', async () => {
  const org = await site.organisation('Hostile')
  const { token } = org.members.ANALYST
  for (const [format, text] of [
    ['csv', '"'.repeat(200_000)],
    ['csv', `type,value\n"${'x'.repeat(300_000)}",y`],
    ['csv', `${'a,'.repeat(50_000)}\n`],
    ['csv', '__proto__,constructor\nx,y'],
    ['misp', '['.repeat(100_000)],
    ['stix', '{"type":"bundle","objects":{"__proto__":1}}'],
    ['text', '\u202e'.repeat(10_000)],
  ] as const) {
    const read = await site.request(token, importObservables, { format, text, dry_run: true })
    expect(read.created).toBe(0)
    const refusal = await site.refusal(token, importObservables, { format, text, dry_run: false })
    expect(refusal.code).toBe('INVALID_INPUT')
  }
})

test('[OBSERVABLE-24] exports are read back by the import', async () => {
  const org = await site.organisation('Exports')
  const other = await site.organisation('Reader')
  const { token } = org.members.ANALYST
  await add(org, 'url', 'https://evil.example/=1', { tlp: 'GREEN', tags: ['a'], note: '=cmd', is_ioc: true })
  await add(org, 'vin', '1M8GDM9AXKP042788')
  const csv = await site.get(token, exportObservables.path)
  const stix = await site.get(token, exportStix.path, { type: 'url,vin' })
  for (const [format, { text, status }] of [
    ['csv', csv],
    ['stix', stix],
  ] as const) {
    expect(status).toBe(200)
    const read = await site.request(other.members.ANALYST.token, importObservables, { format, text, dry_run: true })
    expect(read).toMatchObject({ created: 2, invalid: 0 })
  }
  await site.request(other.members.ANALYST.token, importObservables, { format: 'csv', text: csv.text, dry_run: false })
  const { observables } = await site.request(other.members.ANALYST.token, listObservables, { type: 'url' })
  expect(observables[0]).toMatchObject({ tlp: 'GREEN', tags: ['a'], note: '=cmd', is_ioc: true })
})

test('[OBSERVABLE-45] one organisation sees nothing of another', async () => {
  const ours = await site.organisation('Ours')
  const theirs = await site.organisation('Theirs')
  const uuid = await add(theirs, 'domain', 'secret.example')
  const { token } = ours.members.ADMIN
  expect((await site.request(token, listObservables, { q: 'secret' })).total).toBe(0)
  expect((await site.refusal(token, getObservable, { uuid })).code).toBe('NOT_FOUND')
  const values = [{ type: 'domain' as const, value: 'secret.example' }]
  expect((await site.request(token, findObservables, { values })).found).toEqual([])
  expect((await site.request(token, createObservables, { values })).created).toBe(1)
})

test('[OBSERVABLE-26] alerts of the queue link to their observables', async () => {
  const org = await site.organisation('Queue')
  const { token } = org.members.ANALYST
  await site.post(org.key, [event('1M8GDM9AXKP042788')])
  await untilRead(org)
  const { alerts } = await site.request(token, listAlerts, {})
  const values = alerts[0]!.observables.map(({ kind, value }) => ({ type: kind, value }))
  const { found } = await site.request(token, findObservables, { values })
  expect(found).toHaveLength(values.length)
})
