import { expect, test } from 'vitest'
import { planCase, planUnlink, whyNotLinked } from './cases.ts'

const now = new Date('2026-10-22T17:00:00Z')
const fresh = { title: 'A case', stage: 'NEW', severity: 'high', ownerUuid: 'u' } as const
const alert = { number: 7, status: 'NEW', caseUuid: null } as const

test('[CASE-1] every changed field is recorded, in a fixed order, and unchanged fields are not', () => {
  const { set, changes } = planCase(
    fresh,
    { stage: 'IN_PROGRESS', owner: { uuid: 'v', name: 'Ada' }, severity: 'high', title: 'Renamed' },
    now,
  )
  expect(set).toEqual({ title: 'Renamed', ownerUuid: 'v', stage: 'IN_PROGRESS' })
  expect(changes.map(({ kind }) => kind)).toEqual(['title', 'owner', 'stage'])
  expect(planCase(fresh, { title: 'A case', owner: { uuid: 'u', name: 'Ada' }, stage: 'NEW' }, now)).toEqual({
    set: {},
    changes: [],
  })
})

test('[CASE-1] a new owner does not change the stage, and removing the owner is a change', () => {
  expect(planCase(fresh, { owner: null }, now)).toEqual({
    set: { ownerUuid: null },
    changes: [{ kind: 'owner', detail: { owner: null } }],
  })
})

test('[CASE-2] closing stores the time, and reopening removes it', () => {
  expect(planCase(fresh, { stage: 'CLOSED' }, now).set).toEqual({ stage: 'CLOSED', closedAt: now })
  expect(planCase({ ...fresh, stage: 'CLOSED' }, { stage: 'NEW' }, now).set).toEqual({ stage: 'NEW', closedAt: null })
  expect(planCase({ ...fresh, stage: 'CLOSED' }, { title: 'Late' }, now).set).toEqual({ title: 'Late' })
})

test.for([
  { what: 'a new one', linked: alert, why: undefined },
  { what: 'one of a closed case', linked: { ...alert, caseUuid: 'over' }, why: undefined },
  {
    what: 'one of another open case',
    linked: { ...alert, caseUuid: 'open' },
    why: 'ALR-7 belongs to another open case. Take it out of that one first.',
  },
  {
    what: 'a closed one',
    linked: { ...alert, status: 'CLOSED' as const },
    why: 'ALR-7 is closed or merged and cannot be escalated. Reopen it first.',
  },
  {
    what: 'a merged one',
    linked: { ...alert, status: 'MERGED' as const },
    why: 'ALR-7 is closed or merged and cannot be escalated. Reopen it first.',
  },
])('[CASE-3] linking an alert, $what: $why', ({ linked, why }) => {
  expect(whyNotLinked(linked, new Set(['open']))).toBe(why)
})

test.for([
  { status: 'ESCALATED', becomes: 'IN_PROGRESS' },
  { status: 'CLOSED', becomes: undefined },
  { status: 'PENDING', becomes: undefined },
] as const)('[CASE-5] an alert taken out of its case with status $status becomes $becomes', ({ status, becomes }) => {
  expect(planUnlink({ ...alert, status, caseUuid: 'open' }).set.status).toBe(becomes)
})
