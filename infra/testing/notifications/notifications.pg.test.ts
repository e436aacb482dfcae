import { expect, test } from 'vitest'
import {
  acknowledgeNotification,
  listNotifications,
  markAllNotifications,
  markNotifications,
  type MyNotifications,
} from '@carapace/shared/notifications/notifications.contract'
import {
  getNotificationPreferences,
  type NotificationPreferences,
  saveNotificationPreferences,
  testNotification,
} from '@carapace/shared/notifications/preferences.contract'

import { type Member, startInstallation } from '../support/installation.ts'
import { severities } from '@carapace/shared/msoc/severity'
import { notify, until } from './adding.fixture.ts'

const site = await startInstallation()

const mine = async ({ token }: Member, query = {}) => site.request(token, listNotifications, query)
const titles = async (member: Member, query = {}) => (await mine(member, query)).notifications.map(({ title }) => title)
const usual: NotificationPreferences = {
  kinds: {},
  minimum: {},
  quiet: null,
  only_in_shift: false,
  digest: 'none',
  digest_at: 480,
}

test('[NOTIFICATION-1] active members with the permission are notified, but not who caused it', async () => {
  const alpha = await site.organisation('Recipients')
  const { ADMIN, ANALYST, ENGINEER } = alpha.members
  await notify(site, alpha, { except: ADMIN.uuid })
  expect([await titles(ANALYST), await titles(ADMIN), await titles(ENGINEER)]).toEqual([['A flood on can0'], [], []])

  await site.sql`UPDATE users SET active = false WHERE uuid = ${ANALYST.uuid}`
  await notify(site, alpha, { title: 'Another' })
  expect(await titles(ADMIN)).toEqual(['Another'])
  const left = await site.sql`SELECT 1 FROM notification_recipients WHERE user_uuid = ${ANALYST.uuid}`
  expect(left).toHaveLength(1)
})

test('[NOTIFICATION-1] a rolled back transaction notifies nobody', async () => {
  const alpha = await site.organisation('Rolled back')
  await expect(
    site.db.transaction(async (tx) => {
      await notify({ ...site, db: tx }, alpha)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await titles(alpha.members.ANALYST)).toEqual([])
})

test('[NOTIFICATION-2] an undeclared kind and a page outside the console fail at once', async () => {
  const alpha = await site.organisation('Declared')
  await expect(notify(site, alpha, { kind: 'unheard-of' })).rejects.toThrow('No module declares')
  for (const href of ['https://evil.example/', '//evil.example', '/organisation', '/org/a b', '/org/\\evil'])
    await expect(notify(site, alpha, { href })).rejects.toThrow('none of ours')
})

test('[NOTIFICATION-3] repeats with one key are counted, show the latest title, and are unread again', async () => {
  const alpha = await site.organisation('Repeats')
  const { ANALYST } = alpha.members
  await notify(site, alpha, { dedupKey: 'flood', title: 'First' })
  const [first] = (await mine(ANALYST)).notifications
  await site.request(ANALYST.token, markNotifications, { uuids: [first!.uuid], read: true })
  await Promise.all([
    notify(site, alpha, { dedupKey: 'flood', title: 'Second' }),
    notify(site, alpha, { dedupKey: 'flood', title: 'Second' }),
  ])
  expect((await mine(ANALYST)).notifications).toEqual([
    { ...first, count: 3, title: 'Second', at: expect.any(String), read_at: null },
  ])

  await site.sql`UPDATE notifications SET at = now() - interval '61 minutes' WHERE uuid = ${first!.uuid}`
  await notify(site, alpha, { dedupKey: 'flood', title: 'Later' })
  expect(await titles(ANALYST)).toEqual(['Later', 'Second'])
})

test('[NOTIFICATION-5] a member marks and acknowledges only their own; filters and pages', async () => {
  const alpha = await site.organisation('Own')
  const { ANALYST, ADMIN, VIEWER } = alpha.members
  for (const at of [1, 2, 3]) await notify(site, alpha, { title: `Notification ${at}` })
  await site.request(VIEWER.token, testNotification, {})
  const { notifications, unread } = await mine(ANALYST)
  expect([notifications.length, unread]).toEqual([3, 3])
  const foreign = (await mine(VIEWER)).notifications[0]!.uuid
  const answer = await site.request(ANALYST.token, markNotifications, {
    uuids: [foreign, notifications[0]!.uuid],
    read: true,
  })
  expect(answer.unread).toBe(2)
  expect((await mine(VIEWER)).unread).toBe(1)
  expect((await site.refusal(ANALYST.token, acknowledgeNotification, { uuid: foreign })).code).toBe('NOT_FOUND')

  expect(await titles(ANALYST, { unread: 'true' })).toEqual(['Notification 2', 'Notification 1'])
  expect(await titles(ANALYST, { category: 'sbom' })).toEqual([])
  expect(
    await titles(ANALYST, { category: 'security', urgency: 'high', until: String(Date.now() + 1_000) }),
  ).toHaveLength(3)
  const page = await mine(ANALYST, { limit: 2 })
  const next = await mine(ANALYST, { limit: 2, cursor: page.next_cursor! })
  expect([...page.notifications, ...next.notifications].map(({ title }) => title)).toEqual([
    'Notification 3',
    'Notification 2',
    'Notification 1',
  ])
  expect(next.next_cursor).toBe(null)

  const all = await site.request(ADMIN.token, markAllNotifications, { until: new Date().toISOString() })
  expect(all).toEqual({ success: true, marked: 3, unread: 0 })
})

test('[NOTIFICATION-4] a silenced kind reaches nobody who silenced it; older choices are not overwritten', async () => {
  const alpha = await site.organisation('Silenced')
  const { ANALYST, ADMIN } = alpha.members
  const known = await site.request(ANALYST.token, getNotificationPreferences, {})
  expect([known.revision, known.preferences, known.kinds.find(({ kind }) => kind === 'alert-high')]).toEqual([
    0,
    usual,
    { kind: 'alert-high', category: 'security', title: expect.any(String), channels: ['in_app'] },
  ])
  const silent = { ...usual, kinds: { 'alert-high': [] } }
  const save = (revision: number) => ({ preferences: silent, revision })
  expect((await site.request(ANALYST.token, saveNotificationPreferences, save(0))).revision).toBe(1)
  expect((await site.refusal(ANALYST.token, saveNotificationPreferences, save(0))).code).toBe('ROW_CHANGED')
  expect((await site.request(ANALYST.token, saveNotificationPreferences, save(1))).revision).toBe(2)
  await notify(site, alpha)
  expect([await titles(ANALYST), await titles(ADMIN)]).toEqual([[], ['A flood on can0']])
})

test('[NOTIFICATION-15] an open console shows its own unread count and latest notifications', async () => {
  const alpha = await site.organisation('Live')
  const { ANALYST, VIEWER } = alpha.members
  const [analyst, viewer] = [await site.live(ANALYST.token), await site.live(VIEWER.token)]
  const [seen, unseen] = [analyst.subscribe('notifications.mine'), viewer.subscribe('notifications.mine')]
  expect((await seen.snapshot()).data).toEqual({ unread: 0, latest: [] })
  await unseen.snapshot()
  await notify(site, alpha)
  const latest = () => seen.changes.at(-1) as MyNotifications | undefined
  await seen.until(() => latest()?.unread === 1 && latest()!.latest[0]!.title === 'A flood on can0', 'the notification')

  await site.request(ANALYST.token, markNotifications, { uuids: [latest()!.latest[0]!.uuid], read: true })
  await seen.until(() => latest()?.unread === 0, 'no unread notification')
  expect(unseen.changes).toEqual([])
})

test('[ALERT-NOTICE-1] [ALERT-NOTICE-6] a critical alert notifies once, however many processes run', async () => {
  await site.anotherApi()
  const alpha = await site.organisation('Alerts')
  const { ANALYST, ADMIN, ENGINEER } = alpha.members
  await site.call(ADMIN.token, 'msoc/v1/event-catalogue/import', {
    platform: '',
    format: 'csv',
    text: 'event_id,name,severity\n0x8003,Lock picked,critical\n',
  })
  await site.post(alpha.key, [{ type: 'ids.can', vehicle: 'truck-1', ts: Date.now(), event_id: 0x8003 }])
  const [notification] = await until(async () => {
    const { notifications } = await mine(ANALYST)
    expect(notifications.map(({ kind }) => kind)).toContain('alert-critical')
    return notifications.filter(({ kind }) => kind === 'alert-critical')
  })
  const [alert] = await site.sql<{ uuid: string; title: string }[]>`
    SELECT uuid, title FROM alerts WHERE org_uuid = ${alpha.org.uuid} AND severity = ${severities.indexOf('critical')}`
  expect(notification).toMatchObject({
    title: `Critical alert: ${alert!.title}`,
    href: `/org/msoc/dashboard/alert-management/general?alert=${alert!.uuid}`,
    urgency: 'critical',
    count: 1,
  })
  expect(await titles(ENGINEER)).toEqual([])

  // somebody takes it: it escalates no further, and who took it is not notified of that
  await site.call(ANALYST.token, 'msoc/v1/alerts/update', { uuids: [alert!.uuid], change: { owner: ADMIN.uuid } })
  await until(async () => {
    expect(await titles(ADMIN)).toContain(`Assigned to you: ${alert!.title}`)
    const row = (await mine(ANALYST)).notifications.find(({ uuid }) => uuid === notification!.uuid)
    expect([row!.escalates_at, row!.acknowledged_at]).toEqual([null, expect.any(String)])
  })
})

test('[NOTIFICATION-9] [ALERT-NOTICE-5] what nobody acknowledges reaches the next people, until one does', async () => {
  const alpha = await site.organisation('Escalated')
  const { ANALYST, ADMIN } = alpha.members
  await notify(site, alpha, { kind: 'alert-critical', urgency: 'critical', to: { users: [ANALYST.uuid] } })
  const dueNow = () => site.sql`
    UPDATE notifications SET escalates_at = now() WHERE org_uuid = ${alpha.org.uuid} AND escalates_at IS NOT NULL`
  expect(await titles(ADMIN)).toEqual([])
  await dueNow()
  await until(async () => expect(await titles(ADMIN)).toEqual(['Not acknowledged: A flood on can0']))
  const mails = await until(async () => {
    const rows =
      await site.sql`SELECT recipient FROM mails WHERE org_uuid = ${alpha.org.uuid} AND template = 'notification'`
    expect(rows).toHaveLength(2)
    return rows.map(({ recipient }) => recipient as string)
  })
  expect(mails.toSorted()).toEqual([ADMIN.email, ANALYST.email])

  const [step] = (await mine(ADMIN)).notifications
  const { notification } = await site.request(ADMIN.token, acknowledgeNotification, { uuid: step!.uuid })
  expect(notification).toMatchObject({ escalates_at: null, acknowledged_by: 'Escalated admin' })
  await dueNow()
  const open = await site.sql`
    SELECT 1 FROM notifications WHERE org_uuid = ${alpha.org.uuid} AND acknowledged_at IS NULL`
  expect(open).toHaveLength(0)
  expect((await mine(ANALYST)).notifications.every(({ acknowledged_by: by }) => by === 'Escalated admin')).toBe(true)
})

test('[ALERT-NOTICE-5] the escalation goes on until every critical alert of the rule is handled', async () => {
  const alpha = await site.organisation('Several')
  const { ADMIN } = alpha.members
  const own = alpha.org.uuid
  await site.call(ADMIN.token, 'msoc/v1/event-catalogue/import', {
    platform: '',
    format: 'csv',
    text: 'event_id,name,severity\n0x8003,Lock picked,critical\n',
  })
  const raise = async (...vehicles: string[]) => {
    await site.post(
      alpha.key,
      vehicles.map((vehicle) => ({ type: 'ids.can', vehicle, ts: Date.now(), event_id: 0x8003 })),
    )
    return Promise.all(
      vehicles.map((vehicle) =>
        until(async () => {
          const [row] = await site.sql<{ uuid: string }[]>`
            SELECT a.uuid FROM alerts a JOIN vehicles v ON v.id = a.vehicle_id
            WHERE a.org_uuid = ${own} AND v.vin = ${vehicle} AND a.severity = ${severities.indexOf('critical')}`
          return row!.uuid
        }),
      ),
    )
  }
  const change = (uuids: string[], change: object) => site.call(ADMIN.token, 'msoc/v1/alerts/update', { uuids, change })
  const noticed = () =>
    until(async () => {
      const [row] = await site.sql`
        SELECT p.seq = c.seq AS done FROM alert_notice_positions p JOIN change_counters c USING (org_uuid)
        WHERE org_uuid = ${own}`
      expect(row).toEqual({ done: true })
      return site.sql<{ escalates_at: Date | null; acknowledged_at: Date | null }[]>`
        SELECT escalates_at, acknowledged_at FROM notifications WHERE org_uuid = ${own} AND kind = 'alert-critical'`
    })
  const going = [expect.objectContaining({ escalates_at: expect.anything(), acknowledged_at: null })]

  const [first, second] = await raise('truck-1', 'truck-2')
  expect(await noticed()).toEqual(going)
  await change([first!], { acknowledge: true })
  expect(await noticed()).toEqual(going)

  // as one batch: handled, and another one raised
  let third: string | undefined
  await site.sql.begin(async (tx) => {
    await tx`SELECT 1 FROM alert_notice_positions WHERE org_uuid = ${own} FOR UPDATE`
    await change([second!], { owner: ADMIN.uuid })
    third = (await raise('truck-3'))[0]
  })
  expect(await noticed()).toEqual(going)

  // as after the last step of the escalation
  await site.sql`UPDATE notifications SET escalates_at = NULL WHERE org_uuid = ${own}`
  const [fourth] = await raise('truck-4')
  expect(await noticed()).toEqual(going)

  await change([fourth!], { status: 'IN_PROGRESS' })
  await change([third!], { acknowledge: true })
  expect(await noticed()).toEqual([{ escalates_at: null, acknowledged_at: expect.anything() }])
})
