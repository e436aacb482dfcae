import { expect, test } from 'vitest'
import { changeEntry } from './entries.ts'
import { readStix } from './stix.ts'

const reference = { source_name: 'mitre-ics-attack', external_id: 'T0855', url: 'https://example.org' }
const pattern = {
  type: 'attack-pattern', id: 'attack-pattern--1', name: ' Unauthorised command ', description: 'It commands.', external_references: [{ source_name: 'somebody', description: 'a book' }, reference],
  kill_chain_phases: [{ kill_chain_name: 'x', phase_name: 'impair-process-control' }],
}
const bundle = (...objects: object[]) => JSON.stringify({ type: 'bundle', id: 'bundle--1', objects })
const rows = (...objects: object[]) => {
  const read = readStix(bundle(...objects))
  return read.ok ? read.value : read.reason
}

test('[C10] an attack pattern becomes an attack, with the courses of action that mitigate it', () => {
  const action = { type: 'course-of-action', id: 'course-of-action--1', name: 'Sign commands' }
  const mitigates = { type: 'relationship', id: 'relationship--1', relationship_type: 'mitigates', source_ref: action.id, target_ref: pattern.id }
  const other = { ...mitigates, id: 'relationship--2', relationship_type: 'uses' }
  const [row] = rows(action, mitigates, mitigates, other, pattern, { type: 'malware', id: 'x' }, { no: 'object' }) as Exclude<ReturnType<typeof rows>, string>
  expect(row).toEqual({
    row: 1,
    said: { ok: true, value: { code: 'T0855', title: 'Unauthorised command', source: 'mitre-ics-attack', sourceId: 'T0855', fields: { description: 'It commands.', techniques: ['T0855'], tactic: 'Impair process control', mitigations: ['Sign commands'] } } },
  })
  expect(row!.said.ok && changeEntry('attack', undefined, row!.said.value).ok).toBe(true)
})

test('[C10] one that was revoked, or has no name or id, is refused with its place', () => {
  const reasons = (rows({ ...pattern, revoked: true }, { ...pattern, x_mitre_deprecated: true }, { ...pattern, name: ' ' }, { ...pattern, external_references: [{ source_name: 'x', external_id: 'y'.repeat(41) }] }, { ...pattern, external_references: 'no' }) as Exclude<ReturnType<typeof rows>, string>)
    .map(({ row, said }) => [row, said.ok ? '' : said.reason])
  expect(reasons).toEqual([
    [1, 'Unauthorised command: it was revoked or deprecated.'], [2, 'Unauthorised command: it was revoked or deprecated.'], [3, 'It has no name.'], [4, 'Unauthorised command: it has no id at its source of 40 letters at most.'],
    [5, 'Unauthorised command: it has no id at its source of 40 letters at most.'],
  ])
})

test.for([
  ['', 'no STIX'], ['{', 'no STIX'], ['[]', 'no STIX'], ['null', 'no STIX'], ['{"type":"bundle"}', 'no STIX'], [bundle(), 'no attack pattern'], ['['.repeat(1_000_000), '64 deep'], [`{"a":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`, '64 deep'],
])('[C11] what is no bundle, or nested too deep, is refused: $1', ([text, why]) => {
  expect(readStix(text!)).toEqual({ ok: false, reason: expect.stringContaining(why!) })
})

test('[C11] brackets within texts are no nesting; texts that are too long are cut', () => {
  const [row] = rows({ ...pattern, name: '{['.repeat(500), description: `"\\${'['.repeat(6_000)}` }) as Exclude<ReturnType<typeof rows>, string>
  expect(row!.said.ok && [row!.said.value.title!.length, (row!.said.value.fields!.description as string).length]).toEqual([300, 5_000])
})

test('[C11] names that objects have of themselves are only names', () => {
  const [row] = rows(JSON.parse('{"type":"attack-pattern","id":"a","name":"__proto__","__proto__":{"revoked":true},"external_references":[{"source_name":"s","external_id":"constructor"}]}') as object) as Exclude<ReturnType<typeof rows>, string>
  expect(row!.said).toMatchObject({ ok: true, value: { code: 'constructor', title: '__proto__' } })
})
