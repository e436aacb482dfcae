import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { firstMissing } from './install.mjs'
import { scratchFolder } from './test/support.ts'

/** A project with `run` in it and nothing to install. */
function project(packages = {}) {
  const root = scratchFolder()
  mkdirSync(join(root, 'infra', 'local'), { recursive: true })
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  for (const file of ['run', 'install.mjs']) cpSync(join(import.meta.dirname, file), join(root, 'infra', 'local', file))
  writeFileSync(
    join(root, 'infra', 'local', 'hello.ts'),
    `console.log(JSON.stringify([process.pid, ...process.argv.slice(2)])) as void`,
  )
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  return root
}

/** Installs packages by name and version, as npm leaves them. */
function installed(root: string, packages: Record<string, string>) {
  for (const [path, version] of Object.entries(packages)) {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), JSON.stringify({ version }))
  }
  const listed = Object.fromEntries(Object.entries(packages).map(([path, version]) => [path, { version }]))
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: listed }))
}

const run = (root: string, env: NodeJS.ProcessEnv) =>
  spawnSync('sh', [join(root, 'infra/local/run'), 'hello.ts', 'two words', '--flag'], { env, encoding: 'utf8' })

/** A `node` that says it is this version, and refuses to do more. */
function oldNode(version: string): string {
  const folder = scratchFolder()
  writeFileSync(
    join(folder, 'node'),
    `#!/bin/sh\ncase $1 in -p) echo ${version.split('.')[0]} ;; --version) echo v${version} ;; esac\n`,
    { mode: 0o755 },
  )
  return `${folder}:${process.env.PATH}`
}

test('the packaged Node runs the file, in the very process, with the arguments as they are', () => {
  const root = project()
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  const { stdout, pid } = run(root, { PATH: oldNode('20.19.0') })

  expect(JSON.parse(stdout)).toEqual([pid, 'two words', '--flag'])
})

test('without the packaged Node, the machine’s does if it is new enough', () => {
  const folder = scratchFolder()
  symlinkSync(process.execPath, join(folder, 'node'))

  expect(run(project(), { PATH: `${folder}:${process.env.PATH}` }).stdout).toContain('two words')
})

test('with neither, it says what to do', () => {
  const { status, stderr } = run(project(), { PATH: oldNode('20.19.0') })

  expect(status).toBe(1)
  expect(stderr).toContain('the one on the PATH is v20.19.0')
  expect(stderr).toContain('npm ci --include=optional')
})

const wanted = {
  '': {},
  'apps/api': { version: '1.0.0' },
  'node_modules/@carapace/api': { link: true },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/fsevents': { version: '2.0.0', optional: true },
}
const all = { 'node_modules/zod': '4.0.0', 'node_modules/vite': '8.0.0' }

test('all is there when each package is, but for optional ones', () => {
  const root = project(wanted)
  installed(root, all)

  expect(firstMissing(root)).toBeUndefined()
})

test.for([
  { why: 'is missing', packages: { 'node_modules/vite': '8.0.0' }, missing: 'zod' },
  { why: 'has another version', packages: { ...all, 'node_modules/zod': '3.9.0' }, missing: 'zod' },
  { why: 'is for development and was left out', packages: { 'node_modules/zod': '4.0.0' }, missing: 'vite' },
  {
    why: 'is optional and has another version',
    packages: { ...all, 'node_modules/fsevents': '1.0.0' },
    missing: 'fsevents',
  },
] as { why: string; packages: Record<string, string>; missing: string }[])(
  'a package that $why is to be installed',
  ({ packages, missing }) => {
    const root = project(wanted)
    installed(root, packages)

    expect(firstMissing(root)).toBe(missing)
  },
)
