import { expect, test } from 'vitest'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'

import { alertsOf, idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members

let vehicles = 0
/** New vehicles with one open alert each. */
async function raised(count = 1): Promise<Alert[]> {
  const vins = Array.from({ length: count }, () => `VEHICLE${++vehicles}`)
  await site.post(
    alpha.key,
    vins.map((vin) => idsEvent(vin)),
  )
  return Promise.all(vins.map((vehicle) => theAlert(site, alpha, { vehicle })))
}

const call = async (path: string, input: object, token = analyst.token) =>
  site.call(token, `msoc/v1/cases/${path}`, input)
async function opened(count = 1, title = 'A case') {
  const alerts = await raised(count)
  const { body } = await call('create', { title, alert_uuids: alerts.map(({ uuid }) => uuid) })
  return { alerts, uuid: body.case.uuid as string, case: body.case }
}
const got = async (uuid: string) => (await site.get(admin.token, 'msoc/v1/cases/get', { uuid })).body
const alertNow = async (uuid: string): Promise<Alert> =>
  (await site.get(admin.token, 'msoc/v1/alerts/get', { uuid })).body.alert

test('a case lists its alerts, their vehicles, its comments and its history, the latest first', async () => {
  const { uuid, alerts } = await opened(2, 'Two vehicles')
  await call('comment', { uuid, text: 'Same sender? @Alpha admin' })
  const { case: caseRow, alerts: linked, timeline } = await got(uuid)

  expect(caseRow).toMatchObject({
    title: 'Two vehicles',
    stage: 'NEW',
    alerts: 2,
    vehicles: 2,
    comments: 1,
    created_by: { uuid: analyst.uuid },
    owner: { uuid: analyst.uuid },
    closed_at: null,
    revision: 1,
  })
  expect(linked.map((alert: Alert) => alert.uuid).sort()).toEqual(alerts.map((alert) => alert.uuid).sort())
  expect(timeline.map(({ kind, actor }: { kind: string; actor: string }) => [kind, actor])).toEqual([
    ['comment', 'Alpha analyst'],
    ['open', 'Alpha analyst'],
  ])
  expect(timeline[0].detail).toEqual({ text: 'Same sender? @Alpha admin' })
  expect(caseRow.updated_at).toBe(timeline[0].at)
})

test('[CASE-8] cases are numbered from 1, however many changes of alerts lie between', async () => {
  const charlie = await site.organisation('Charlie')
  const numbers: number[] = []
  for (const vin of ['C1', 'C2', 'C3']) {
    await site.post(charlie.key, [idsEvent(vin), idsEvent(vin, { sensor_instance: 2 })])
    const [alert] = await alertsOf(site, charlie, { vehicle: vin })
    const { body } = await call('create', { title: vin, alert_uuids: [alert!.uuid] }, charlie.members.ANALYST.token)
    numbers.push(body.case.number)
  }
  expect(numbers).toEqual([1, 2, 3])
})

test('[CASE-1] changes are recorded field by field, without unchanged values', async () => {
  const { uuid } = await opened()
  const { body } = await call('update', {
    uuid,
    revision: 1,
    title: 'Renamed',
    severity: 'critical',
    owner: admin.uuid,
    stage: 'IN_PROGRESS',
  })
  expect(body.case).toMatchObject({
    title: 'Renamed',
    severity: 'critical',
    owner: { name: 'Alpha admin' },
    stage: 'IN_PROGRESS',
    revision: 2,
  })
  expect((await call('update', { uuid, revision: 2, title: 'Renamed', stage: 'IN_PROGRESS' })).body.case.revision).toBe(
    2,
  )

  expect(
    (await got(uuid)).timeline.map(({ kind, detail }: { kind: string; detail: object }) => [kind, detail]),
  ).toEqual([
    ['stage', { stage: 'IN_PROGRESS', was: 'NEW' }],
    ['owner', { owner: 'Alpha admin' }],
    ['severity', { severity: 'critical', was: 'high' }],
    ['title', { title: 'Renamed', was: 'A case' }],
    ['open', expect.anything()],
  ])
})

test('[CASE-2] closing records the time and leaves the alerts; reopening clears it', async () => {
  const { uuid, alerts } = await opened()
  const { body: closed } = await call('update', { uuid, revision: 1, stage: 'CLOSED' })
  expect(Date.now() - Date.parse(closed.case.closed_at)).toBeLessThan(60_000)
  expect(await alertNow(alerts[0]!.uuid)).toMatchObject({ status: 'ESCALATED', case_uuid: uuid })

  expect((await call('update', { uuid, revision: 2, stage: 'IN_PROGRESS' })).body.case).toMatchObject({
    closed_at: null,
    stage: 'IN_PROGRESS',
  })
})

test('[CASE-2] on request, closing a case closes its open alerts, and their vehicles are healthy again', async () => {
  const { uuid, alerts } = await opened(3)
  await site.call(analyst.token, 'msoc/v1/alerts/update', {
    uuids: [alerts[2]!.uuid],
    change: { status: 'CLOSED', resolution: 'LEGITIMATE' },
  })
  await call('update', { uuid, revision: 1, stage: 'CLOSED', close_alerts: 'TRUE_POSITIVE_WITH_IMPACT' })

  expect(await Promise.all(alerts.map(async (alert) => (await alertNow(alert.uuid)).resolution))).toEqual([
    'TRUE_POSITIVE_WITH_IMPACT',
    'TRUE_POSITIVE_WITH_IMPACT',
    'LEGITIMATE',
  ])
  expect(await alertNow(alerts[0]!.uuid)).toMatchObject({
    status: 'CLOSED',
    acknowledged_by: { uuid: analyst.uuid },
    closed_at: expect.any(String),
  })
  expect(
    (await site.get(admin.token, 'msoc/v1/assets/vehicle', { uuid: alerts[0]!.vehicle!.uuid })).body.vehicle
      .open_alerts,
  ).toBe(0)
  expect((await got(uuid)).timeline[0]).toMatchObject({ kind: 'stage', detail: { alerts_closed: 2 } })
})

test('only closing a case accepts a resolution for its alerts', async () => {
  const { uuid } = await opened()
  expect((await call('update', { uuid, revision: 1, close_alerts: 'UNKNOWN' })).status).toBe(400)
})

test('[CASE-3] adding an alert escalates it', async () => {
  const { uuid } = await opened()
  const [more] = await raised()
  const { body } = await call('link', { uuid, add: [more!.uuid] })

  expect(body.case).toMatchObject({ alerts: 2, vehicles: 2, revision: 2 })
  expect(await alertNow(more!.uuid)).toMatchObject({ status: 'ESCALATED', case_uuid: uuid })
  expect((await got(uuid)).timeline[0]).toMatchObject({ kind: 'link', detail: { alerts: 1, numbers: [more!.number] } })
})

test('[CASE-3] an alert that is closed or in another open case is refused; all such alerts are named', async () => {
  const { uuid } = await opened()
  const {
    alerts: [theirs],
    uuid: other,
  } = await opened()
  const [closed, sound] = await raised(2)
  await site.call(analyst.token, 'msoc/v1/alerts/update', {
    uuids: [closed!.uuid],
    change: { status: 'CLOSED', resolution: 'UNKNOWN' },
  })

  for (const refused of [closed!, theirs!]) {
    const { status, body } = await call('link', { uuid, add: [sound!.uuid, refused.uuid] })
    expect([status, body.code, body.message]).toEqual([
      422,
      'RULE_REFUSED',
      expect.stringContaining(`ALR-${refused.number} `),
    ])
    expect((await call('create', { title: 'Another', alert_uuids: [refused.uuid] })).status).toBe(422)
  }
  expect(await alertNow(sound!.uuid)).toMatchObject({ status: 'NEW', case_uuid: null })

  await call('update', { uuid: other, revision: 1, stage: 'CLOSED' })
  expect((await call('link', { uuid, add: [theirs!.uuid] })).body.case.alerts).toBe(2)
})

test('[CASE-4] alerts cannot be added to or removed from a closed case', async () => {
  const { uuid, alerts } = await opened()
  const [more] = await raised()
  await call('update', { uuid, revision: 1, stage: 'CLOSED' })
  for (const input of [{ add: [more!.uuid] }, { remove: [alerts[0]!.uuid] }])
    expect((await call('link', { uuid, ...input })).status).toBe(422)
})

test('[CASE-4] adding an alert that is in the case, or removing one that is not, changes nothing', async () => {
  const { uuid, alerts } = await opened()
  const [more] = await raised()
  expect((await call('link', { uuid, add: [alerts[0]!.uuid], remove: [more!.uuid] })).body.case).toMatchObject({
    alerts: 1,
    revision: 1,
  })
  expect((await got(uuid)).timeline).toHaveLength(1)
})

test('[CASE-5] a removed alert goes from escalated to in progress; any other status stays', async () => {
  const {
    uuid,
    alerts: [escalated, pending],
  } = await opened(2)
  await site.call(analyst.token, 'msoc/v1/alerts/update', { uuids: [pending!.uuid], change: { status: 'PENDING' } })
  await call('link', { uuid, remove: [escalated!.uuid, pending!.uuid] })

  expect(await alertNow(escalated!.uuid)).toMatchObject({ status: 'IN_PROGRESS', case_uuid: null })
  expect(await alertNow(pending!.uuid)).toMatchObject({ status: 'PENDING', case_uuid: null })
})

test('[CASE-6] a change of an older revision is refused with 409; a comment does not raise the revision', async () => {
  const { uuid } = await opened()
  await call('comment', { uuid, text: 'hm' })
  expect((await call('update', { uuid, revision: 1, title: 'first' })).status).toBe(200)
  expect((await call('update', { uuid, revision: 1, title: 'second' })).status).toBe(409)
  expect((await got(uuid)).case.title).toBe('first')
})

test('[CASE-6] of two concurrent changes of one revision, one is refused', async () => {
  const { uuid } = await opened(2)
  const replies = await Promise.all(
    ['a', 'b'].map((title) => call('update', { uuid, revision: 1, title, stage: 'CLOSED', close_alerts: 'UNKNOWN' })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('an owner who is not a member is refused, and a viewer changes nothing', async () => {
  const { uuid } = await opened()
  expect((await call('update', { uuid, revision: 1, owner: crypto.randomUUID() })).status).toBe(400)
  expect((await call('comment', { uuid, text: 'hm' }, viewer.token)).status).toBe(422)
})

test('cases are found by stage, severity, owner, text and number, and each is listed once', async () => {
  const { uuid, case: caseRow } = await opened(1, 'Needle in a haystack')
  await call('update', { uuid, revision: 1, owner: null, severity: 'low' })
  const found = async (query: Record<string, string>) =>
    (await site.get(analyst.token, 'msoc/v1/cases', query)).body.cases.map((one: { uuid: string }) => one.uuid)
  const ways: Record<string, string>[] = [
    { q: 'NEEDLE' },
    { q: `CAS-${caseRow.number}` },
    { owner: 'none' },
    { severity: 'low,info' },
  ]
  for (const query of ways) expect([query, await found(query)]).toEqual([query, [uuid]])
  expect(await found({ owner: 'me' })).not.toContain(uuid)
  expect(await found({ stage: 'CLOSED' })).not.toContain(uuid)

  const { total } = (await site.get(analyst.token, 'msoc/v1/cases')).body
  const seen: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await site.get(analyst.token, 'msoc/v1/cases', { limit: 4, cursor })
    expect(body.total).toBe(total)
    seen.push(...body.cases.map((one: { uuid: string }) => one.uuid))
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([total, total])
})

test('a subscriber receives every change of a case, in the order of the record', async () => {
  const watcher = await site.live(viewer.token)
  const watched = watcher.subscribe('msoc.cases')
  await watched.snapshot()
  const { uuid } = await opened()
  await call('comment', { uuid, text: 'hm' })
  await call('update', { uuid, revision: 1, stage: 'CLOSED' })
  const mine = () =>
    (watched.changes as { kind: string; uuid: string; seq: number; case: { stage: string } }[]).filter(
      (change) => change.uuid === uuid,
    )
  await watched.until(() => mine().length === 3, 'three changes')

  expect(mine().map(({ kind }) => kind)).toEqual(['open', 'comment', 'stage'])
  expect(mine().at(-1)!.case.stage).toBe('CLOSED')
  expect(await alertsOf(site, alpha, { case: uuid })).toHaveLength(1)
})
