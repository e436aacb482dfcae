import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { compileDbc, type CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { UsageError } from '../fleet/cli.ts'

export interface Database {
  readonly name: string
  readonly dbc: CompiledDbc
}

const repository = join(import.meta.dirname, '..', '..')

/** Our own databases: the simulated fleet's, and that of a truck with SAE J1939. */
const own = [join(import.meta.dirname, '..', 'fleet', 'fleet.dbc'), join(import.meta.dirname, '..', 'can', 'truck.dbc')]

/**
 * The folder of the real captures and databases: CARAPACE_DATA, or beside the repository; undefined if there is no such
 * folder.
 */
export function dataFolder(): string | undefined {
  const folder = resolve(repository, process.env.CARAPACE_DATA ?? join('..', 'shared', 'data'))
  return existsSync(join(folder, 'can')) && existsSync(join(folder, 'dbc')) ? folder : undefined
}

export function ownDatabases(): readonly Database[] {
  return own.map(readDatabase)
}

/** All databases of the folder; throws if it has none. */
export function databasesOf(folder: string): readonly Database[] {
  const files = readdirSync(join(folder, 'dbc'))
    .filter((name) => name.endsWith('.dbc'))
    .sort()
  if (files.length === 0) throw new UsageError(`${join(folder, 'dbc')} holds no database (*.dbc)`)
  return files.map((file) => readDatabase(join(folder, 'dbc', file)))
}

export function readDatabase(path: string): Database {
  if (!existsSync(path)) throw new UsageError(`${path}: no such file`)
  const read = parseDbc(readFileSync(path, 'utf8'))
  if (read.dbc !== undefined) return { name: basename(path, '.dbc'), dbc: compileDbc(read.dbc) }
  const { line, column, reason } = read.faults[0]!
  throw new UsageError(`${path}:${line}:${column}: ${reason}`)
}
