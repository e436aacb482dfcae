import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { holdFolderInTurn } from './installation/hold.ts'
import { Refusal } from './refusal.ts'
import { readIfThere } from './installation/secrets.ts'

/**
 * Builds the console with Vite, unless the existing build was made from the same sources. The new build is made in a
 * folder beside the old one and then replaces it at once, so that an api which serves the old build never serves half
 * of the new one.
 */
export async function buildConsole(root: string, log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  if (isFresh(root)) return

  const buildFolder = join(root, 'node_modules', '.carapace-console')
  mkdirSync(buildFolder, { recursive: true })
  const hold = await holdFolderInTurn(buildFolder)
  try {
    if (isFresh(root)) return // another process built it while we waited
    log('Building the console.')
    await build(root, buildFolder, signal)
  } finally {
    hold.release()
  }
}

async function build(root: string, buildFolder: string, signal?: AbortSignal): Promise<void> {
  const sources = hashOfSources(root)
  const made = join(buildFolder, 'dist')
  await runVite(join(root, 'apps', 'console'), made, signal)
  writeFileSync(join(made, STAMP), sources)

  rmSync(join(buildFolder, 'old'), { recursive: true, force: true })
  if (stampOf(root) !== undefined) renameSync(distOf(root), join(buildFolder, 'old'))
  rmSync(distOf(root), { recursive: true, force: true })
  renameSync(made, distOf(root))
}

const STAMP = '.sources'

function isFresh(root: string): boolean {
  const stamp = stampOf(root)
  return stamp !== undefined && stamp === hashOfSources(root)
}

function stampOf(root: string): string | undefined {
  return readIfThere(join(distOf(root), STAMP))
}

function distOf(root: string): string {
  return join(root, 'apps', 'console', 'dist')
}

/**
 * A hash of everything that a build reads: the files of the console and of shared, the package versions, and the base
 * path. Generated files depend on them only.
 */
export function hashOfSources(root: string): string {
  const exclude = ['**/node_modules/**', 'apps/console/dist/**', '**/*.gen.ts', '**/*.test.ts', '**/*.test.tsx']
  const files = globSync(['apps/console/**/*', 'packages/shared/src/**/*', 'tsconfig.base.json', 'package-lock.json'], {
    cwd: root,
    exclude,
    withFileTypes: true,
  })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const hash = createHash('sha256').update(process.env.BASE_PATH ?? '')
  for (const path of paths.sort())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Builds the console into a folder, with the base path from the environment. */
export async function runVite(app: string, outDir: string, signal?: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(join(app, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  // a test runner sets NODE_ENV=test, with which Vite would build React's development version
  const env = { ...process.env, NODE_ENV: 'production' }
  const building = spawn(process.execPath, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'], signal })
  const output: Buffer[] = []
  for (const stream of [building.stdout, building.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [status] = (await once(building, 'close')) as [number | null]
  if (status !== 0) throw new Refusal(`The console could not be built:\n${Buffer.concat(output).toString().trimEnd()}`)
}
