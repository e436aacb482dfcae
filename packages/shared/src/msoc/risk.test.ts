import { expect, test } from 'vitest'
import { decayedRisk, halfLifeMs, riskTrend } from './risk.ts'

const open = (risk: number, raisedAt = 0) => ({ risk, raisedAt, overAt: null })

test('[RK1] an alert counts fully while it is open, however long', () => {
  expect(decayedRisk([open(90)], 100 * halfLifeMs)).toBe(90)
})

test.for([{ halves: 0, risk: 80 }, { halves: 1, risk: 40 }, { halves: 3, risk: 10 }])('[RK1] $halves half-lives after it was over, $risk of 80 are left', ({ halves, risk }) => {
  expect(decayedRisk([{ risk: 80, raisedAt: 0, overAt: 1_000 }], 1_000 + halves * halfLifeMs)).toBe(risk)
})

test('[RK1] it counts nothing before it was raised, and fully before it was over', () => {
  const alert = { risk: 65, raisedAt: 500, overAt: 1_000 }
  expect([decayedRisk([alert], 499), decayedRisk([alert], 500), decayedRisk([alert], 1_000)]).toEqual([0, 65, 65])
})

test('[RK1] more alerts add a little, whatever their order, and never pass for a graver one', () => {
  expect(decayedRisk([open(40), open(65)], 1)).toBe(69)
  expect(decayedRisk(Array.from({ length: 500 }, () => open(15)), 1)).toBeLessThan(17)
  expect(decayedRisk([open(100), open(100)], 1)).toBe(100)
  expect(decayedRisk([], 1)).toBe(0)
})

test('[RK1] a trend ends at the end of its time', () => {
  expect(riskTrend([open(65, 60)], 0, 100, 4)).toEqual([0, 0, 65, 65])
})
