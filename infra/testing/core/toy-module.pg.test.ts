import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { copyWithToy, layers, lines, toyFolder } from './toy-module/copy.fixture.ts'

test(
  'a module is added by its folders and one line per layer, and no other code knows it',
  { timeout: 300_000 },
  async () => {
    const { run } = copyWithToy()
    expect((await run(layers.console, 'generate-routes.ts')).status).toBe(0)
    for (const folder of Object.values(layers))
      expect(await run(folder, 'typescript/bin/tsc', '--noEmit', '-p', '.')).toEqual({ status: 0, printed: '' })
    const tests = await run('.', 'vitest/vitest.mjs', 'run', '--project', 'db', 'infra/testing/cti')
    expect(tests.printed).toContain('3 passed')
    expect(tests.status).toBe(0)
  },
)

test('the toy module imports nothing of another module', () => {
  const imports = globSync('{shared,api,console}/**/*.txt', { cwd: toyFolder }).flatMap((file) =>
    [...readFileSync(join(toyFolder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from!),
  )
  expect(imports.length).toBeGreaterThan(20)
  const others = ['lifecycle', 'msoc', 'catalogues', 'settings', 'shell']
  expect(imports.filter((from) => others.some((module) => from.includes(`/${module}/`)))).toEqual([])
  expect(Object.keys(lines).map((file) => file.split('/src/')[0])).toEqual(Object.values(layers))
})
