import { expect, test } from 'vitest'
import { artefact } from '../store/artefact.fixture.ts'
import { inputFor, partText, partTitle, valueOf } from './values.ts'

test('a part is read and written by its name, a field in the same way as a common property', () => {
  const row = artefact('threat-scenario', 1, { title: 'Spoofed', fields: { treatment: 'reduce' } })
  expect([
    valueOf(row, '@title'),
    valueOf(row, '@status'),
    valueOf(row, '@project'),
    valueOf(row, 'treatment'),
    valueOf({ ...row, fields: {} }, 'stride'),
  ]).toEqual(['Spoofed', 'CREATED', null, 'reduce', []])
  expect([
    inputFor('@title', 'x'),
    inputFor('@status', 'CREATED'),
    inputFor('@project', null),
    inputFor('treatment', 'share'),
  ]).toEqual([{ title: 'x' }, { status: 'CREATED' }, { project_uuid: null }, { fields: { treatment: 'share' } }])
})

test.for([
  ['@status', 'UNDER_REVIEW', 'Under review'],
  ['treatment', 'reduce', 'Reduce'],
  ['treatment', null, ''],
  ['stride', ['spoofing', 'denial'], 'Spoofing, Denial of service'],
  ['annex5', ['4.1', '5.2'], '4.1, 5.2'],
  ['effort', { potential: { time: 'week' }, cvss: {}, vector: null }, 'Potential: Time: week'],
  [
    'indicators',
    { detectors: [], event_ids: [32769], rules: [], can_ids: [], buses: ['can0'], ecus: [] },
    'Event ids: 32769; Buses: can0',
  ],
] as const)('%s of %j reads "%s"', ([part, value, text]) => {
  expect(partText('threat-scenario', part, value)).toBe(text)
})

test('booleans and dates become text', () => {
  expect([
    partText('asset', 'relevant', true),
    partText('asset', 'relevant', false),
    partText('test-case', 'run_on', '2025-11-18'),
    partTitle('test-case', 'run_on'),
  ]).toEqual(['Yes', 'No', '18 Nov 2025', 'Run on'])
})
