import { expect, test } from 'vitest'
import { defaultMethod } from './default-method.ts'
import { Method } from './method.ts'
import { whyNotMethod } from './method-check.ts'

test('[METHOD-1] the shipped method is valid', () => {
  expect(whyNotMethod(Method.parse(defaultMethod))).toEqual({})
})

const { potential, cvss, matrix, cal } = defaultMethod
const bent: Record<string, Method> = {
  'potential.factors.time': {
    ...defaultMethod,
    potential: {
      ...potential,
      factors: { ...potential.factors, time: { label: 'Time', levels: potential.factors.time.levels.toReversed() } },
    },
  },
  'cvss.metrics.ac': {
    ...defaultMethod,
    cvss: {
      ...cvss,
      metrics: { ...cvss.metrics, ac: { label: 'Complexity', levels: cvss.metrics.ac.levels.toReversed() } },
    },
  },
  'potential.thresholds': {
    ...defaultMethod,
    potential: { ...potential, thresholds: { medium: 20, low: 20, 'very-low': 25 } },
  },
  'cvss.thresholds': { ...defaultMethod, cvss: { ...cvss, thresholds: { low: 1.06, medium: 1.999, high: 2.96 } } },
  vector: { ...defaultMethod, vector: { ...defaultMethod.vector, physical: 'medium' } },
  'matrix.severe': { ...defaultMethod, matrix: { ...matrix, severe: { 'very-low': 4, low: 3, medium: 4, high: 5 } } },
  'matrix.*.high': {
    ...defaultMethod,
    matrix: {
      ...matrix,
      major: { 'very-low': 1, low: 2, medium: 3, high: 3 },
      moderate: { 'very-low': 1, low: 2, medium: 2, high: 4 },
    },
  },
  'cal.major': { ...defaultMethod, cal: { ...cal, major: { physical: 1, local: 3, adjacent: 2, network: 4 } } },
  'cal.*.physical': {
    ...defaultMethod,
    cal: { ...cal, negligible: { physical: 2, local: 2, adjacent: 2, network: 2 } },
  },
}

test.for(Object.keys(bent))(
  '[METHOD-1] a method that rates harder attacks easier, or worse impacts lower, is refused at its field: %s',
  (where) => {
    expect(Object.keys(whyNotMethod(bent[where]!))).toContain(where)
  },
)
