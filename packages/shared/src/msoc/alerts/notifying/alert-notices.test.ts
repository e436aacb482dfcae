import { expect, test } from 'vitest'
import { type NoticedAlert, type NoticedChange, noticesOf } from './alert-notices.ts'

const now = new Date('2026-11-01T10:00:00Z')
const usual: NoticedAlert = {
  uuid: 'a1',
  number: 7,
  title: 'Flood on can0',
  severity: 'critical',
  rule: 'can-flood',
  status: 'NEW',
  ownerUuid: null,
  acknowledgedAt: null,
  suppressedBy: null,
  foldedInto: null,
  raisedAt: now,
  vehicle: 'Truck 1',
}
const change = (kind: NoticedChange['kind'], alertUuid = 'a1', actorUuid: string | null = null, detail = {}) => ({
  kind,
  alertUuid,
  actorUuid,
  detail,
})
const after = (changes: readonly NoticedChange[], ...alerts: Partial<NoticedAlert>[]) =>
  noticesOf(changes, new Map(alerts.map((one) => [one.uuid ?? 'a1', { ...usual, ...one }])), now)

test('[ALERT-NOTICE-1] a new critical or high alert is for everybody who works on alerts', () => {
  expect(after([change('raise')], {}).notices).toEqual([
    {
      kind: 'alert-critical',
      urgency: 'critical',
      title: 'Critical alert: Flood on can0',
      text: 'ALR-7 · Truck 1',
      href: '/org/msoc/dashboard/alert-management/general?alert=a1',
      to: { permission: 'alerts.work' },
      dedupKey: 'critical can-flood',
    },
  ])
  expect(after([change('raise')], { severity: 'high' }).notices[0]).toMatchObject({ kind: 'alert-high' })
  expect(after([change('raise')], { severity: 'medium' }).notices).toEqual([])
})

test.for([
  { what: 'is suppressed', alert: { suppressedBy: 'step' } },
  { what: 'is folded', alert: { foldedInto: 'fleet' } },
  { what: 'is closed already', alert: { status: 'CLOSED' } },
  { what: 'is acknowledged already', alert: { acknowledgedAt: now } },
  { what: 'was raised two days ago', alert: { raisedAt: new Date(now.getTime() - 2 * 86_400_000) } },
] satisfies { what: string; alert: Partial<NoticedAlert> }[])(
  '[ALERT-NOTICE-2] nobody is notified of a new alert that $what',
  ({ alert }) => {
    expect(after([change('raise')], alert).notices).toEqual([])
  },
)

test('[ALERT-NOTICE-2] an alert that is shown again counts as new, once', () => {
  expect(after([change('raise'), change('unsilence')], {}).notices).toHaveLength(1)
})

test('[ALERT-NOTICE-3] alerts of one rule and severity are one notification, which leads to their list', () => {
  const vehicles = Array.from({ length: 7 }, (_, at) => ({ uuid: `a${at}`, vehicle: `Truck ${at}` }))
  const { notices } = after(
    vehicles.map(({ uuid }) => change('raise', uuid)),
    ...vehicles,
  )
  expect(notices).toEqual([
    expect.objectContaining({
      title: '7 alerts of critical severity: Flood on can0',
      text: 'Truck 0, Truck 1, Truck 2, Truck 3, Truck 4 and 2 more',
      href: '/org/msoc/dashboard/alert-management?rule=can-flood&severity=critical',
    }),
  ])
})

test('[ALERT-NOTICE-4] an owner is notified of what others assign, together; not of what they took', () => {
  const mine = { ownerUuid: 'ada' }
  expect(after([change('assign', 'a1', 'ada')], mine).notices).toEqual([])
  expect(after([change('assign', 'a1', 'bob')], mine).notices).toEqual([
    expect.objectContaining({
      kind: 'alert-assigned',
      title: 'Assigned to you: Flood on can0',
      to: { users: ['ada'] },
    }),
  ])
  const two = [change('assign', 'a1', 'bob'), change('assign', 'a2', 'bob')]
  expect(after(two, mine, { ...mine, uuid: 'a2', severity: 'low' }).notices).toEqual([
    expect.objectContaining({
      title: '2 alerts were assigned to you',
      urgency: 'high',
      href: '/org/msoc/dashboard/alert-management?owner=me',
    }),
  ])
})

test('[ALERT-NOTICE-4] an overdue alert is for its owner, or for everybody who works on alerts', () => {
  expect(after([change('overdue')], { ownerUuid: 'ada' }).notices[0]).toMatchObject({ to: { users: ['ada'] } })
  expect(after([change('overdue')], {}).notices[0]).toMatchObject({
    kind: 'alert-overdue',
    title: 'Overdue: Flood on can0',
    to: { permission: 'alerts.work' },
  })
})

test('[ALERT-NOTICE-5] work by a person on a critical alert ends its escalation; a rule that assigns does not', () => {
  expect(after([change('acknowledge', 'a1', 'ada')], {}).handledRules).toEqual(['can-flood'])
  expect(after([change('assign', 'a1', null)], { ownerUuid: 'ada' }).handledRules).toEqual([])
  expect(after([change('close', 'a1', 'ada')], { severity: 'high' }).handledRules).toEqual([])
})

test('[ALERT-NOTICE-5] taking an acknowledgement back handles nothing', () => {
  expect(after([change('acknowledge', 'a1', 'ada', { acknowledged: true })], {}).handledRules).toEqual(['can-flood'])
  expect(after([change('acknowledge', 'a1', 'ada', { acknowledged: false })], {}).handledRules).toEqual([])
})
