import { readFileSync } from 'node:fs'

/** Watches the memory of a process; `stop` returns how much it grew at most, in MB. Linux only. */
export function watchMemory(pid: number): { stop(): number } {
  const before = residentMb(pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid))), 250)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(Math.max(most, residentMb(pid)) - before)
    },
  }
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}
