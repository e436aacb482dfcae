import { expect, test } from 'vitest'
import { changeEntry } from './entries.ts'
import { readStix } from './stix.ts'

const reference = { source_name: 'mitre-ics-attack', external_id: 'T0855', url: 'https://example.org' }
const pattern = {
  type: 'attack-pattern',
  id: 'attack-pattern--1',
  name: ' Unauthorised command ',
  description: 'It commands.',
  external_references: [{ source_name: 'somebody', description: 'a book' }, reference],
  kill_chain_phases: [{ kill_chain_name: 'x', phase_name: 'impair-process-control' }],
}
const bundle = (...objects: object[]) => JSON.stringify({ type: 'bundle', id: 'bundle--1', objects })
/** A text as it arrives: in pieces of `letters` characters. */
async function* pieces(text: string, letters = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += letters) yield text.slice(at, at + letters)
}
const rows = async (...objects: object[]) => {
  const read = await readStix(pieces(bundle(...objects)))
  if (!read.ok) throw new Error(read.reason)
  return read.value
}

test('[CATALOGUE-10] an attack pattern becomes an attack, with the courses of action that mitigate it', async () => {
  const action = { type: 'course-of-action', id: 'course-of-action--1', name: 'Sign commands' }
  const mitigates = {
    type: 'relationship',
    id: 'relationship--1',
    relationship_type: 'mitigates',
    source_ref: action.id,
    target_ref: pattern.id,
  }
  const other = { ...mitigates, id: 'relationship--2', relationship_type: 'uses' }
  const [row] = await rows(action, mitigates, mitigates, other, pattern, { type: 'malware', id: 'x' }, { no: 'object' })
  expect(row).toEqual({
    row: 1,
    result: {
      ok: true,
      value: {
        code: 'T0855',
        title: 'Unauthorised command',
        source: 'mitre-ics-attack',
        sourceId: 'T0855',
        fields: {
          description: 'It commands.',
          techniques: ['T0855'],
          tactic: 'Impair process control',
          mitigations: ['Sign commands'],
        },
      },
    },
  })
  expect(row!.result.ok && changeEntry('attack', undefined, row!.result.value).ok).toBe(true)
})

test('[CATALOGUE-10] a pattern that is revoked, or has no name or id, is refused with its position', async () => {
  const reasons = (
    await rows(
      { ...pattern, revoked: true },
      { ...pattern, x_mitre_deprecated: true },
      { ...pattern, name: ' ' },
      { ...pattern, external_references: [{ source_name: 'x', external_id: 'y'.repeat(41) }] },
      { ...pattern, external_references: 'no' },
    )
  ).map(({ row, result }) => [row, result.ok ? '' : result.reason])
  expect(reasons).toEqual([
    [1, 'Unauthorised command: it was revoked or deprecated.'],
    [2, 'Unauthorised command: it was revoked or deprecated.'],
    [3, 'It has no name.'],
    [4, 'Unauthorised command: it has no id at its source of 40 letters at most.'],
    [5, 'Unauthorised command: it has no id at its source of 40 letters at most.'],
  ])
})

test.for([
  ['', 'no STIX'],
  ['{', 'no STIX'],
  ['[]', 'no STIX'],
  ['null', 'no STIX'],
  ['{"type":"bundle"}', 'no STIX'],
  [bundle(), 'no attack pattern'],
  ['['.repeat(1_000_000), '64 deep'],
  [`{"a":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`, '64 deep'],
])('[CATALOGUE-11] text that is not a bundle, or nested too deep, is refused: $1', async ([text, why]) => {
  expect(await readStix(pieces(text!, 65_536))).toEqual({ ok: false, reason: expect.stringContaining(why!) })
})

test('[CATALOGUE-11] brackets within texts are not nesting; texts that are too long are cut', async () => {
  const [row] = await rows({ ...pattern, name: '{['.repeat(500), description: `"\\${'['.repeat(6_000)}` })
  expect(
    row!.result.ok && [row!.result.value.title!.length, (row!.result.value.fields!.description as string).length],
  ).toEqual([300, 5_000])
})

test('[CATALOGUE-11] property names such as __proto__ are plain names', async () => {
  const [row] = await rows(
    JSON.parse(
      '{"type":"attack-pattern","id":"a","name":"__proto__","__proto__":{"revoked":true},' +
        '"external_references":[{"source_name":"s","external_id":"constructor"}]}',
    ) as object,
  )
  expect(row!.result).toMatchObject({ ok: true, value: { code: 'constructor', title: '__proto__' } })
})

test('[CATALOGUE-11] the result is the same wherever the text of a bundle is split', async () => {
  const text = JSON.stringify(
    {
      spec_version: '2.0',
      objects: [{ ...pattern, name: 'Quote \\" ]} \u{1F600}' }, 7, [{ type: 'attack-pattern' }], {}],
      later: [{ ...pattern }],
      type: 'bundle',
    },
    null,
    2,
  )
  const whole = await readStix(pieces(text, text.length))
  expect(whole).toMatchObject({
    ok: true,
    value: [{ row: 1, result: { ok: true, value: { title: 'Quote \\" ]} \u{1F600}' } } }],
  })
  for (const letters of [1, 2, 3, 11, 64, 500]) expect(await readStix(pieces(text, letters))).toEqual(whole)
})

test('[CATALOGUE-11] only the objects about attacks are kept from a bundle', async () => {
  async function* large(): AsyncGenerator<string> {
    yield '{"type":"bundle","objects":['
    for (let i = 0; i < 60_000; i++)
      yield `${JSON.stringify({ type: 'malware', id: `malware--${i}`, description: 'x'.repeat(1_000) })},`
    yield `${JSON.stringify(pattern)}]}`
  }
  expect(await readStix(large())).toMatchObject({ ok: true, value: [{ row: 1 }] })
  expect(await readStix(pieces(`{"type":"bundle","x":"${'x'.repeat(3_000_000)}","objects":[]}`, 65_536))).toMatchObject(
    { ok: false },
  )
  expect(
    await readStix(pieces(`{"type":"bundle","objects":[{"x":"${'x'.repeat(3_000_000)}"}]}`, 65_536)),
  ).toMatchObject({ ok: false })
})
