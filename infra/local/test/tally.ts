import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** What a run of vitest came to. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /**
   * A line for each test, file and unhandled error that failed, and for each test that passed at a second attempt only.
   */
  readonly notes: readonly string[]
  /** Tests that passed at a second attempt only. */
  readonly retried: number
  /** The files that took longest, the slowest first. */
  readonly slowest: readonly FileTime[]
}

interface FileTime {
  readonly file: string
  readonly seconds: number
}

/** A test in its file, as far as a tally reads it. */
interface TallyTest {
  readonly fullName: string
  readonly module: { readonly relativeModuleId: string }
  result(): { readonly state: string; readonly errors?: readonly { readonly message: string }[] }
  diagnostic(): { readonly flaky: boolean } | undefined
}

/** A file, as far as a tally reads it. */
export interface TallyModule {
  readonly relativeModuleId: string
  errors(): readonly SerializedError[]
  diagnostic(): Pick<ReturnType<TestModule['diagnostic']>, 'setupDuration' | 'collectDuration' | 'duration'>
  readonly children: {
    allTests(): Iterable<TallyTest>
    allSuites(): Iterable<{ errors(): readonly SerializedError[] }>
  }
}

/** How many files the table of the slowest names. */
const SLOWEST = 10

/** Writes the tally of a run as JSON into the file that TEST_TALLY names. */
export default class TestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env.TEST_TALLY!, JSON.stringify(tallyOf(modules, unhandled)))
  }
}

/**
 * The tally of a run. Files that don't load, errors that no test caught, and files in which two tests in a row needed a
 * second attempt count as failed.
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

/** One test may lose a race on a busy machine; two in a row have a cause. */
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

/** A file's time with its setup and the modules that it loads. */
function secondsOf(module: TallyModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return (setupDuration + collectDuration + duration) / 1_000
}

const lineOf = (test: TallyTest) =>
  `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0])}`

/** What went wrong outside of tests: at loading, and in hooks. */
function errorsAround(module: TallyModule): string[] {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return errors.map((error) => `${module.relativeModuleId}: ${firstLine(error)}`)
}

const firstLine = (error: { readonly message: string } | undefined) => error?.message.split('\n', 1)[0] ?? ''
