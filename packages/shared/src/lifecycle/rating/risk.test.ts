import { expect, test } from 'vitest'
import { defaultMethod } from '../methods/default-method.ts'
import { attackVectors, feasibilities, type ImpactLevel, impactLevels, type Method, stakes } from '../methods/method.ts'
import { calOf, calOfGoal, type Impacts, overallImpact, riskOf, treatmentGapsOf, worstImpacts } from './risk.ts'

const none: Impacts = { safety: null, financial: null, operational: null, privacy: null }

/** Cell by cell, by impact and feasibility, the lowest first. */
const risks = [
  [1, 1, 1, 1],
  [1, 2, 2, 3],
  [1, 2, 3, 4],
  [2, 3, 4, 5],
]
/** By impact, and by vectors from the nearest. */
const cals = [
  [0, 0, 0, 0],
  [1, 1, 2, 3],
  [1, 2, 3, 4],
  [2, 3, 4, 4],
]

const matrixCells = impactLevels.flatMap((impact, i) =>
  feasibilities.map((feasibility, j) => ({ impact, feasibility, risk: risks[i]![j]! })),
)
test.for(matrixCells)(
  '[RISK-2] $impact impact and $feasibility feasibility is risk $risk',
  ({ impact, feasibility, risk }) => {
    expect(riskOf(defaultMethod, impact, feasibility)).toBe(risk)
  },
)

const calCells = impactLevels.flatMap((impact, i) =>
  attackVectors.map((vector, j) => ({ impact, vector, cal: cals[i]![j]! })),
)
test.for(calCells)('[RISK-3] $impact impact by the vector $vector is CAL $cal', ({ impact, vector, cal }) => {
  expect(calOf(defaultMethod, impact, vector)).toBe(cal)
})

test('[RISK-2] [RISK-3] without impact, feasibility or vector there is neither risk nor CAL', () => {
  expect([
    riskOf(defaultMethod, null, 'high'),
    riskOf(defaultMethod, 'severe', null),
    calOf(defaultMethod, null, 'network'),
    calOf(defaultMethod, 'severe', null),
  ]).toEqual([null, null, null, null])
})

test('[RISK-1] for each stakeholder the worst damage scenario counts, and overall the worst stakeholder', () => {
  const impacts = worstImpacts([
    { ...none, safety: 'moderate', financial: 'negligible' },
    { ...none, financial: 'major' },
    none,
  ])
  expect(impacts).toEqual({ safety: 'moderate', financial: 'major', operational: null, privacy: null })
  expect([overallImpact(defaultMethod, impacts), overallImpact(defaultMethod, worstImpacts([]))]).toEqual([
    'major',
    null,
  ])
})

test('[RISK-1] safety first: safety decides if it is rated above negligible', () => {
  const first: Method = { ...defaultMethod, impact: { ...defaultMethod.impact, overall: 'safety-first' } }
  const cases: [ImpactLevel | null, ImpactLevel | null][] = [
    ['moderate', 'moderate'],
    ['severe', 'severe'],
    ['negligible', 'major'],
    [null, 'major'],
  ]
  for (const [safety, overall] of cases)
    expect(overallImpact(first, { ...none, safety, financial: 'major' })).toBe(overall)
})

test('[RISK-1] the worst of four decides, for any stakeholder', () => {
  for (const stake of stakes)
    for (const level of impactLevels) expect(overallImpact(defaultMethod, { ...none, [stake]: level })).toBe(level)
})

test.for([
  { treatment: 'reduce', goals: 0, claims: 1, risk: 2, gaps: ['needs-goal'] },
  { treatment: 'reduce', goals: 1, claims: 0, risk: 5, gaps: [] },
  { treatment: 'share', goals: 1, claims: 0, risk: 5, gaps: ['needs-claim'] },
  { treatment: 'retain', goals: 0, claims: 0, risk: 3, gaps: ['needs-claim'] },
  { treatment: 'retain', goals: 0, claims: 1, risk: 4, gaps: ['retained-high'] },
  { treatment: 'retain', goals: 0, claims: 1, risk: 3, gaps: [] },
  { treatment: 'avoid', goals: 0, claims: 0, risk: 5, gaps: [] },
  { treatment: null, goals: 0, claims: 0, risk: 1, gaps: ['untreated'] },
  { treatment: null, goals: 0, claims: 0, risk: null, gaps: [] },
] as const)(
  '[RISK-5] risk $risk, treated by $treatment with $goals goals and $claims claims, lacks $gaps',
  ({ gaps, ...treated }) => {
    expect(treatmentGapsOf(defaultMethod, treated)).toEqual(gaps)
  },
)

test("[RISK-3] a goal's CAL is the chosen one, else the highest CAL of the threat scenarios that it answers", () => {
  expect(calOfGoal('2', [4])).toBe(2)
  expect([
    calOfGoal(null, [1, 3, null, 2]),
    calOfGoal(undefined, [0, null]),
    calOfGoal(null, [null, undefined]),
    calOfGoal(null, []),
  ]).toEqual([3, 0, null, null])
})
