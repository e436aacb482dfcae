import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Calls `clean` at the end of the test that runs now, or, outside of tests, after all of the file. */
export function atEnd(clean: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(clean)
  else afterAll(clean)
}
