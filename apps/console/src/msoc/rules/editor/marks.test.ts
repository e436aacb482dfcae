import { expect, test } from 'vitest'
import { marksOf } from './marks.ts'

test('[RULE-UI-12] faults and failed tests are errors at their places, passed tests are not marked', () => {
  const faults = [{ line: 2, column: 3, message: 'Unknown.' }]
  const warnings = [{ line: 4, column: 1, message: 'Odd.' }]
  const tests = [
    { name: 'a', passed: true, message: '', line: 8 },
    { name: 'b', passed: false, message: 'The rule did not match.', line: 9 },
  ]
  expect(marksOf({ faults, warnings, tests })).toEqual([
    { line: 2, column: 3, severity: 'error', message: 'Unknown.' },
    { line: 4, column: 1, severity: 'warning', message: 'Odd.' },
    { line: 9, column: 1, severity: 'error', message: 'The test "b" fails. The rule did not match.' },
  ])
})
