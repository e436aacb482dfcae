import { expect, test } from 'vitest'

import { type TallyModule, tallyOf } from './tally.ts'

interface FileOutcome {
  readonly file?: string
  /** For each test: passed, failed, or passed on the second attempt. */
  readonly tests: readonly ('passed' | 'failed' | 'again')[]
  readonly errors?: readonly string[]
  readonly seconds?: number
}

function module({ file = 'a.test.ts', tests, errors = [], seconds = 1 }: FileOutcome): TallyModule {
  const all = tests.map((outcome, at) => ({
    fullName: `test ${at + 1}`,
    module: { relativeModuleId: file },
    result: () =>
      outcome === 'failed'
        ? { state: 'failed', errors: [{ message: 'expected 1 to be 2\nmore' }] }
        : { state: 'passed' },
    diagnostic: () => ({ flaky: outcome === 'again' }),
  }))
  return {
    relativeModuleId: file,
    errors: () => errors.map((message) => ({ message })),
    diagnostic: () => ({ setupDuration: 0, collectDuration: 0, duration: seconds * 1_000 }),
    children: { allTests: () => all, allSuites: () => [] },
  }
}

test('failed tests, files that do not load and unhandled errors count as failed, with a line for each', () => {
  const modules = [module({ tests: ['passed', 'failed'] }), module({ file: 'b.test.ts', tests: [], errors: ['no x'] })]
  expect(tallyOf(modules, [{ message: 'lost' }])).toMatchObject({
    passed: 1,
    failed: 3,
    notes: ['a.test.ts > test 2: expected 1 to be 2', 'b.test.ts: no x', 'unhandled: lost'],
  })
})

test('a second attempt is counted and named, and the test counts as passed', () => {
  expect(tallyOf([module({ tests: ['again', 'passed', 'again'] })], [])).toMatchObject({
    passed: 3,
    failed: 0,
    retried: 2,
    notes: ['passed at a second attempt: a.test.ts > test 1: ', 'passed at a second attempt: a.test.ts > test 3: '],
  })
})

test('a file with two second attempts in a row fails', () => {
  const { failed, notes } = tallyOf([module({ tests: ['passed', 'again', 'again', 'again'] })], [])
  expect([failed, notes[0]]).toEqual([1, 'a.test.ts: two tests in a row passed at a second attempt only'])
})

test('the ten slowest files are named, the slowest first', () => {
  const modules = Array.from({ length: 12 }, (_, at) => module({ file: `${at}.test.ts`, tests: [], seconds: at }))
  const { slowest } = tallyOf(modules, [])
  expect(slowest.map(({ seconds }) => seconds)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(slowest[0]!.file).toBe('11.test.ts')
})
