import { expect, test } from 'vitest'
import { AlertUpdate } from './alerts.contract.ts'
import { planUpdate } from './alert-update.ts'

const now = new Date('2026-10-22T17:00:00Z')
type Alert = Parameters<typeof planUpdate>[0]
type Context = Parameters<typeof planUpdate>[2]

const fresh: Alert = {
  status: 'NEW',
  resolution: null,
  ownerUuid: null,
  acknowledgedAt: null,
  tags: [],
  caseUuid: null,
}
const closed: Alert = { ...fresh, status: 'CLOSED', resolution: 'LEGITIMATE', acknowledgedAt: now }

function plan(alert: Partial<Alert>, change: AlertUpdate, context: Partial<Context> = {}) {
  return planUpdate({ ...fresh, ...alert }, change, {
    userUuid: 'me',
    ownerUuid: change.owner,
    ownerName: 'Ada',
    hasOpenTwin: false,
    now,
    ...context,
  })
}

test.for([
  {
    what: 'a new alert becomes assigned',
    alert: {},
    change: { owner: 'u' },
    set: { ownerUuid: 'u', status: 'ASSIGNED' },
    detail: { owner: 'Ada', status: 'ASSIGNED' },
  },
  {
    what: 'an alert in progress stays so',
    alert: { status: 'IN_PROGRESS' as const },
    change: { owner: 'u' },
    set: { ownerUuid: 'u' },
    detail: { owner: 'Ada' },
  },
  {
    what: 'an assigned alert that loses its owner is new again',
    alert: { status: 'ASSIGNED' as const, ownerUuid: 'u' },
    change: { owner: null },
    set: { ownerUuid: null, status: 'NEW' },
    detail: { owner: null, status: 'NEW' },
  },
])('[ALERT-3] $what', ({ alert, change, set, detail }) => {
  const planned = plan({ acknowledgedAt: now, ...alert }, change, change.owner === null ? { ownerName: undefined } : {})
  expect(planned).toEqual({ set, changes: [{ kind: 'assign', detail }] })
})

test('[ALERT-3] a status given in the change takes precedence over the status that assigning implies', () => {
  const acknowledgedAt = now
  expect(plan({ acknowledgedAt }, { owner: 'u', status: 'IN_PROGRESS' })).toEqual({
    set: { ownerUuid: 'u', status: 'IN_PROGRESS' },
    changes: [
      { kind: 'assign', detail: { owner: 'Ada' } },
      { kind: 'status', detail: { status: 'IN_PROGRESS', was: 'NEW' } },
    ],
  })
  expect(plan({ acknowledgedAt }, { owner: 'u', status: 'NEW' })!.set).toEqual({ ownerUuid: 'u' })
})

test('[ALERT-10] assigning acknowledges; taking the owner away does not, nor does an explicit refusal', () => {
  expect(plan({}, { owner: 'u' })).toEqual({
    set: { ownerUuid: 'u', status: 'ASSIGNED', acknowledgedBy: 'me', acknowledgedAt: now },
    changes: [
      { kind: 'assign', detail: { owner: 'Ada', status: 'ASSIGNED' } },
      { kind: 'acknowledge', detail: { acknowledged: true } },
    ],
  })
  expect(plan({ ownerUuid: 'u' }, { owner: null })!.set).toEqual({ ownerUuid: null })
  expect(plan({ ownerUuid: 'u' }, { owner: 'u' })).toBeUndefined()
  expect(plan({}, { owner: 'u', acknowledge: false })!.set).toEqual({ ownerUuid: 'u', status: 'ASSIGNED' })
})

test('[ALERT-6] reopening can take back the acknowledgement that came with the closing', () => {
  expect(plan(closed, { status: 'NEW', acknowledge: false })!.set).toEqual({
    status: 'NEW',
    resolution: null,
    closedAt: null,
    acknowledgedBy: null,
    acknowledgedAt: null,
  })
})

test('[ALERT-6] only an alert in a case is escalated again', () => {
  expect(plan(closed, { status: 'ESCALATED' })).toBeUndefined()
  expect(plan({}, { status: 'ESCALATED' })).toBeUndefined()
  expect(plan({ ...closed, caseUuid: 'c' }, { status: 'ESCALATED' })!.set).toMatchObject({ status: 'ESCALATED' })
})

test('[ALERT-4] closing stores the resolution and acknowledges the alert', () => {
  expect(plan({}, { status: 'CLOSED', resolution: 'FALSE_POSITIVE' })).toEqual({
    set: { status: 'CLOSED', resolution: 'FALSE_POSITIVE', closedAt: now, acknowledgedBy: 'me', acknowledgedAt: now },
    changes: [
      { kind: 'close', detail: { status: 'CLOSED', was: 'NEW', resolution: 'FALSE_POSITIVE' } },
      { kind: 'acknowledge', detail: { acknowledged: true } },
    ],
  })
})

test('[ALERT-4] closing neither overwrites nor removes an existing acknowledgement', () => {
  const acknowledged = { acknowledgedAt: new Date(0) }
  expect(plan(acknowledged, { status: 'CLOSED', resolution: 'UNKNOWN', acknowledge: false })!.set).toEqual({
    status: 'CLOSED',
    resolution: 'UNKNOWN',
    closedAt: now,
  })
})

test.for([
  { change: { status: 'CLOSED' }, valid: false },
  { change: { status: 'CLOSED', resolution: 'UNKNOWN' }, valid: true },
  { change: { status: 'PENDING', resolution: 'UNKNOWN' }, valid: false },
  { change: { resolution: 'UNKNOWN' }, valid: false },
  { change: {}, valid: false },
  { change: { status: 'MERGED' }, valid: false },
])('[ALERT-4] $change is a valid change: $valid', ({ change, valid }) => {
  expect(AlertUpdate.safeParse(change).success).toBe(valid)
})

test('[ALERT-5] every change is recorded, in a fixed order', () => {
  const planned = plan({}, { tags: ['x'], acknowledge: true, status: 'PENDING', owner: 'u' })
  expect(planned!.changes.map(({ kind }) => kind)).toEqual(['assign', 'status', 'acknowledge', 'tag'])
  expect(planned!.set).toEqual({
    ownerUuid: 'u',
    status: 'PENDING',
    acknowledgedBy: 'me',
    acknowledgedAt: now,
    tags: ['x'],
  })
})

test('[ALERT-5] removing an acknowledgement also removes the name of who acknowledged', () => {
  expect(plan({ acknowledgedAt: now }, { acknowledge: false })).toEqual({
    set: { acknowledgedBy: null, acknowledgedAt: null },
    changes: [{ kind: 'acknowledge', detail: { acknowledged: false } }],
  })
})

test.for([
  { what: 'the same status', alert: {}, change: { status: 'NEW' } },
  { what: 'the same owner', alert: { ownerUuid: 'u' }, change: { owner: 'u' } },
  { what: 'the same tags', alert: { tags: ['a', 'b'] }, change: { tags: ['a', 'b'] } },
  { what: 'an acknowledgement that is there', alert: { acknowledgedAt: now }, change: { acknowledge: true } },
  { what: 'no acknowledgement where there is none', alert: {}, change: { acknowledge: false } },
] as const)('[ALERT-5] $what is no change', ({ alert, change }) => {
  expect(
    plan(
      alert,
      AlertUpdate.parse({ ...change, ...('owner' in change && { owner: undefined }) }),
      'owner' in change ? { ownerUuid: change.owner } : {},
    ),
  ).toBeUndefined()
})

test('[ALERT-5] the same tags in another order count as a change', () => {
  expect(plan({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })!.set).toEqual({ tags: ['b', 'a'] })
})

test('[ALERT-6] a closed alert can be reopened and accepts no other change than that of its acknowledgement', () => {
  expect(plan(closed, { status: 'IN_PROGRESS', tags: ['x'] })).toEqual({
    set: { status: 'IN_PROGRESS', resolution: null, closedAt: null },
    changes: [{ kind: 'reopen', detail: { status: 'IN_PROGRESS', was: 'LEGITIMATE' } }],
  })
  expect(plan(closed, { tags: ['x'] })).toBeUndefined()
  expect(plan(closed, { owner: 'u' })).toBeUndefined()
  expect(plan(closed, { status: 'CLOSED', resolution: 'UNKNOWN' })).toBeUndefined()
})

test('[ALERT-6] a closed alert is not reopened while an open alert has the same key', () => {
  expect(plan(closed, { status: 'NEW' }, { hasOpenTwin: true })).toBeUndefined()
})

test('[ALERT-6] a merged alert accepts no change', () => {
  expect(plan({ status: 'MERGED' }, { status: 'NEW' })).toBeUndefined()
})
