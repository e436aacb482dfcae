import { expect, test } from 'vitest'
import { z } from 'zod'
import { annex5Title } from './annex5-titles.ts'
import { annex5, annex5Items, headingOf } from './annex5.ts'
import { fieldsOfCatalogue } from './catalogue.contract.ts'
import { shippedEntries, shippedEntry } from './shipped.ts'
import { shippedUuid } from './shipped/shipped-uuid.ts'

const of = (catalogue: string) => shippedEntries.filter((entry) => entry.catalogue === catalogue)
const fieldsOf = (catalogue: string) => of(catalogue).map(({ fields }) => fields)

test('[CATALOGUE-1] UN R155 Annex 5 has 69 items, with the same count under each heading as the regulation', () => {
  expect(
    annex5.map(({ key, groups }) => [key, groups.map(({ number, items }) => `${number}:${items}`).join(' ')]),
  ).toEqual([
    ['servers', '1:3 2:1 3:5'],
    ['communication', '4:2 5:5 6:3 7:2 8:2 9:1 10:1 11:4'],
    ['update', '12:4 13:1'],
    ['people', '15:2'],
    ['connectivity', '16:3 17:1 18:3'],
    ['data', '19:3 20:5 21:1 22:1 23:1 24:1 25:2'],
    ['weaknesses', '26:3 27:1 28:2 29:2 31:1 32:3'],
  ])
  expect(annex5Items).toHaveLength(69)
  expect(annex5Items.filter((item) => /^(22|32)\./.test(item))).toEqual(['22.2', '32.1', '32.2', '32.3'])
  expect(of('threat').map(({ title }) => title)).toEqual(annex5Items.map(annex5Title))
  expect(annex5Title('99.9')).toBeUndefined()
  expect(of('threat').map(({ fields }) => fields.annex5)).toEqual(annex5Items.map((item) => [item]))
  expect(
    Object.entries(Object.groupBy(annex5Items, (item) => headingOf(item)!.key)).map(([key, items]) => [
      key,
      items!.length,
    ]),
  ).toEqual([
    ['servers', 9],
    ['communication', 20],
    ['update', 5],
    ['people', 2],
    ['connectivity', 7],
    ['data', 14],
    ['weaknesses', 12],
  ])
  expect([headingOf('14.1'), headingOf('30.1'), headingOf('x')]).toEqual([undefined, undefined, undefined])
})

test('[CATALOGUE-1] there are at least 30 damages and 80 attacks, each with its required fields', () => {
  expect(of('damage').length).toBeGreaterThanOrEqual(30)
  expect(of('attack').length).toBeGreaterThanOrEqual(80)
  expect(new Set(fieldsOf('damage').map(({ stakeholder }) => stakeholder))).toEqual(
    new Set(['road-user', 'owner', 'manufacturer', 'other']),
  )
  for (const { code, title, fields } of shippedEntries) {
    expect([code, title.length > 5, title.length <= 80, String(fields.description).length > 30]).toEqual([
      code,
      true,
      true,
      true,
    ])
  }
  for (const { code, fields } of of('attack'))
    expect([
      code,
      Object.keys(fields.potential as object).length,
      (fields.mitigations as unknown[]).length > 0,
      fields.vector,
    ]).toEqual([code, 5, true, expect.any(String)])
  for (const { code, fields } of of('threat'))
    expect([
      code,
      (fields.stride as unknown[]).length > 0,
      (fields.properties as unknown[]).length > 0,
      (fields.attacks as unknown[]).length > 0,
    ]).toEqual([code, true, true, true])
})

test('[CATALOGUE-1] every property has a damage scenario that applies to every element', () => {
  const generic = fieldsOf('damage').filter(
    ({ categories, elements }) => (categories as unknown[]).length + (elements as unknown[]).length === 0,
  )
  expect(new Set(generic.flatMap(({ loses }) => loses as string[]))).toEqual(
    new Set(['confidentiality', 'integrity', 'availability', 'authenticity', 'authorisation', 'non-repudiation']),
  )
})

test('[CATALOGUE-2] codes are unique, and every entry that an entry refers to exists', () => {
  const codes = shippedEntries.map(({ code }) => code)
  expect(codes.length).toBe(new Set(codes).size)
  const attacks = new Set(of('attack').map(({ code }) => code))
  expect(
    [
      ...fieldsOf('threat').flatMap(({ attacks: named }) => named as string[]),
      ...fieldsOf('attack').flatMap(({ needs }) => needs as string[]),
    ].filter((code) => !attacks.has(code)),
  ).toEqual([])
})

test('[CATALOGUE-1] every attack causes a threat, or is needed for an attack that does', () => {
  const named = new Set([
    ...fieldsOf('threat').flatMap(({ attacks }) => attacks as string[]),
    ...fieldsOf('attack').flatMap(({ needs }) => needs as string[]),
  ])
  expect(
    of('attack')
      .map(({ code }) => code)
      .filter((code) => !named.has(code)),
  ).toEqual([])
})

test('[CATALOGUE-1] technique ids have the form of ATT&CK or Automotive Threat Matrix ids', () => {
  const ids = fieldsOf('attack').flatMap(({ techniques }) => techniques as string[])
  expect(ids.filter((id) => !/^(T08\d\d|T1\d{3}|ATM-T00([0-6]\d|7[0-7]))$/.test(id))).toEqual([])
  expect(fieldsOf('attack').filter(({ techniques }) => (techniques as string[]).length === 0)).toEqual([])
})

test('[CATALOGUE-2] a shipped entry has a uuid that is derived from its code, and is found by it', () => {
  expect(shippedUuid('R155-4.1')).toBe(shippedUuid('R155-4.1'))
  expect(new Set(shippedEntries.map(({ uuid }) => uuid)).size).toBe(shippedEntries.length)
  for (const entry of shippedEntries) {
    expect(z.uuid().safeParse(entry.uuid).success).toBe(true)
    expect(shippedEntry(entry.uuid)).toBe(entry)
    expect(fieldsOfCatalogue[entry.catalogue].parse(entry.fields)).toEqual(entry.fields)
  }
  // existing artefacts of customers keep it as their origin: it must never change
  expect(['R155-4.1', 'ATK-BUS-01', 'DMG-R-01'].map(shippedUuid)).toMatchInlineSnapshot(`
    [
      "ed1b29f9-e582-822d-8ed0-dc8b9b8022ec",
      "3d35c256-2f7b-8829-89bb-ca6a429c8f97",
      "35715f4f-7ff0-829a-8268-b2e94ba4df97",
    ]
  `)
})
