import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** What a run of vitest came to. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /**
   * A line for each test, file and unhandled error that failed, and for each test that passed at a second attempt only.
   */
  readonly notes: readonly string[]
}

/**
 * Writes the tally of a run as JSON into the file that TEST_TALLY names. Files that don't load and errors that no test
 * caught count as failed.
 */
export default class TestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failures = [
      ...tests.filter((one) => one.result().state === 'failed').map(failedTest),
      ...modules.flatMap(failedAround),
      ...unhandled.map((error) => `unhandled: ${firstLine(error)}`),
    ]
    const late = tests
      .filter((one) => one.diagnostic()?.flaky)
      .map((one) => `passed at a second attempt: ${failedTest(one)}`)
    const tally: Tally = {
      passed: tests.filter((one) => one.result().state === 'passed').length,
      failed: failures.length,
      notes: [...failures, ...late],
    }
    writeFileSync(process.env.TEST_TALLY!, JSON.stringify(tally))
  }
}

const failedTest = (test: TestCase) =>
  `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0])}`

/** What went wrong outside of tests: at loading, and in hooks. */
function failedAround(module: TestModule): string[] {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return errors.map((error) => `${module.relativeModuleId}: ${firstLine(error)}`)
}

const firstLine = (error: { readonly message: string } | undefined) => error?.message.split('\n', 1)[0] ?? ''
