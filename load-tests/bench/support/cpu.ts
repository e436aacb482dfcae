import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from 'postgres'

/** /proc reports CPU time in hundredths of a second (proc(5), USER_HZ). */
const ticksPerSecond = 100

/**
 * The measured processes, by name: a process by itself; a process with its children, including ended ones, and possibly
 * without one of them; or only those children that end meanwhile.
 */
export type Measured = Readonly<
  Record<
    string,
    { readonly pid: number; readonly of?: 'itself and children' | 'ended children'; readonly without?: number }
  >
>

/** The CPU seconds of each between this call and the call of the result. Linux only: other systems have no /proc. */
export function countCpu(measured: Measured): () => Record<string, number> {
  const before = secondsOf(measured)
  return () => {
    const after = secondsOf(measured)
    return Object.fromEntries(Object.keys(measured).map((name) => [name, after[name]! - before[name]!]))
  }
}

/**
 * The PostgreSQL server of a benchmark's only connection, which runs on this machine: the parent of the connection's
 * process, and its children without that process: a benchmark counts rows with it until all have arrived, which takes
 * the more time the slower they come.
 */
export async function serverBehind(sql: Sql): Promise<Measured> {
  await sql`SET max_parallel_workers_per_gather = 0`
  const [backend] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  const { pid } = backend!
  return { PostgreSQL: { pid: statOf(pid)!.parent, of: 'itself and children', without: pid } }
}

function secondsOf(measured: Measured): Record<string, number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  return Object.fromEntries(
    Object.entries(measured).map(([name, { pid, of = 'itself', without }]) => {
      const itself = all.find((one) => one.pid === pid)
      const children =
        of === 'itself and children' ? all.filter((one) => one.parent === pid && one.pid !== without) : []
      const living = of === 'ended children' ? 0 : [itself, ...children].reduce((sum, one) => sum + (one?.own ?? 0), 0)
      return [name, living + (of === 'itself' ? 0 : (itself?.ofEnded ?? 0))]
    }),
  )
}

interface Stat {
  readonly parent: number
  readonly pid: number
  /** CPU seconds of the process, and of its children that have ended. */
  readonly own: number
  readonly ofEnded: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const seconds = (from: number) => (fields[from]! + fields[from + 1]!) / ticksPerSecond
    return { pid, parent: fields[1]!, own: seconds(11), ofEnded: seconds(13) }
  } catch {
    return undefined // it ended in the meantime
  }
}
