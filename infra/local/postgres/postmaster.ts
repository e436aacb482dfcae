import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Refusal } from '../refusal.ts'
import { readIfThere } from '../installation/secrets.ts'

/** How long to wait after each signal to an orphaned server. */
const STOP_TIMEOUT_MS = 15_000

/** Whether the server `pid` reports in its postmaster.pid (eighth line) that it accepts connections. */
export function isReady(cluster: string, pid: number): boolean {
  const lines = readIfThere(pidFile(cluster))?.split('\n') ?? []
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Stops the server that a killed launcher left running on this cluster. The caller holds the folder, so no launcher
 * uses a running server.
 *
 * A dead server's postmaster.pid is left to PostgreSQL, which can check what its backends still hold. But if the id
 * belongs to another program now (common in a container, where ids are low), PostgreSQL would refuse to start, so the
 * file is deleted.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = Number(readIfThere(pidFile(cluster))?.split('\n')[0] ?? NaN)
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return
  if (!isServerOf(cluster, pid)) return rmSync(pidFile(cluster))

  log(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    // fast shutdown, immediate shutdown, and finally SIGKILL, which cannot fail
    process.kill(pid, signal)
    if (await isGone(cluster, pid)) return
  }
  throw new Refusal(`The PostgreSQL of an earlier run (process ${pid}) doesn't stop.`)
}

async function isGone(cluster: string, pid: number): Promise<boolean> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(pid) && isServerOf(cluster, pid)) {
    if (Date.now() > deadline) return false
    await pause(50)
  }
  return true
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A server has its cluster's path among its arguments. Its backends, and zombie processes, have other arguments.
 */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(` ${cluster} `)
  } catch {
    return false
  }
}
