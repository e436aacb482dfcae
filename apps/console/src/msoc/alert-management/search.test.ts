import { describe, expect, test } from 'vitest'
import { ofRule, regrouped } from './groups/grouping.ts'
import {
  AlertSearch,
  alertFilterOf,
  chosen,
  cleared,
  countFilters,
  filteredIn,
  filteredOut,
  narrowed,
  overSpan,
  turnedTo,
  viewed,
  within,
} from './search.ts'

const read = (raw: Record<string, unknown>) => AlertSearch.parse(raw)
const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'PENDING', 'ESCALATED']
const alert = '0b2e1f6e-7a51-4a57-9d0a-5d4e7c0e8a11'

describe('the address', () => {
  test('[QUEUE-83] the grouping is in the address and changes no filter; a rule leads to its alerts', () => {
    const search = read({ severity: 'high', group: 'rule', alert })
    expect(alertFilterOf(search)).toEqual(alertFilterOf(read({ severity: 'high' })))
    expect(cleared(search)).toEqual({ group: 'rule', alert })
    expect(regrouped(search)).toEqual({ severity: 'high' })
    expect(regrouped(read({ severity: 'high' }))).toEqual({ severity: 'high', group: 'rule' })
    expect(ofRule(search, 'can-flood')).toEqual({ severity: 'high', rule: 'can-flood' })
  })

  test('[QUEUE-20] an address without parameters requests every open alert', () => {
    expect(alertFilterOf(read({}))).toEqual({ status: open })
  })

  test('[QUEUE-20] each filter of the address reaches the call', () => {
    const raw = {
      severity: 'critical,high',
      status: 'NEW',
      source: 'ids',
      vehicle: 'VIN1',
      q: '0x2C1',
      owner: 'me',
      rule: 'a,b',
      not_model: 'EQX-24',
      tag: 'x',
      tactic: 'y',
      observable: 'arbitration_id:0x2C1',
      acknowledged: 'false',
      not_source: 'import',
      case: alert,
    }
    expect(alertFilterOf(read(raw))).toEqual({
      status: ['NEW'],
      severity: ['high', 'critical'],
      source: ['ids'],
      vehicle: 'VIN1',
      q: '0x2C1',
      owner: 'me',
      rule: ['a', 'b'],
      not_model: ['EQX-24'],
      tag: ['x'],
      tactic: ['y'],
      observable: 'arbitration_id:0x2C1',
      acknowledged: 'false',
      not_source: ['import'],
      case: alert,
    })
  })

  test('[QUEUE-21] unknown values are dropped, and the rest applies', () => {
    expect(chosen(read({ severity: 'high,dreadful' }), 'severity')).toEqual(['high'])
    expect(read({ sort: 'sideways', severity: 'dreadful', alert: 'no-uuid' })).toEqual({})
    expect(alertFilterOf(read({ owner: 'somebody', observable: 'nonsense', acknowledged: 'maybe' }))).toEqual({
      status: open,
    })
  })

  test('[QUEUE-21] the same values in another order are the same search', () => {
    expect(read({ severity: 'high,critical' })).toEqual(read({ severity: 'critical,high' }))
  })

  test('[QUEUE-21] a number or boolean parsed by the router is read as text', () => {
    expect(read({ q: 706, vehicle: true })).toMatchObject({ q: '706', vehicle: 'true' })
    expect(alertFilterOf(read({ acknowledged: true }))).toMatchObject({ acknowledged: 'true' })
  })

  test('[QUEUE-22] a status in the address replaces the open ones', () => {
    expect(alertFilterOf(read({ status: 'CLOSED' })).status).toEqual(['CLOSED'])
    expect(alertFilterOf(read({ not_status: 'PENDING' }))).toEqual({ status: open, not_status: ['PENDING'] })
  })

  test('[QUEUE-23] an emptied filter leaves the address', () => {
    const search = read({ severity: 'high', vehicle: 'VIN1' })
    expect(narrowed(search, 'severity', []).severity).toBeUndefined()
    expect(narrowed(search, 'vehicle', '  ').vehicle).toBeUndefined()
  })

  test('[QUEUE-23] clearing removes every filter and keeps order, window and the open alert', () => {
    const search = read({ severity: 'high', not_source: 'import', q: 'brake', sort: 'risk', time: '7d', alert })
    expect(countFilters(search)).toBe(3)
    expect(cleared(search)).toEqual({ sort: 'risk', time: search.time, alert })
  })
})

describe('filters of a cell', () => {
  test('[QUEUE-66] in: only this value, and it is no longer excluded', () => {
    const search = filteredIn(read({ source: 'ids,rule', not_source: 'import,detector' }), 'source', 'import')
    expect(search).toMatchObject({ source: 'import', not_source: 'detector' })
  })

  test('[QUEUE-66] out: this value is excluded in addition to those already excluded', () => {
    const search = filteredOut(read({ rule: 'a,b', not_rule: 'c' }), 'rule', 'b')
    expect(search).toMatchObject({ rule: 'a', not_rule: 'c,b' })
  })

  test('[QUEUE-66] a filter that cannot be negated stays unchanged', () => {
    expect(filteredOut(read({}), 'owner', 'me')).toEqual(read({}))
  })
})

describe('views', () => {
  test('[QUEUE-67] a view keeps filters and order, but not the window or the open alert', () => {
    expect(
      viewed(
        read({ severity: 'high', not_source: 'import', q: 'brake', sort: 'risk', time: '7d', alert, view: 'open' }),
      ),
    ).toEqual({ severity: 'high', not_source: 'import', q: 'brake', sort: 'risk' })
  })

  test('[QUEUE-67] switching to a view replaces the filters and keeps the window', () => {
    const search = read({ severity: 'high', time: '7d', alert })
    expect(turnedTo(search, 'mine', { owner: 'me' })).toEqual({ owner: 'me', view: 'mine', time: search.time })
  })
})

describe('the window', () => {
  const live = { mode: 'live', spanMs: 30 } as const
  const fixed = { mode: 'fixed', from: 10, to: 20 } as const

  test('[QUEUE-65] a fixed window limits the list, a live window hides nothing', () => {
    expect(within({ q: 'x' }, fixed)).toEqual({ q: 'x', from: '10', to: '20' })
    expect(within({ q: 'x' }, live)).toEqual({ q: 'x' })
  })

  test('[QUEUE-64] the histogram counts over the time span, live or not', () => {
    expect(overSpan({ q: 'x' }, live, 99)).toEqual({ q: 'x', from: '69' })
    expect(overSpan({ q: 'x' }, fixed, 99)).toEqual({ q: 'x', from: '10', to: '20' })
  })
})
