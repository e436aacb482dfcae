import { expect, test } from 'vitest'
import { asilsOf, type SafetyLink, type SafetyRow } from './asil-graph.ts'

type Fields = SafetyRow['fields']
const row = (kind: string, uuid: string, fields: Fields = {}): SafetyRow => ({ uuid, kind, fields })
const event = (uuid: string, severity: string, exposure: string, controllability: string | null) =>
  row('hazardous-event', uuid, { severity, exposure, controllability })
const goal = (uuid: string, fields: Fields = {}) => row('safety-goal', uuid, fields)
const requirement = (uuid: string, fields: Fields = {}) => row('safety-requirement', uuid, fields)
const links = (kind: string, ...ends: [string, string][]): SafetyLink[] =>
  ends.map(([from, to]) => ({ kind, from, to }))

function rated(rows: readonly SafetyRow[], ...all: (readonly SafetyLink[])[]) {
  const values = [...asilsOf(rows, all.flat())]
  return {
    asils: Object.fromEntries(values.map(([uuid, { text }]) => [uuid, text])),
    problems: values.flatMap(([uuid, { problems }]) => problems.map(({ code }) => `${uuid} ${code}`)),
  }
}

test('[ASIL-8] an event has the ASIL of its classes, a goal the highest of its events; others inherit', () => {
  const rows = [
    event('e1', 'S3', 'E4', 'C3'),
    event('e2', 'S1', 'E4', 'C3'),
    event('e3', 'S3', 'E4', null),
    goal('g1'),
    goal('g2'),
    row('safety-concept', 'c'),
    requirement('r'),
    requirement('s'),
  ]
  expect(
    rated(
      rows,
      links('prevented-by', ['e1', 'g1'], ['e2', 'g1'], ['e3', 'g2']),
      links('achieved-by', ['g1', 'c']),
      links('derived-to', ['c', 'r'], ['r', 's']),
    ),
  ).toEqual({ asils: { e1: 'D', e2: 'B', e3: null, g1: 'D', g2: null, c: 'D', r: 'D', s: 'D' }, problems: [] })
})

test('[ASIL-8] a goal has what is stated for it; a lower ASIL than that of an event is a problem', () => {
  const rows = [event('e', 'S3', 'E3', 'C3'), goal('g', { asil: 'B' }), goal('h', { asil: 'D' }), requirement('r')]
  expect(rated(rows, links('prevented-by', ['e', 'g'], ['e', 'h']), links('derived-to', ['g', 'r']))).toEqual({
    asils: { e: 'C', g: 'B', h: 'D', r: 'B' },
    problems: ['g lower'],
  })
})

test('[ASIL-8] two requirements with a share are a decomposition of what both are derived from', () => {
  const shares = [requirement('a', { share: 'B' }), requirement('b', { share: 'B' })]
  const derived = links('derived-to', ['g', 'a'], ['g', 'b'])
  expect(rated([goal('g', { asil: 'D', is_independent: true }), ...shares], derived)).toEqual({
    asils: { g: 'D', a: 'B(D)', b: 'B(D)' },
    problems: [],
  })
  expect(rated([goal('g', { asil: 'D' }), ...shares], derived).problems).toEqual([
    'g independence',
    'a independence',
    'b independence',
  ])
})

test('[ASIL-8] one share alone, or three of them, are no decomposition', () => {
  const g = goal('g', { asil: 'D', is_independent: true })
  const part = (uuid: string) => requirement(uuid, { share: 'B' })
  const of = (...uuids: string[]) =>
    links('derived-to', ...uuids.map((uuid): [string, string] => ['g', uuid]), ['h', 'a'])
  expect(rated([g, part('a')], of('a'))).toEqual({ asils: { g: 'D', a: 'D' }, problems: ['g parts', 'a parts'] })
  expect(rated([g, part('a'), part('b'), part('c')], of('a', 'b', 'c'))).toEqual({
    asils: { g: 'D', a: 'D', b: 'D', c: 'D' },
    problems: ['g parts', 'a parts', 'b parts', 'c parts'],
  })
  const other = goal('h', { asil: 'B' })
  expect(rated([g, other, part('a'), part('b')], of('a', 'b'))).toEqual({
    asils: { g: 'D', h: 'B', a: 'B(D)', b: 'B(D)' },
    problems: [],
  })
})

test('[ASIL-8] links of other kinds, and to what is not among the rows, do not count', () => {
  expect(
    rated(
      [goal('g', { asil: 'C' }), requirement('r')],
      links('tested-by', ['g', 'r']),
      links('derived-to', ['x', 'r']),
    ),
  ).toEqual({ asils: { g: 'C', r: null }, problems: [] })
})
