import { expect, test } from 'vitest'
import { verdictOf } from './verdicts.ts'

test.for([
  { results: [], verdict: 'no-test' }, { results: ['passed', 'passed'], verdict: 'verified' }, { results: ['passed', 'failed', 'blocked'], verdict: 'failed' }, { results: ['passed', 'blocked'], verdict: 'blocked' },
  { results: ['passed', null], verdict: 'in-part' }, { results: [null, 'not-run'], verdict: 'not-run' },
])('[VR1] tests that came to $results make it $verdict', ({ results, verdict }) => {
  expect(verdictOf(results)).toBe(verdict)
})
