import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take minutes. On a fresh clone vitest knows no durations and starts the largest files first, so that one
 * of these would run alone at the end of its stage. A run of all checks prints the slowest files.
 */
export const longest = [
  'infra/testing/core/bad-calls.pg.test.ts',
  'infra/testing/core/tenant-isolation.server.pg.test.ts',
  'infra/testing/core/toy-module.pg.test.ts',
  'infra/local/start.pg.test.ts',
  'infra/testing/core/toy-module.browser.test.ts',
]

/** Starts the longest files of a stage first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
