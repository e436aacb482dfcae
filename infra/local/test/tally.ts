import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The result of a vitest run. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** A line for each failed test or file, for each unhandled error, and for each test that passed when retried. */
  readonly notes: readonly string[]
  /** The number of tests that passed only on the second attempt. */
  readonly retried: number
  /** The slowest files, the slowest first. */
  readonly slowest: readonly FileTime[]
}

interface FileTime {
  readonly file: string
  readonly seconds: number
}

/** The fields of a test that a tally reads. */
interface TallyTest {
  readonly fullName: string
  readonly module: { readonly relativeModuleId: string }
  result(): { readonly state: string; readonly errors?: readonly { readonly message: string }[] }
  diagnostic(): { readonly flaky: boolean } | undefined
}

/** The fields of a file that a tally reads. */
export interface TallyModule {
  readonly relativeModuleId: string
  errors(): readonly SerializedError[]
  diagnostic(): Pick<ReturnType<TestModule['diagnostic']>, 'setupDuration' | 'collectDuration' | 'duration'>
  readonly children: {
    allTests(): Iterable<TallyTest>
    allSuites(): Iterable<{ errors(): readonly SerializedError[] }>
  }
}

/** The length of the list of slowest files. */
const SLOWEST = 10

/** Writes the tally of a run as JSON into the file that TEST_TALLY names. */
export default class TestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env.TEST_TALLY!, JSON.stringify(tallyOf(modules, unhandled)))
  }
}

/**
 * The tally of a run. Files that do not load, errors that no test caught, and files in which two tests in a row needed
 * a second attempt count as failed.
 */
export function tallyOf(modules: readonly TallyModule[], unhandled: readonly SerializedError[]): Tally {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const failures = [
    ...tests.filter((one) => one.result().state === 'failed').map(lineOf),
    ...modules.flatMap(errorsAround),
    ...modules.filter(retriedInARow).map(({ relativeModuleId }) => `${relativeModuleId}: ${IN_A_ROW}`),
    ...unhandled.map((error) => `unhandled: ${firstLine(error)}`),
  ]
  const retried = tests.filter(passedAtSecondAttempt)
  return {
    passed: tests.filter((one) => one.result().state === 'passed').length,
    failed: failures.length,
    notes: [...failures, ...retried.map((one) => `passed at a second attempt: ${lineOf(one)}`)],
    retried: retried.length,
    slowest: slowestOf(modules),
  }
}

/** One test may lose a race on a busy machine; if two in a row do, there is a real cause. */
const IN_A_ROW = 'two tests in a row passed at a second attempt only'

function retriedInARow({ children }: TallyModule): boolean {
  const attempts = [...children.allTests()].map(passedAtSecondAttempt)
  return attempts.some((retried, at) => retried && attempts[at + 1])
}

const passedAtSecondAttempt = (test: TallyTest) => test.diagnostic()?.flaky === true

function slowestOf(modules: readonly TallyModule[]): FileTime[] {
  const times = modules.map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
  return times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
}

/** The time for a file in seconds, including its setup and the modules that it loads. */
function secondsOf(module: TallyModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return (setupDuration + collectDuration + duration) / 1_000
}

const lineOf = (test: TallyTest) =>
  `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0])}`

/** Errors outside tests: while loading, and in hooks. */
function errorsAround(module: TallyModule): string[] {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return errors.map((error) => `${module.relativeModuleId}: ${firstLine(error)}`)
}

const firstLine = (error: { readonly message: string } | undefined) => error?.message.split('\n', 1)[0] ?? ''
