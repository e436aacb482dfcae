import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { dueMails, dueRequests, noteUnsentMails } from '@carapace/api/src/notifications/deliveries.queries.ts'
import { signatureOf } from '@carapace/api/src/notifications/payloads.ts'
import type { InputOf } from '@carapace/shared/core/endpoint'
import {
  type NotificationPreferences,
  saveNotificationPreferences,
  testNotification,
} from '@carapace/shared/notifications/preferences.contract'
import {
  deleteNotificationTarget,
  listNotificationDeliveries,
  listNotificationTargets,
  saveNotificationTarget,
  testNotificationTarget,
} from '@carapace/shared/notifications/targets.contract'

import { type Member, type Organisation, startInstallation } from '../support/installation.ts'
import { deliveriesOf, notify, until } from './adding.fixture.ts'

const site = await startInstallation()
await site.anotherApi() // two senders at once

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
const received: Received[] = []
/** The statuses of the next answers, by path; 200 after them. */
const answers = new Map<string, number[]>()
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answers.get(path)?.shift() ?? 200).end('ok')
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => void receiver.close())
const address = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
const at = (path: string) => received.filter((one) => one.path === path)

const usual: NotificationPreferences = {
  kinds: {},
  minimum: {},
  quiet: null,
  only_in_shift: false,
  digest: 'none',
  digest_at: 480,
}
const prefer = ({ token }: Member, preferences: Partial<NotificationPreferences>) =>
  site.request(token, saveNotificationPreferences, { preferences: { ...usual, ...preferences }, revision: 0 })
const byMail = { kinds: { 'alert-high': ['in_app', 'email'] } } satisfies Partial<NotificationPreferences>
const mailsOf = ({ org }: Organisation) =>
  site.sql<{ template: string; recipient: string; facts: Record<string, string> }[]>`
    SELECT template, recipient, facts FROM mails WHERE org_uuid = ${org.uuid} AND template LIKE 'notification%'`
const dueNow = ({ org }: Organisation) => site.sql`
  UPDATE notification_deliveries SET next_at = now() - interval '1 second'
  WHERE org_uuid = ${org.uuid} AND state IN ('QUEUED', 'SENDING')`

type Target = InputOf<typeof saveNotificationTarget>
async function target({ token }: Member, path: string, different: Partial<Target> = {}) {
  const { target: saved } = await site.request(token, saveNotificationTarget, {
    own: false,
    channel: 'webhook',
    name: 'Receiver',
    url: address(path),
    ...different,
  })
  return (await site.request(token, testNotificationTarget, { uuid: saved.uuid })).target
}

test('[NOTIFICATION-11] two senders put one mail for each recipient into the queue', async () => {
  const alpha = await site.organisation('Mailed')
  const { ANALYST, ADMIN } = alpha.members
  await prefer(ANALYST, byMail)
  await prefer(ADMIN, byMail)
  await Promise.all(Array.from({ length: 10 }, (_, index) => notify(site, alpha, { title: `Alert ${index}` })))
  await until(async () => expect(await mailsOf(alpha)).toHaveLength(20))
  const rows = await deliveriesOf(site, alpha)
  expect(new Set(rows.map(({ mail_uuid: mail }) => mail)).size).toBe(20)
  expect(rows.every(({ state }) => state === 'SENT')).toBe(true)

  const log = await site.request(ANALYST.token, listNotificationDeliveries, { limit: 200 })
  expect(log.deliveries.map(({ recipient }) => recipient)).toEqual(Array.from({ length: 10 }, () => 'Mailed analyst'))
  expect((await site.request(ADMIN.token, listNotificationDeliveries, { limit: 15 })).deliveries).toHaveLength(15)
  expect(log.deliveries[0]).toMatchObject({ channel: 'email', state: expect.stringMatching(/^(QUEUED|SKIPPED)$/) })
})

test('[NOTIFICATION-11] a second delivery of a notification to a recipient on a channel cannot exist', async () => {
  const alpha = await site.organisation('Once')
  await prefer(alpha.members.ANALYST, byMail)
  for (let repeat = 0; repeat < 3; repeat++) await notify(site, alpha, { dedupKey: 'same' })
  const [row, ...others] = await deliveriesOf(site, alpha)
  expect(others).toEqual([])
  await expect(
    site.sql`INSERT INTO notification_deliveries (org_uuid, notification_uuid, recipient_uuid, channel)
      SELECT org_uuid, notification_uuid, recipient_uuid, channel FROM notification_deliveries
      WHERE uuid = ${row!.uuid}`,
  ).rejects.toThrow('notification_deliveries_once')
})

test('[NOTIFICATION-6] mail waits for the end of quiet hours, critical mail does not', async () => {
  const alpha = await site.organisation('Quiet')
  const { ANALYST } = alpha.members
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
  const day = 24 * 60
  const quiet = { from: (minute - 60 + day) % day, until: (minute + 60) % day }
  await prefer(ANALYST, { quiet, kinds: { 'alert-high': ['email'], 'alert-critical': ['email'] } })
  await notify(site, alpha, { to: { users: [ANALYST.uuid] } })
  await notify(site, alpha, {
    to: { users: [ANALYST.uuid] },
    kind: 'alert-critical',
    urgency: 'critical',
    title: 'Now',
  })
  await until(async () => expect((await mailsOf(alpha)).map(({ facts }) => facts['title'])).toEqual(['Now']))
  const held = (await deliveriesOf(site, alpha)).find(({ state }) => state === 'QUEUED')
  const ms = new Date(held!.next_at).getTime() - Date.now()
  expect(ms).toBeGreaterThan(30 * 60_000)
  expect(ms).toBeLessThan(61 * 60_000)
})

test('[NOTIFICATION-8] a digest is one mail with everything that was collected', async () => {
  const alpha = await site.organisation('Digest')
  const { ANALYST } = alpha.members
  await prefer(ANALYST, { ...byMail, digest: 'daily', digest_at: (new Date().getUTCHours() * 60 + 720) % 1440 })
  for (const title of ['One', 'Two', 'Three']) await notify(site, alpha, { title, to: { users: [ANALYST.uuid] } })
  expect((await deliveriesOf(site, alpha)).map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
  await dueNow(alpha)
  const mails = await until(async () => {
    const found = await mailsOf(alpha)
    expect(found).toHaveLength(1)
    return found
  })
  expect(mails[0]).toMatchObject({ template: 'notification-digest', recipient: ANALYST.email, facts: { total: '3' } })
  expect((JSON.parse(mails[0]!.facts['items']!) as { title: string }[]).map(({ title }) => title)).toEqual([
    'One',
    'Two',
    'Three',
  ])
})

test('[NOTIFICATION-14] private addresses are refused; a target receives only after a test that arrived', async () => {
  const alpha = await site.organisation('Targets')
  const { ADMIN, ANALYST } = alpha.members
  const save = (url: string) => ({ own: false, channel: 'slack' as const, name: 'Chat', url })
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/hook',
    'https://localhost/hook',
    'https://[::1]/hook',
    'https://2130706434/hook',
    'http://hooks.example/plain',
    'ftp://hooks.example/x',
  ]) {
    const refusal = await site.refusal(ADMIN.token, saveNotificationTarget, save(url))
    expect([url, refusal.code]).toEqual([url, 'INVALID_INPUT'])
  }
  answers.set('/first', [404])
  const { target: saved } = await site.request(ADMIN.token, saveNotificationTarget, save(address('/first')))
  expect(saved).toMatchObject({ own: false, verified_at: null, host: new URL(address('/')).host })
  expect(JSON.stringify(saved)).not.toContain('/first')
  const failed = await site.refusal(ADMIN.token, testNotificationTarget, { uuid: saved.uuid })
  expect(failed.message).toContain('status 404')
  await notify(site, alpha)
  expect(await deliveriesOf(site, alpha)).toEqual([])

  const { target: tested } = await site.request(ADMIN.token, testNotificationTarget, { uuid: saved.uuid })
  expect([tested.verified_at, tested.last_error]).toEqual([expect.any(String), null])
  const other = await site.request(ADMIN.token, saveNotificationTarget, {
    ...save(address('/second')),
    uuid: saved.uuid,
    revision: tested.revision,
  })
  expect(other.target.verified_at).toBe(null)
  const [row] = await site.sql<{ sealed: Buffer }[]>`SELECT sealed FROM notification_targets WHERE uuid = ${saved.uuid}`
  expect(row!.sealed.toString('latin1')).not.toContain('second')

  expect((await site.request(ANALYST.token, listNotificationTargets, {})).targets).toEqual([])
  expect((await site.refusal(ANALYST.token, saveNotificationTarget, save(address('/x')))).code).toBe('ROLE_REQUIRED')
  for (const endpoint of [testNotificationTarget, deleteNotificationTarget])
    expect((await site.refusal(ANALYST.token, endpoint, { uuid: saved.uuid })).code).toBe('NOT_FOUND')
})

test('[NOTIFICATION-12] [NOTIFICATION-13] a webhook is signed, and retried under the same delivery id', async () => {
  const alpha = await site.organisation('Signed')
  const secret = 'a secret with enough characters'
  await target(alpha.members.ADMIN, '/signed', { secret })
  answers.set('/signed', [503])
  await notify(site, alpha)
  await until(async () =>
    expect(await deliveriesOf(site, alpha)).toEqual([
      expect.objectContaining({ state: 'QUEUED', attempts: 1, error: 'The receiver answered with status 503.' }),
    ]),
  )
  const [queued] = await deliveriesOf(site, alpha)
  expect(new Date(queued!.next_at).getTime() - Date.now()).toBeGreaterThan(40_000)
  await dueNow(alpha)
  await until(async () => expect((await deliveriesOf(site, alpha))[0]!.state).toBe('SENT'))
  const [, first, second] = at('/signed')
  expect([first!.headers['x-carapace-delivery'], second!.headers['x-carapace-delivery']]).toEqual([
    queued!.uuid,
    queued!.uuid,
  ])
  const timestamp = String(second!.headers['x-carapace-timestamp'])
  expect(second!.headers['x-carapace-signature']).toBe(signatureOf(secret, timestamp, second!.body))
  expect(JSON.parse(second!.body).notification).toMatchObject({
    title: 'A flood on can0',
    url: 'http://console.test/org/msoc/dashboard/alert-management',
  })
})

test('[NOTIFICATION-12] what a receiver refuses has failed at once, and the fifth attempt is the last', async () => {
  const alpha = await site.organisation('Given up')
  await target(alpha.members.ADMIN, '/gone')
  answers.set('/gone', [410])
  await notify(site, alpha, { title: 'Refused' })
  await until(async () => expect((await deliveriesOf(site, alpha))[0]!.state).toBe('FAILED'))
  answers.set('/gone', [500])
  await notify(site, alpha, { title: 'Broken' })
  await until(async () => expect((await deliveriesOf(site, alpha))[1]).toMatchObject({ state: 'QUEUED', attempts: 1 }))
  answers.set('/gone', [500])
  await site.sql`UPDATE notification_deliveries SET attempts = 4, next_at = now()
    WHERE org_uuid = ${alpha.org.uuid} AND state = 'QUEUED'`
  await until(async () => expect((await deliveriesOf(site, alpha))[1]).toMatchObject({ state: 'FAILED', attempts: 5 }))
  const { targets } = await site.request(alpha.members.ADMIN.token, listNotificationTargets, {})
  expect(targets[0]!.last_error).toBe('The receiver answered with status 500.')
})

test('[NOTIFICATION-11] after a crash a chat gets nothing twice, a webhook the same delivery again', async () => {
  const alpha = await site.organisation('Crashed')
  const { ADMIN } = alpha.members
  await target(ADMIN, '/chat', { channel: 'slack' })
  await target(ADMIN, '/hook')
  await site.db.transaction(async (tx) => {
    await notify({ ...site, db: tx }, alpha)
    // as a process leaves it that died while it was sending
    await tx.execute(
      `UPDATE notification_deliveries SET state = 'SENDING', attempts = 1, next_at = now()
      WHERE org_uuid = '${alpha.org.uuid}'`,
    )
  })
  await until(async () =>
    expect(await deliveriesOf(site, alpha)).toEqual([
      expect.objectContaining({ channel: 'slack', state: 'FAILED', error: expect.stringContaining('unknown') }),
      expect.objectContaining({ channel: 'webhook', state: 'SENT', attempts: 2 }),
    ]),
  )
  expect([at('/chat').length, at('/hook').length]).toEqual([1, 2]) // the tests of the targets, and the webhook
})

test('[NOTIFICATION-10] targets get what goes to groups and passes their filter, never what is personal', async () => {
  const alpha = await site.organisation('Filtered')
  const { ADMIN, ANALYST } = alpha.members
  await target(ADMIN, '/all', { channel: 'teams' })
  await target(ADMIN, '/critical', { channel: 'slack', minimum: 'critical' })
  await target(ADMIN, '/sbom', { categories: ['sbom'] })
  await notify(site, alpha, { to: { users: [ANALYST.uuid] }, title: 'Personal' })
  await notify(site, alpha)
  await until(() => expect(at('/all')).toHaveLength(2))
  expect(JSON.parse(at('/all')[1]!.body).attachments[0].content.body[0].text).toBe('A flood on can0')
  expect([at('/critical').length, at('/sbom').length]).toEqual([1, 1])
})

test('[NOTIFICATION-16] beyond 500 mails within an hour mail is skipped, and the log states why', async () => {
  const alpha = await site.organisation('Limited')
  const { ANALYST } = alpha.members
  await prefer(ANALYST, byMail)
  await notify(site, alpha)
  await until(async () => expect(await mailsOf(alpha)).toHaveLength(1))
  await site.sql`
    INSERT INTO notification_deliveries (org_uuid, notification_uuid, recipient_uuid, channel, state, tried_at)
    SELECT org_uuid, notification_uuid, gen_random_uuid(), 'email', 'SENT', now()
    FROM notification_deliveries, generate_series(1, 499) WHERE org_uuid = ${alpha.org.uuid}`
  await notify(site, alpha, { title: 'One too many' })
  await until(async () => {
    const { deliveries } = await site.request(ANALYST.token, listNotificationDeliveries, { state: 'SKIPPED' })
    expect(deliveries.filter(({ notification: { title } }) => title === 'One too many')).toEqual([
      expect.objectContaining({ error: 'The organisation had sent 500 mails within an hour, which is the most.' }),
    ])
  })
  expect(await mailsOf(alpha)).toHaveLength(1)

  // critical ones have as many of their own, and beyond them wait
  const critical = { kind: 'alert-unattended', urgency: 'critical', to: { users: [ANALYST.uuid] } } as const
  await notify(site, alpha, critical)
  await until(async () => expect(await mailsOf(alpha)).toHaveLength(2))
  await site.sql`
    INSERT INTO notification_deliveries (org_uuid, notification_uuid, recipient_uuid, channel, state, tried_at)
    SELECT d.org_uuid, n.uuid, gen_random_uuid(), 'email', 'SENT', now()
    FROM notifications n JOIN notification_deliveries d ON d.notification_uuid = n.uuid, generate_series(1, 499)
    WHERE n.org_uuid = ${alpha.org.uuid} AND n.urgency = 'critical'`
  await notify(site, alpha, critical)
  const waiting = await until(async () => {
    const { deliveries } = await site.request(ANALYST.token, listNotificationDeliveries, { state: 'QUEUED' })
    const row = deliveries.find(({ error }) => error !== null)
    expect(row?.error).toBe('The organisation had sent 500 mails within an hour, which is the most.')
    return row!
  })
  expect(Date.parse(waiting.next_at!)).toBeGreaterThan(Date.now() + 30_000)
})

test('[NOTIFICATION-16] a target has a limit of its own; others receive beyond it', async () => {
  const alpha = await site.organisation('Shared')
  const { ADMIN } = alpha.members
  const dead = await target(ADMIN, '/dead')
  await target(ADMIN, '/other')
  await notify(site, alpha)
  await until(() => expect([at('/dead').length, at('/other').length]).toEqual([2, 2]))
  await site.sql`
    INSERT INTO notification_deliveries
      (org_uuid, notification_uuid, recipient_uuid, target_uuid, channel, state, tried_at)
    SELECT org_uuid, notification_uuid, gen_random_uuid(), target_uuid, channel, 'FAILED', now()
    FROM notification_deliveries, generate_series(1, 499) WHERE target_uuid = ${dead.uuid}`
  await notify(site, alpha, { title: 'One too many' })
  await until(() => expect(at('/other')).toHaveLength(3))
  await until(async () => {
    const rows = (await deliveriesOf(site, alpha)).filter(({ state }) => state === 'SKIPPED')
    const error = 'The target had been sent 500 messages within an hour, which is the most.'
    expect(rows).toEqual([expect.objectContaining({ target_uuid: dead.uuid, error })])
  })
  expect(at('/dead')).toHaveLength(2)
})

test('[NOTIFICATION-16] critical ones are sent first, and of a target that failed last one at a time', async () => {
  const alpha = await site.organisation('In order')
  const { ADMIN } = alpha.members
  await prefer(ADMIN, { kinds: { 'alert-high': ['email'], 'alert-critical': ['email'] } })
  const failing = await target(ADMIN, '/failing')
  const healthy = await target(ADMIN, '/healthy')
  await site.db.transaction(async (tx) => {
    for (const title of ['First', 'Second']) await notify({ ...site, db: tx }, alpha, { title })
    await notify({ ...site, db: tx }, alpha, { kind: 'alert-critical', urgency: 'critical', title: 'Critical' })
    await tx.execute(`UPDATE notification_targets SET last_error = 'no answer' WHERE uuid = '${failing.uuid}'`)
    const now = new Date()
    const mails = await dueMails(tx, alpha.org, now, 2)
    expect(mails.map(({ notification }) => notification.title)).toEqual(['Critical', 'First'])
    const requests = await dueRequests(tx, alpha.org, now, 20)
    const of = (uuid: string) =>
      requests.filter(({ target: { uuid: its } }) => its === uuid).map(({ notification }) => notification.title)
    expect(of(failing.uuid)).toEqual(['Critical'])
    expect(of(healthy.uuid)[0]).toBe('Critical')
    expect(of(healthy.uuid)).toHaveLength(3)
  })
})

test('[NOTIFICATION-1] who was deactivated meanwhile gets nothing on a target of their own', async () => {
  const alpha = await site.organisation('Left')
  const { ANALYST } = alpha.members
  await target(ANALYST, '/left', { own: true })
  await prefer(ANALYST, { kinds: { 'alert-high': ['webhook'] } })
  await site.db.transaction(async (tx) => {
    await notify({ ...site, db: tx }, alpha)
    await tx.execute(`UPDATE users SET active = false WHERE uuid = '${ANALYST.uuid}'`)
  })
  await until(async () =>
    expect(await deliveriesOf(site, alpha)).toEqual([
      expect.objectContaining({ channel: 'webhook', state: 'SKIPPED', error: 'The member is deactivated.' }),
    ]),
  )
  expect(at('/left')).toHaveLength(1) // the test of the target
})

test('[NOTIFICATION-3] a repeat reaches whom the first one skipped', async () => {
  const alpha = await site.organisation('Skipped')
  const { ANALYST } = alpha.members
  await prefer(ANALYST, { kinds: { 'alert-high': ['push', 'in_app', 'webhook'] } })
  await target(ANALYST, '/skipped', { own: true })
  const repeat = () => notify(site, alpha, { dedupKey: 'same', to: { users: [ANALYST.uuid] } })
  await site.db.transaction(async (tx) => {
    await notify({ ...site, db: tx }, alpha, { dedupKey: 'same', to: { users: [ANALYST.uuid] } })
    // as within quiet hours and off shift
    await tx.execute(
      `UPDATE notification_deliveries SET state = 'SKIPPED', error = 'The member was not on shift.'
      WHERE org_uuid = '${alpha.org.uuid}'`,
    )
    await tx.execute(`UPDATE notification_recipients SET push = false WHERE org_uuid = '${alpha.org.uuid}'`)
  })
  await repeat()
  await until(async () =>
    expect(await deliveriesOf(site, alpha)).toEqual([expect.objectContaining({ state: 'SENT', error: null })]),
  )
  const shown = await site.sql`SELECT push FROM notification_recipients WHERE org_uuid = ${alpha.org.uuid}`
  expect(shown).toEqual([{ push: true }])
  await repeat()
  await site.sql`UPDATE notification_deliveries SET state = 'SKIPPED' WHERE org_uuid = ${alpha.org.uuid}`
  await repeat() // it was tried: it may have arrived
  expect(await deliveriesOf(site, alpha)).toEqual([expect.objectContaining({ state: 'SKIPPED' })])
  expect(at('/skipped')).toHaveLength(2) // the test of the target, and the repeat
})

test('[NOTIFICATION-3] each test that a member sends to themselves is sent', async () => {
  const alpha = await site.organisation('Tested')
  const { ANALYST } = alpha.members
  await target(ANALYST, '/tested', { own: true })
  answers.set('/tested', [410])
  await site.request(ANALYST.token, testNotification, {})
  await until(() => expect(at('/tested')).toHaveLength(2))
  await site.request(ANALYST.token, testNotification, {})
  await until(() => expect(at('/tested')).toHaveLength(3))
})

test('[NOTIFICATION-12] the log states of a mail what became of it, also once the mail is forgotten', async () => {
  const alpha = await site.organisation('Logged')
  const { ANALYST } = alpha.members
  await prefer(ANALYST, byMail)
  for (const title of ['Kept', 'Failed', 'Dropped', 'Sent']) await notify(site, alpha, { title })
  await until(async () => {
    const kept = await site.sql`SELECT 1 FROM mails WHERE org_uuid = ${alpha.org.uuid} AND status = 'KEPT'`
    expect(kept).toHaveLength(4)
  })
  for (const status of ['FAILED', 'DROPPED', 'SENT'])
    await site.sql`
      UPDATE mails SET status = ${status}, error = ${status === 'FAILED' ? 'EENVELOPE 550' : null}
      WHERE org_uuid = ${alpha.org.uuid} AND upper(facts->>'title') = ${status}`
  const log = async () => {
    const { deliveries } = await site.request(ANALYST.token, listNotificationDeliveries, {})
    return deliveries.map(({ notification, state, error }) => [notification.title, state, error])
  }
  const known = [
    ['Sent', 'SENT', null],
    ['Dropped', 'SKIPPED', 'The member is deactivated.'],
    ['Failed', 'FAILED', 'EENVELOPE 550'],
    ['Kept', 'SKIPPED', 'There is no mail server.'],
  ]
  expect(await log()).toEqual(known)
  await noteUnsentMails(site.db)
  await site.sql`DELETE FROM mails WHERE org_uuid = ${alpha.org.uuid}`
  expect(await log()).toEqual(known)
})
