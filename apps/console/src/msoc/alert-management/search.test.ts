import { describe, expect, test } from 'vitest'
import { AlertSearch, askedFilter, chosen, cleared, countFilters, narrowed, turnedTo } from './search.ts'

const read = (raw: Record<string, unknown>) => AlertSearch.parse(raw)

describe('the address', () => {
  test('[AQ20] a bare address asks for every open alert', () => {
    expect(askedFilter(read({}))).toEqual({ status: ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'PENDING', 'ESCALATED'] })
  })

  test('[AQ20] each filter of the address reaches the call', () => {
    const search = read({ view: 'mine', severity: 'critical,high', status: 'NEW', source: 'ids', vehicle: 'VIN1', q: '0x2C1' })
    expect(askedFilter(search)).toEqual({
      status: ['NEW'], severity: ['high', 'critical'], source: ['ids'], vehicle: 'VIN1', q: '0x2C1', owner: 'me',
    })
  })

  test('[AQ20] unassigned asks for open alerts without an owner', () => {
    expect(askedFilter(read({ view: 'unassigned' }))).toMatchObject({ owner: 'none' })
  })

  test('[AQ21] words that are not known are left out, and the rest holds', () => {
    expect(chosen(read({ severity: 'high,dreadful' }), 'severity')).toEqual(['high'])
    expect(read({ view: 'sideways', severity: 'dreadful', alert: 'no-uuid' })).toEqual({})
  })

  test('[AQ21] the same words in another order are the same search', () => {
    expect(read({ severity: 'high,critical' })).toEqual(read({ severity: 'critical,high' }))
  })

  test('[AQ21] what the router read as a number or a truth value is text', () => {
    expect(read({ q: 706, vehicle: true })).toMatchObject({ q: '706', vehicle: 'true' })
  })

  test('[AQ22] a status that the view never shows narrows nothing', () => {
    expect(askedFilter(read({ view: 'closed', status: 'NEW' })).status).toEqual(['CLOSED', 'MERGED'])
    expect(countFilters(read({ view: 'closed', status: 'NEW' }))).toBe(0)
  })

  test('[AQ22] another view keeps the filters but the statuses', () => {
    const turned = turnedTo(read({ severity: 'high', status: 'NEW', q: 'brake' }), 'closed')
    expect(turned).toMatchObject({ view: 'closed', severity: 'high', q: 'brake', status: undefined })
    expect(turnedTo(turned, 'open').view).toBeUndefined()
  })

  test('[AQ23] an emptied filter leaves the address', () => {
    const search = read({ severity: 'high', vehicle: 'VIN1' })
    expect(narrowed(search, 'severity', []).severity).toBeUndefined()
    expect(narrowed(search, 'vehicle', '  ').vehicle).toBeUndefined()
  })

  test('[AQ23] clearing removes every filter and keeps the view and the open alert', () => {
    const alert = '0b2e1f6e-7a51-4a57-9d0a-5d4e7c0e8a11'
    const search = read({ view: 'mine', severity: 'high', q: 'brake', alert })
    expect(countFilters(search)).toBe(2)
    expect(cleared(search)).toEqual({ view: 'mine', alert })
  })
})
