import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

import { Refusal } from '../refusal.ts'

/** A folder that this process holds until it releases it. */
export interface Hold {
  release: () => void
}

/**
 * Locks `folder` against every other process until this process releases it or ends, in any way. The kernel holds the
 * lock; it is taken through SQLite because Node has no flock. A file with a process id in it would survive a kill -9,
 * and the id could later belong to another program.
 *
 * @throws {Refusal} when another process holds it
 */
export function holdFolder(folder: string): Hold {
  const hold = tryHold(folder)
  if (hold === undefined)
    throw new Refusal(
      `Carapace already runs over ${folder}${holderOf(folder)}. Stop that one, or give this one a ` +
        'different folder with --data.',
    )
  return hold
}

/** Like holdFolder, but waits until the other process has released it. */
export async function holdFolderInTurn(folder: string): Promise<Hold> {
  for (;;) {
    const hold = tryHold(folder)
    if (hold !== undefined) return hold
    await pause(200)
  }
}

function tryHold(folder: string): Hold | undefined {
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  held.add(lock)
  writeFileSync(join(folder, 'lock.pid'), String(process.pid))
  return {
    release: () => {
      if (held.delete(lock)) lock.close()
    },
  }
}

const SQLITE_BUSY = 5

/** Keeps references to the locks: a lock that is garbage collected is released. */
const held = new Set<DatabaseSync>()

function holderOf(folder: string): string {
  try {
    return ` (process ${readFileSync(join(folder, 'lock.pid'), 'utf8')})`
  } catch {
    return ''
  }
}
