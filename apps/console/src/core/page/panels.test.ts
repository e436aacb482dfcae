import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { addPanels, panelsIn } = await import('./panels.ts')

const Panel = () => null
const panel = (title: string) => ({ title, licence: 'MSOC', Panel }) as const
const licence = { is_active: true, is_expired: false, modules: ['MSOC'] as const }

test('a place has the panels of all modules that the licence includes', () => {
  addPanels({ 'beside-alert': [panel('Scenarios')] })
  addPanels({ 'beside-alert': [{ ...panel('FMEA'), licence: 'FMEA' }], 'organisation-end': [panel('Tokens')] })
  const titles = (from: Parameters<typeof panelsIn>[1]) => panelsIn('beside-alert', from).map(({ title }) => title)
  expect(titles(licence)).toEqual(['Scenarios'])
  expect(titles({ ...licence, modules: ['MSOC', 'FMEA'] })).toEqual(['Scenarios', 'FMEA'])
  expect([titles({ ...licence, is_expired: true }), titles(undefined)]).toEqual([[], []])
})
