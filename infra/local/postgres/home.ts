import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { copyPrograms } from './binaries.ts'
import { Refusal } from '../refusal.ts'
import { readIfThere } from '../installation/secrets.ts'

/** The location of one PostgreSQL, and the user it runs as: it refuses to run as root. */
export interface Home {
  /** The folder with PostgreSQL's `bin`, `lib` and `share`. */
  programs: string
  /** The folder of the database files (PGDATA). */
  cluster: string
  /** The user who must own the cluster, in this process's user namespace. */
  owner: number
  runner: Runner
}

/** The way a program is started so that PostgreSQL accepts its user. */
type Runner = 'self' | 'namespace' | 'nobody'

const NOBODY = 65534

/**
 * Finds a location for the database of `folder`. A user with a name runs PostgreSQL in the folder itself. Root, and a
 * user id without a name (as in containers), do the same in a user namespace in which they are called `nobody`, so that
 * even a folder below a 0700 folder is accessible. If namespaces are not allowed, root runs it as the real `nobody`. If
 * that user cannot access the folder or the programs, both are moved to a place that it can access, and the folder
 * records that place.
 *
 * @throws {Refusal} when no user of this machine can run it
 */
export function homeFor(folder: string, programs: string): Home {
  const here = { programs, cluster: join(folder, 'cluster') }
  const user = process.getuid!()
  if (user !== 0 && hasName('self')) return { ...here, owner: user, runner: 'self' }

  const place = readIfThere(recordOf(folder))
  if (place !== undefined) return elsewhere(place, programs)
  if (reaches('namespace', folder, programs)) return settled({ ...here, owner: user, runner: 'namespace' })
  if (user !== 0)
    throw new Refusal(
      `PostgreSQL runs only under a user with a name, and user ${user} has none: add a line for it to ` +
        '/etc/passwd, or set DATABASE_URL.',
    )

  chmodSync(folder, 0o711) // each of our secret files is itself unreadable for others
  if (reaches('nobody', folder, programs)) return settled({ ...here, owner: NOBODY, runner: 'nobody' })
  return moveElsewhere(folder, programs, here.cluster)
}

/** Starts one of PostgreSQL's programs as the user who owns the location. */
export function runProgram(home: Home, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const { file, argv, identity } = asRunner(home.runner, join(home.programs, 'bin', program), args)
  return spawn(file, argv, { ...options, ...identity, cwd: home.programs, env: programEnvironment() })
}

/** Creates an empty folder beside the cluster in which the owner of the location can write. */
export function makeOwned(home: Home, folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  if (home.runner === 'nobody') chownSync(folder, NOBODY, NOBODY)
}

/** Deletes a database: the folder, and the files that were moved elsewhere. PostgreSQL must not run. */
export function removeHome(folder: string): void {
  const place = readIfThere(recordOf(folder))
  if (place !== undefined) rmSync(place, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

function asRunner(runner: Runner, file: string, args: string[]) {
  if (runner === 'namespace')
    return {
      file: 'unshare',
      argv: ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, file, ...args],
      identity: {},
    }
  return { file, argv: args, identity: runner === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {} }
}

/**
 * PostgreSQL reads PGPORT, PGDATA and others. A developer may have set them for another server: they are removed here.
 */
function programEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

/**
 * Whether this user can run the programs and access the folder. It tries to, since the permissions of a container
 * cannot be queried.
 */
function reaches(runner: Runner, folder: string, programs: string): boolean {
  const script = runner === 'namespace' ? '"$1" --version && test -w "$2"' : '"$1" --version && cd "$2"'
  return hasName(runner) && succeeds(runner, 'sh', ['-c', script, 'sh', join(programs, 'bin', 'postgres'), folder])
}

/** Whether the user has a name: initdb requires one. */
function hasName(runner: Runner): boolean {
  return succeeds(runner, 'id', ['-un'])
}

function succeeds(runner: Runner, program: string, args: string[]): boolean {
  const { file, argv, identity } = asRunner(runner, program, args)
  return spawnSync(file, argv, { ...identity, cwd: '/', stdio: 'ignore' }).status === 0
}

function recordOf(folder: string): string {
  return join(folder, 'elsewhere')
}

function elsewhere(place: string, programs: string): Home {
  if (!existsSync(place))
    throw new Refusal(
      `The database of this data folder was stored in ${place}, which no longer exists. Use a new folder with ` +
        '--data to start with an empty database.',
    )
  const copied = join(place, 'programs')
  rmSync(copied, { recursive: true, force: true }) // npm may have installed newer programs since
  copyPrograms(programs, copied)
  giveTo(NOBODY, copied)
  return settled({ programs: copied, cluster: join(place, 'cluster'), owner: NOBODY, runner: 'nobody' })
}

/**
 * The new place is named after the folder. If the folder has no record of it, existing files there belonged to an
 * earlier folder of the same name.
 */
function moveElsewhere(folder: string, programs: string, cluster: string): Home {
  if (existsSync(cluster)) {
    throw new Refusal(
      `PostgreSQL may not run as root, and no other user reaches the database in ${cluster}. Start as ` +
        'the user who made it, or move the folder.',
    )
  }
  const name = `carapace-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  // only root writes to /var/lib, and nothing there is cleaned up automatically
  const place = join(existsSync('/var/lib') ? '/var/lib' : '/var/tmp', name)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { mode: 0o711 })
  chmodSync(place, 0o711)
  writeFileSync(recordOf(folder), place)
  return elsewhere(place, programs)
}

/** Changes the owner of a cluster that was created with another runner. */
function settled(home: Home): Home {
  if (existsSync(home.cluster) && statSync(home.cluster).uid !== home.owner) giveTo(home.owner, home.cluster)
  return home
}

function giveTo(owner: number, path: string): void {
  chownSync(path, owner, owner)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(owner, join(path, name))
}
