import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import { asilProblemsOn, decompositionsOf } from '../safety.ts'
import { decompositionWrite, derivedFrom, endOfDecomposition, goalAbove, pairsFor, partsOf } from './decompose.ts'

const program = '11111111-1111-4111-8111-111111111111'
const goal = artefact('safety-goal', 1, { fields: { asil: 'D' } })
const whole = artefact('safety-requirement', 1, { fields: { type: 'technical' } })
const [one, other] = [
  artefact('safety-requirement', 2, { fields: { share: 'B' } }),
  artefact('safety-requirement', 3, { fields: { share: 'B' } }),
]
const graph = graphOf(
  [goal, whole, one, other],
  [link('derived-to', goal, whole), link('derived-to', whole, one), link('derived-to', whole, other)],
)

test('[SAFETY-UI-12] only the pairs that the ASIL allows are offered', () => {
  expect(pairsFor({ level: 'D', of: null }).map(({ key }) => key)).toEqual([
    'C(D) + A(D)',
    'B(D) + B(D)',
    'D(D) + QM(D)',
  ])
  expect(pairsFor({ level: 'B', of: 'D' }).map(({ key }) => key)).toEqual(['A(D) + A(D)', 'B(D) + QM(D)'])
  expect(pairsFor({ level: 'QM', of: null })).toEqual([])
  expect(pairsFor(null)).toEqual([])
})

test('[SAFETY-UI-12] the parts and the open independence of a decomposition are found', () => {
  expect(partsOf(graph, whole.uuid)).toEqual([one, other])
  expect(decompositionsOf(graph)).toMatchObject([{ of: whole.uuid, isIndependent: false }])
  expect(asilProblemsOn(graph, whole.uuid).map(({ code }) => code)).toEqual(['independence'])
  expect(asilProblemsOn({ ...graph, isWhole: false }, whole.uuid)).toEqual([])
  expect([goal, one].map((each) => goalAbove(graph, each))).toEqual([goal.uuid, goal.uuid])
  expect(derivedFrom(graph, whole.uuid)).toEqual([one, other])
})

test('[SAFETY-UI-12] new parts are derived from the requirement, existing ones get their share', () => {
  const { artefacts, link: links } = decompositionWrite(program, whole, {
    shares: ['C', 'A'],
    parts: [{ existing: one }, { title: 'Monitor' }],
    isIndependent: true,
    independence: ' Two chips ',
  })
  expect(artefacts).toMatchObject([
    { uuid: whole.uuid, fields: { is_independent: true, independence: 'Two chips' } },
    { uuid: one.uuid, revision: 1, fields: { share: 'C' } },
    { title: 'Monitor', fields: { share: 'A', type: 'technical' } },
  ])
  expect(links).toEqual([{ kind: 'derived-to', from: whole.uuid, to: artefacts![2]!.new_uuid }])
})

test('[SAFETY-UI-12] who ends a decomposition keeps its parts', () => {
  const { artefacts } = endOfDecomposition(partsOf(graph, whole.uuid))
  expect(artefacts).toMatchObject([
    { uuid: one.uuid, fields: { share: null } },
    { uuid: other.uuid, fields: { share: null } },
  ])
})
