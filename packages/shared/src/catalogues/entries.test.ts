import { expect, test } from 'vitest'
import type { CatalogueEntry } from './catalogue.contract.ts'
import { byCode, changeEntry, matchesFilter, mergedEntries } from './entries.ts'
import { cellsOf, columnsOf, parseRow } from './entry-table.ts'
import { shippedEntries } from './shipped.ts'

const threat = shippedEntries.find(({ code }) => code === 'R155-4.1')!
const own = (overrides: Partial<CatalogueEntry>): CatalogueEntry => ({
  ...threat,
  uuid: '00000000-0000-4000-8000-000000000001',
  code: 'OWN-T-1',
  source: '',
  is_shipped: false,
  revision: 1,
  ...overrides,
})

test('[CATALOGUE-3] an organisation sees its own entries, and each shipped entry that it did not replace', () => {
  const changed = own({ uuid: threat.uuid, code: threat.code, title: 'Ours now', is_changed: true, is_shipped: true })
  const all = mergedEntries([own({}), changed], ['threat'])
  expect(all.filter(({ uuid }) => uuid === threat.uuid)).toEqual([changed])
  expect([all.length, new Set(all.map(({ catalogue }) => catalogue))]).toEqual([70, new Set(['threat'])])
})

test('[CATALOGUE-4] codes are sorted by their numbers', () => {
  expect(
    ['R155-12.1', 'R155-4.2', 'R155-4.10']
      .map((code) => ({ code, uuid: '' }))
      .sort(byCode)
      .map(({ code }) => code),
  ).toEqual(['R155-4.2', 'R155-4.10', 'R155-12.1'])
})

test.for([
  [{ q: 'pretender' }, true],
  [{ q: 'r155-4.1' }, true],
  [{ q: 'SATELLITES' }, true],
  [{ q: 'charging' }, false],
  [{ stride: 'spoofing' }, true],
  [{ stride: 'denial' }, false],
  [{ element: 'channel' }, true],
  [{ element: 'system' }, false],
  [{ heading: 'communication' }, true],
  [{ heading: 'servers' }, false],
  [{ q: '4.1', stride: 'denial' }, false],
] as const)('[CATALOGUE-4] filter %o matches: %s', ([filter, answer]) => {
  expect(matchesFilter(threat, { retired: false, ...filter })).toBe(answer)
})

test('[CATALOGUE-4] retired entries match only on request; an entry without elements matches every element', () => {
  const retired = own({ is_retired: true, fields: { ...threat.fields, elements: [] } })
  expect([
    matchesFilter(retired, { retired: false }),
    matchesFilter(retired, { retired: true }),
    matchesFilter(retired, { retired: true, element: 'system' }),
  ]).toEqual([false, true, true])
})

test('[CATALOGUE-5] an absent field keeps its value, and an equal value is no change', () => {
  const change = changeEntry('threat', threat, { fields: { stride: ['denial'] } })
  expect(change).toMatchObject({
    ok: true,
    value: { code: 'R155-4.1', title: threat.title, isRetired: false, fields: { stride: ['denial'], annex5: ['4.1'] } },
  })
  expect(
    changeEntry('threat', threat, { title: threat.title, fields: { stride: ['spoofing'] }, is_retired: false }),
  ).toEqual({ ok: true, value: undefined })
  expect(changeEntry('threat', threat, { is_retired: true })).toMatchObject({ ok: true, value: { isRetired: true } })
})

test.for([
  [{ fields: { nothing: 1 } }, 'nothing'],
  [{ fields: { stride: ['x'] } }, 'stride.0'],
  [{ fields: { annex5: ['four'] } }, 'annex5.0'],
  [{ code: 'OTHER' }, 'code'],
  [{ fields: { constructor: 1 } }, 'constructor'],
] as const)('[CATALOGUE-5] %o is refused with an error for its field', ([input, field]) => {
  expect(Object.keys(changeEntry('threat', threat, input).errors!)).toEqual([field])
})

test('[CATALOGUE-5] a new entry needs a code and a title', () => {
  expect(changeEntry('damage', undefined, { code: 'X' }).errors).toEqual({ title: 'A title is needed.' })
  expect(changeEntry('damage', undefined, { title: 'X' }).errors).toEqual({ code: 'A code is needed.' })
  expect(changeEntry('damage', undefined, { code: 'X', title: 'Y' })).toMatchObject({
    ok: true,
    value: { fields: { loses: [], safety: null, description: '' } },
  })
})

test('[CATALOGUE-9] every shipped entry is the same after export to cells and import', () => {
  for (const entry of shippedEntries) {
    const cells = Object.fromEntries(columnsOf(entry.catalogue).map((column, i) => [column, cellsOf(entry)[i]!]))
    const row = parseRow(entry.catalogue, cells)
    expect(row.ok && changeEntry(entry.catalogue, entry, row.value)).toEqual({ ok: true, value: undefined })
    expect(row.ok && changeEntry(entry.catalogue, undefined, row.value)).toMatchObject({
      ok: true,
      value: { code: entry.code, title: entry.title, fields: entry.fields },
    })
  }
})

test('[CATALOGUE-9] an absent column leaves the field unchanged; an empty cell empties it', () => {
  expect(parseRow('damage', { code: 'D' })).toEqual({ ok: true, value: { code: 'D', fields: {} } })
  expect(parseRow('damage', { code: 'D', safety: '', loses: '', description: '' })).toEqual({
    ok: true,
    value: { code: 'D', fields: { safety: null, loses: [], description: '' } },
  })
  expect(parseRow('attack', { code: 'A', time: 'day', window: '', mitigations: ' a |b| ' })).toEqual({
    ok: true,
    value: { code: 'A', fields: { potential: { time: 'day' }, mitigations: ['a', 'b'] } },
  })
})

test.for([
  [{ code: '' }, 'code'],
  [{ code: 'x'.repeat(61) }, 'code'],
  [{ code: 'x', title: '' }, 'title'],
  [{ code: 'x', retired: 'perhaps' }, 'retired'],
] as const)('[CATALOGUE-9] %o is refused because of its %s', ([cells, word]) => {
  expect(parseRow('damage', cells)).toEqual({ ok: false, reason: expect.stringContaining(`${word}:`) })
})
