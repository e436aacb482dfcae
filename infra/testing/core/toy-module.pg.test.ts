import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const toy = join(import.meta.dirname, 'toy-module')
const copy = mkdtempSync(join(tmpdir(), 'carapace-toy-module-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The changes for the module outside its folders: one line per layer. */
const lines = {
  'packages/shared/src/installs.ts': "export { fmea } from './fmea/install.ts'",
  'apps/api/src/installs.ts': "export { fmea } from './fmea/install.ts'",
}

const workspaces = { shared: 'packages/shared', api: 'apps/api', ingest: 'apps/ingest', infra: 'infra' }
const isCopied = (path: string) => !/(^|\/)(node_modules|dist|\.carapace)$/.test(path)

/** Copies the repository and adds the toy module, with the packages that are installed here. */
function copyWithToy(): void {
  for (const folder of [...Object.values(workspaces), 'load-tests/fleet'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: isCopied })
  for (const file of ['package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, file), join(copy, file))

  mkdirSync(join(copy, 'node_modules/@carapace'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@carapace' && each !== '.vite'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const [name, folder] of Object.entries(workspaces))
    symlinkSync(join(copy, folder), join(copy, 'node_modules/@carapace', name))

  const layers = { shared: 'packages/shared/src/fmea', api: 'apps/api/src/fmea' }
  for (const [layer, folder] of Object.entries(layers))
    for (const file of globSync('*.txt', { cwd: join(toy, layer) })) put(join(layer, file), join(folder, file))
  put('toys.pg.test.ts.txt', 'infra/testing/fmea/toys.pg.test.ts.txt')
  for (const [file, line] of Object.entries(lines)) appendFileSync(join(copy, file), `${line}\n`)
}

function put(from: string, to: string): void {
  const file = join(copy, to.replace(/\.txt$/, ''))
  mkdirSync(dirname(file), { recursive: true })
  cpSync(join(toy, from), file)
}

/** Runs a program of this workspace in the copy; returns its status and its output. */
async function run(folder: string, program: string, ...args: string[]) {
  const bin = join(root, 'node_modules', program)
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: join(copy, folder),
    env: { ...process.env, TEST_TALLY: undefined, VITEST: undefined },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, printed }
}

test(
  'a module is added by its folders and one line per layer, and no other code knows it',
  { timeout: 300_000 },
  async () => {
    copyWithToy()
    for (const folder of [workspaces.shared, workspaces.api])
      expect(await run(folder, 'typescript/bin/tsc', '--noEmit', '-p', '.')).toEqual({ status: 0, printed: '' })
    const tests = await run('.', 'vitest/vitest.mjs', 'run', '--project', 'db', 'infra/testing/fmea')
    expect(tests.printed).toContain('3 passed')
    expect(tests.status).toBe(0)
  },
)

test('the toy module imports nothing of another module', () => {
  const imports = globSync('{shared,api}/*.txt', { cwd: toy }).flatMap((file) =>
    [...readFileSync(join(toy, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from!),
  )
  expect(imports.length).toBeGreaterThan(10)
  const others = ['lifecycle', 'msoc', 'catalogues', 'settings']
  expect(imports.filter((from) => others.some((module) => from.includes(`/${module}/`)))).toEqual([])
  expect(Object.keys(lines).map((file) => relative(root, resolve(root, file)))).toHaveLength(2)
})
