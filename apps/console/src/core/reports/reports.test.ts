import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { addReports, reportsFor } = await import('./reports.ts')

const report = (name: string, licence: 'MSOC' | 'FMEA') =>
  ({ name, title: name, licence, forms: ['pdf'], save: async () => undefined }) as const
const licence = { is_active: true, is_expired: false, modules: ['MSOC', 'FMEA'] as const }

test('the menu has the reports of all modules that the licence includes', () => {
  addReports([report('shift', 'MSOC')])
  addReports([report('failures', 'FMEA')])
  const names = (held: Parameters<typeof reportsFor>[0]) => reportsFor(held).map(({ name }) => name)
  expect(names(licence)).toEqual(['shift', 'failures'])
  expect(names({ ...licence, modules: ['FMEA'] })).toEqual(['failures'])
  expect([names({ ...licence, is_active: false }), names(undefined)]).toEqual([[], []])
})

test('two reports of the same name are refused', () => {
  expect(() => addReports([report('shift', 'FMEA')])).toThrow('Two reports are named shift.')
})
