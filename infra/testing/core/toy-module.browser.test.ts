import { expect, test } from 'vitest'

import { copyWithToy } from './toy-module/copy.fixture.ts'

test(
  "a module's list, editor and report are shown once its folders and lines are there",
  { timeout: 300_000 },
  async () => {
    const { run } = copyWithToy()
    const tests = await run('.', 'vitest/vitest.mjs', 'run', '--project', 'browser', 'infra/testing/cti')
    expect(tests.printed).toContain('1 passed')
    expect(tests.status).toBe(0)
  },
)
