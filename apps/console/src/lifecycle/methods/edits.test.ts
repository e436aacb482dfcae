import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { expect, test } from 'vitest'
import { problemsIn } from '../../graph/methods/versions.ts'
import { inserted, problemsOf, withCell } from './edits.ts'

const { levels } = defaultMethod.potential.factors.time

test('[METHOD-UI-2] the input for a method is checked against its rules, part by part', () => {
  expect(problemsOf(defaultMethod)).toEqual({})
  const milder = { ...defaultMethod, matrix: withCell(defaultMethod.matrix, 'severe', 'high', 1) }
  expect(problemsIn(problemsOf(milder), 'matrix')).toEqual([
    'Risk of severe impact: higher feasibility must not lower the risk.',
    'Risk of high feasibility: a worse impact must not lower the risk.',
  ])
  expect(problemsIn(problemsOf(milder), 'cal')).toEqual([])
  const empty = { ...defaultMethod, cvss: { ...defaultMethod.cvss, coefficient: Number.NaN } }
  expect(problemsIn(problemsOf(empty), 'cvss')).toEqual(['A figure is missing, or out of bounds.'])
})

test('[METHOD-UI-2] a missing level name is reported once, for any number of levels', () => {
  const time = { label: 'Elapsed time', levels: inserted(inserted(levels, 1), 4) }
  const content = {
    ...defaultMethod,
    potential: { ...defaultMethod.potential, factors: { ...defaultMethod.potential.factors, time } },
  }
  expect(problemsIn(problemsOf(content), 'potential.factors.time')).toEqual([
    'Each level has a name of at most 80 characters.',
  ])
})

test('[METHOD-UI-3] a new level has a new key, and the value of the level before', () => {
  const once = inserted(levels, 1)
  expect(once.map(({ key }) => key)).toEqual([
    ...levels.slice(0, 2).map(({ key }) => key),
    'level-1',
    ...levels.slice(2).map(({ key }) => key),
  ])
  expect(once[2]).toEqual({ key: 'level-1', label: '', value: levels[1]!.value })
  expect(new Set(inserted(once, 0).map(({ key }) => key)).size).toBe(levels.length + 2)
})

test('a new value changes one cell and leaves the others', () => {
  const matrix = withCell(defaultMethod.matrix, 'major', 'low', 3)
  expect(matrix.major).toEqual({ ...defaultMethod.matrix.major, low: 3 })
  expect({ ...matrix, major: defaultMethod.matrix.major }).toEqual(defaultMethod.matrix)
})
