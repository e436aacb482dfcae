import { expect, test } from 'vitest'
import { type Asil, type AsilTag, tagText, wholeAsil } from './asil.ts'
import { type Decomposition, inheritedAsils, type SafetyNode } from './asil-inheritance.ts'

const node = (id: string, from: readonly string[] = [], asil: AsilTag | null = null): SafetyNode => ({ id, from, asil })
const goal = (id: string, asil: Asil) => node(id, [], wholeAsil(asil))
const split = (of: string, one: [string, Asil], other: [string, Asil], isIndependent = true): Decomposition => ({
  of,
  parts: [
    { id: one[0], asil: one[1] },
    { id: other[0], asil: other[1] },
  ],
  isIndependent,
})

function inherited(nodes: readonly SafetyNode[], decompositions: readonly Decomposition[] = []) {
  const { asils, problems } = inheritedAsils(nodes, decompositions)
  return {
    asils: Object.fromEntries([...asils].map(([id, tag]) => [id, tag && tagText(tag)])),
    problems: problems.map(({ code, ids }) => `${code} ${ids.join(' ')}`),
  }
}

test('[ASIL-5] a requirement has the highest ASIL of what it is derived from, over any number of steps', () => {
  expect(
    inherited([goal('g1', 'B'), goal('g2', 'D'), node('r1', ['g1', 'g2']), node('r2', ['g1']), node('r3', ['r2'])]),
  ).toEqual({ asils: { g1: 'B', g2: 'D', r1: 'D', r2: 'B', r3: 'B' }, problems: [] })
})

test('[ASIL-5] the order of the rows does not matter; without an ASIL above there is none', () => {
  expect(inherited([node('r2', ['r1']), node('r1', ['g']), node('g')])).toEqual({
    asils: { r2: null, r1: null, g: null },
    problems: [],
  })
})

test('[ASIL-5] a stated ASIL that is higher counts, one that is lower is a problem', () => {
  expect(inherited([goal('g', 'B'), node('r', ['g'], wholeAsil('C')), node('s', ['g'], wholeAsil('A'))])).toEqual({
    asils: { g: 'B', r: 'C', s: 'B' },
    problems: ['lower s'],
  })
})

test('[ASIL-6] parts of a decomposition have their share with the ASIL of the goal, and hand it down', () => {
  const nodes = [goal('g', 'D'), node('r', ['g']), node('a', ['r']), node('b'), node('a1', ['a']), node('b1', ['b'])]
  expect(inherited(nodes, [split('r', ['a', 'B'], ['b', 'B'])])).toEqual({
    asils: { g: 'D', r: 'D', a: 'B(D)', b: 'B(D)', a1: 'B(D)', b1: 'B(D)' },
    problems: [],
  })
})

test('[ASIL-6] a part that is decomposed again keeps the ASIL of the goal in brackets', () => {
  const nodes = [goal('g', 'D'), node('a', ['g']), node('b', ['g']), node('c', ['b']), node('d', ['b'])]
  const twice = [split('g', ['a', 'A'], ['b', 'C']), split('b', ['c', 'B'], ['d', 'A'])]
  expect(inherited(nodes, twice)).toEqual({
    asils: { g: 'D', a: 'A(D)', b: 'C(D)', c: 'B(D)', d: 'A(D)' },
    problems: [],
  })
})

test('[ASIL-6] a part that is also derived from another goal has the higher of both', () => {
  const nodes = [goal('g', 'D'), goal('h', 'C'), node('a', ['g', 'h']), node('b', ['g'])]
  expect(inherited(nodes, [split('g', ['a', 'B'], ['b', 'B'])]).asils).toMatchObject({ a: 'C', b: 'B(D)' })
})

test('[ASIL-7] parts that are no allowed pair inherit the ASIL undivided', () => {
  const nodes = [goal('g', 'D'), node('a', ['g']), node('b', ['g'])]
  expect(inherited(nodes, [split('g', ['a', 'A'], ['b', 'B'])])).toEqual({
    asils: { g: 'D', a: 'D', b: 'D' },
    problems: ['pair g a b'],
  })
  expect(inherited(nodes, [split('g', ['a', 'B'], ['a', 'B'])]).problems).toContain('pair g a a')
})

test('[ASIL-7] a decomposition without shown independence, and what belongs to both parts, are problems', () => {
  const nodes = [goal('g', 'D'), node('a', ['g']), node('b', ['g']), node('c', ['a', 'b']), node('d', ['c'])]
  expect(inherited(nodes, [split('g', ['a', 'B'], ['b', 'B'], false)])).toEqual({
    asils: { g: 'D', a: 'B(D)', b: 'B(D)', c: 'D', d: 'D' },
    problems: ['shared c g', 'shared d g', 'independence g a b'],
  })
})

test('[ASIL-7] what is derived from itself, or from nothing that exists, is a problem', () => {
  const nodes = [goal('g', 'A'), node('a', ['b', 'g']), node('b', ['a']), node('c', ['g', 'x'])]
  expect(inherited(nodes)).toEqual({
    asils: { g: 'A', a: null, b: null, c: 'A' },
    problems: ['cycle a', 'cycle b', 'unknown c x'],
  })
})

test('[ASIL-7] it does not take the square of the requirements, nor a stack frame for each', () => {
  const many = 10_000
  const chain = Array.from({ length: many }, (_none, i) => [
    node(`r${i + 1}`, [`r${i}`]),
    node(`s${i + 1}`, [`r${i}`]),
  ]).flat()
  const splits = Array.from({ length: many }, (_none, i) => split(`r${i}`, [`r${i + 1}`, 'D'], [`s${i + 1}`, 'QM']))
  const { asils, problems } = inherited([...chain.toReversed(), goal('r0', 'D')], splits)
  expect([asils[`r${many}`], asils.s1, problems]).toEqual(['D(D)', 'QM(D)', []])
})
