import { expect, test } from 'vitest'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { countedOf, matricesOf, openRisks, progressOf, workProductsOf } from './summary.ts'

const cells = [
  {
    impact: 'severe',
    initialFeasibility: 'high',
    targetFeasibility: 'low',
    initial: 5,
    today: 4,
    target: 3,
    scenarios: 2,
  },
  {
    impact: 'severe',
    initialFeasibility: 'high',
    targetFeasibility: 'very-low',
    initial: 5,
    today: 5,
    target: 2,
    scenarios: 1,
  },
  {
    impact: 'negligible',
    initialFeasibility: 'very-low',
    targetFeasibility: 'very-low',
    initial: 1,
    today: 1,
    target: 1,
    scenarios: 7,
  },
  {
    impact: null,
    initialFeasibility: 'medium',
    targetFeasibility: null,
    initial: null,
    today: null,
    target: null,
    scenarios: 4,
  },
] as const

test('[SUMMARY-10] scenarios are counted by cell and by risk; unrated scenarios are in neither', () => {
  const { matrix, risks } = matricesOf([...cells], defaultMethod)
  expect(matrix.initial).toEqual([
    [7, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 3],
  ])
  expect(matrix.target).toEqual([
    [7, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [1, 2, 0, 0],
  ])
  expect(matrix.risk).toEqual([
    [1, 1, 1, 1],
    [1, 2, 2, 3],
    [1, 2, 3, 4],
    [2, 3, 4, 5],
  ])
  expect(risks).toEqual({ initial: [7, 0, 0, 0, 3], target: [7, 1, 2, 0, 0] })
})

test("[SUMMARY-10] a risk is open if its level today is at or above the method's attention level", () => {
  expect([1, 4, 5].map((attention) => openRisks([...cells], attention))).toEqual([10, 3, 1])
})

const counted = countedOf([
  { kind: 'threat-scenario', status: 'CREATED', artefacts: 3 },
  { kind: 'requirement', status: 'APPROVED', artefacts: 4 },
  { kind: 'production-control', status: 'APPROVED', artefacts: 1 },
  { kind: 'production-control', status: 'CREATED', artefacts: 2 },
])

test('[SUMMARY-9] a work product is represented by the first artefact that names it', () => {
  const products = workProductsOf(
    [
      { uuid: 'a', status: 'APPROVED', code: 'WP-09-02', evidence: 2 },
      { uuid: 'b', status: 'CREATED', code: 'WP-09-02', evidence: 9 },
      { uuid: 'c', status: 'CREATED', code: 'WP-99-99', evidence: 1 },
    ],
    counted,
  )
  expect(products).toHaveLength(42)
  expect(products.filter(({ uuid }) => uuid !== null)).toEqual([
    { code: 'WP-09-02', title: 'TARA', status: 'APPROVED', uuid: 'a', evidence: 2, content: 3 },
  ])
})

test('each phase reports its progress', () => {
  const progress = progressOf({ counted, rated: 3, treated: 2, noticed: 1, verified: 2, suspect: 6 })
  expect(progress.map(({ done, of, words }) => [done, of, words])).toEqual([
    [3, 13, '3 of 13 steps, 6 suspect'],
    [2, 4, '2 of 4 requirements verified'],
    [1, 3, '1 of 3 controls settled'],
    [1, 3, '1 of 3 scenarios watched for'],
    [0, 0, 'not started'],
  ])
})
