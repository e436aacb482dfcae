import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** All descendants of a process by parentage: processes of our launcher are ours, in any session. */
export function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent)
  const found: number[] = []
  for (let next = [pid]; next.length > 0;) {
    next = next.flatMap((one) => (children.get(one) ?? []).map((child) => child.pid))
    found.push(...next)
  }
  return found
}

function processes(): { pid: number; parent: number }[] {
  if (!existsSync('/proc/self/stat')) return fromPs()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }]
      } catch {
        return [] // it ended in the meantime
      }
    })
}

function fromPs(): { pid: number; parent: number }[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number)
      return { pid: pid!, parent: parent! }
    })
}

/** Kills processes without a chance to clean up, and waits until they have ended. */
export async function killAtOnce(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL')
  while (pids.some((pid) => signal(pid, 0) && !isDead(pid))) await sleep(20)
}

function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false // it has already ended
  }
}

/** Whether a process is dead, although its status was not collected yet. */
function isDead(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}
