import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
export const toyFolder = import.meta.dirname

/** The folders of each layer of the product. */
export const layers = { shared: 'packages/shared', api: 'apps/api', console: 'apps/console' } as const
const workspaces = { ...layers, ingest: 'apps/ingest', infra: 'infra' }

const line = (suffix: string) => `export { cti } from './cti/install.${suffix}'`

/** The changes for the module outside its folders: one line per layer. */
export const lines: Readonly<Record<string, string>> = {
  'packages/shared/src/installs.ts': line('ts'),
  'apps/api/src/installs.ts': line('ts'),
  'apps/console/src/installs.ts': line('tsx'),
}

interface ToyCopy {
  /** Runs a program of this workspace in the copy; returns its status and its output. */
  readonly run: (folder: string, program: string, ...args: string[]) => Promise<Ended>
}

interface Ended {
  readonly status: number | null
  readonly printed: string
}

/** Copies the repository and adds the toy module; it uses the packages that are installed here. */
export function copyWithToy(): ToyCopy {
  const copy = mkdtempSync(join(tmpdir(), 'carapace-toy-module-'))
  afterAll(() => rmSync(copy, { recursive: true, force: true }))
  copySources(copy)
  linkPackages(copy)
  removePlaceholder(copy)
  for (const [layer, folder] of Object.entries(layers))
    for (const file of globSync('**/*.txt', { cwd: join(toyFolder, layer) }))
      put(copy, join(layer, file), join(folder, 'src/cti', file))
  for (const file of globSync('*.txt', { cwd: toyFolder })) put(copy, file, join('infra/testing/cti', file))
  for (const [file, added] of Object.entries(lines)) appendFileSync(join(copy, file), `${added}\n`)
  return { run: (folder, program, ...args) => run(join(copy, folder), program, args) }
}

const isCopied = (path: string) => !/(^|\/)(node_modules|dist|\.carapace)$/.test(path)

function copySources(copy: string): void {
  for (const folder of [...Object.values(workspaces), 'load-tests/fleet'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: isCopied })
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, file), join(copy, file))
}

function linkPackages(copy: string): void {
  for (const folder of ['', layers.console]) {
    const installed = join(root, folder, 'node_modules')
    if (!existsSync(installed)) continue
    mkdirSync(join(copy, folder, 'node_modules'), { recursive: true })
    for (const name of readdirSync(installed).filter((each) => each !== '@carapace' && !each.startsWith('.')))
      symlinkSync(join(installed, name), join(copy, folder, 'node_modules', name))
  }
  mkdirSync(join(copy, 'node_modules/@carapace'))
  for (const [name, folder] of Object.entries(workspaces))
    symlinkSync(join(copy, folder), join(copy, 'node_modules/@carapace', name))
}

/** The console has the names of the screens of a module that is not built yet: the toy replaces those of CTI. */
function removePlaceholder(copy: string): void {
  rmSync(join(copy, layers.console, 'src/cti'), { recursive: true })
  const list = join(copy, layers.console, 'src/installs.ts')
  writeFileSync(list, readFileSync(list, 'utf8').replace(`${line('tsx')}\n`, ''))
}

function put(copy: string, from: string, to: string): void {
  const file = join(copy, to.replace(/\.txt$/, ''))
  mkdirSync(dirname(file), { recursive: true })
  cpSync(join(toyFolder, from), file)
}

async function run(folder: string, program: string, args: readonly string[]): Promise<Ended> {
  const path = program.includes('/') ? join(root, 'node_modules', program) : join(folder, program)
  const child = spawn(process.execPath, [path, ...args], {
    cwd: folder,
    env: { ...process.env, TEST_TALLY: undefined, VITEST: undefined },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, printed }
}
