import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'

const folder = join(
  resolve(process.env['CARAPACE_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data')),
  'software/versions',
)

/** Whether the public suites of versions are on this machine; otherwise states what isn't tested. */
export const hasSuites = existsSync(folder)
if (!hasSuites) console.warn(`versions are not compared with public suites: there is no ${folder} (CARAPACE_DATA)`)

export interface Pair {
  readonly a: string
  readonly b: string
  /** -1 where a is less than b. */
  readonly sign: number
}

export function filesOf(suite: string): string[] {
  return readdirSync(join(folder, suite)).toSorted()
}

export function textOf(suite: string, file: string): string {
  return readFileSync(join(folder, suite, file), 'utf8')
}

/** Returns the pairs of a file of lines `a < b`; lines of comments and of other operators are left out. */
export function pairsOf(suite: string, file: string): Pair[] {
  return textOf(suite, file)
    .split('\n')
    .flatMap((line) => {
      const match = /^(?!#|\/\/)(\S+) ([<=>]) (\S+)/.exec(line.trim())
      return match ? [{ a: match[1]!, b: match[3]!, sign: '<=>'.indexOf(match[2]!) - 1 }] : []
    })
}

/** Returns the rows that a fixture of node-semver exports. */
export function nodeSemverRows(file: string): unknown[][] {
  const module: { exports: unknown[][] } = { exports: [] }
  const constants = { MAX_LENGTH: 256, MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER }
  runInNewContext(textOf('official', `node-semver-${file}.js.txt`), { module, require: () => constants })
  return Array.from(module.exports, (row) => Array.from(row))
}
