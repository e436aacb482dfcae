import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import type { Assessed } from '../rating/assessments.ts'
import { withAssessed } from '../rating/assessments.fixture.ts'
import { gapsOf, matrixOf, risksOf } from './gaps.ts'

const [one, two] = [artefact('threat-scenario', 1, { fields: { treatment: 'reduce' } }), artefact('threat-scenario', 2)]
const goal = artefact('goal', 1)
const assessed = (
  uuid: string,
  overall: Assessed['overall'],
  feasibility: Assessed['scenarios']['initial']['feasibility'],
  risk: number | null,
) => {
  const scenario = { ratings: { potential: null, cvss: null, vector: null }, feasibility, risk, path: [] }
  return {
    threat_uuid: uuid,
    overall,
    paths: 0,
    impact: { safety: overall, financial: null, operational: null, privacy: null },
    scenarios: { initial: scenario, today: scenario, target: { ...scenario, risk: 1 } },
    cal: null,
    methodsDisagree: false,
    trouble: null,
    sightings: 0,
    contradiction: null,
  } as Assessed
}
const withRisks = (graph: ReturnType<typeof graphOf>) =>
  withAssessed(graph, [
    [one.uuid, assessed(one.uuid, 'severe', 'medium', 4)],
    [two.uuid, assessed(two.uuid, null, 'high', null)],
  ])

test('[TARA-1] scenarios are counted by impact and feasibility; unrated ones are not counted', () => {
  const graph = withRisks(graphOf([one, two]))
  const matrix = matrixOf(graph, [one, two])
  expect(matrix.severe.medium).toBe(1)
  expect(
    Object.values(matrix)
      .flatMap((row) => Object.values(row))
      .reduce((sum, count) => sum + count, 0),
  ).toBe(1)
  expect(risksOf(graph, [one, two], 'initial')).toEqual([
    { risk: 5, count: 0 },
    { risk: 4, count: 1 },
    { risk: 3, count: 0 },
    { risk: 2, count: 0 },
    { risk: 1, count: 0 },
  ])
})

test('[TARA-2] the treatment "reduce" needs a goal', () => {
  expect(gapsOf(withRisks(graphOf([one, goal])), one)).toEqual(['needs-goal'])
  expect(gapsOf(withRisks(graphOf([one, goal], [link('answered-by', one, goal)])), one)).toEqual([])
})
