import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Run, startInstallation } from '../../bench/support/installation.ts'
import { openViewerSession } from '../../bench/support/viewer-session.ts'
import type { Attack, Target } from './attack.ts'
import type { Order } from './attacker.ts'
import { createTenant } from './tenant.ts'
import { type Measure, type Measured, measures, newMeasured, type Watched, watchTenant } from './watched.ts'

/** An attacked p99 may be this many times the quiet one. */
export const mostTimes = 3
/** Memory that an attack may add, bytes. */
const mostGrowth = 512 * 2 ** 20
const warmUpMs = 10_000
const settleMs = 2_000
const healthEveryMs = 500
/** What is answered within this time is calm, ms. */
const soonMs = 300
/** How many calm seconds in a row are waited for, and how long, ms. */
const calmFor = 3
const calmMs = 60_000

export type Figures = Readonly<Record<Measure, number>>

export interface Outcome {
  readonly attack: Attack
  readonly attacked: Figures
  /** The part of one core that the attacking process used, which on this machine nobody else could. */
  readonly toolCpu: number
  /** The figures while a process uses as much CPU time and attacks nobody. */
  readonly toolAlone: Figures
  readonly residentMiB: number
  readonly grownMiB: number
  /** What the health checks stated other than that all is well, each once. */
  readonly health: readonly string[]
}

export interface Report {
  readonly quiet: Figures
  readonly outcomes: readonly Outcome[]
}

interface Site {
  readonly target: Target
  readonly run: Run
  readonly watched: Watched
  readonly ms: number
}

interface Options {
  readonly attacks: readonly Attack[]
  readonly attackMs: number
  readonly quietMs: number
  readonly say: (line: string) => void
}

/**
 * Measures a tenant's ingest, queue and live map during the attacks of another tenant, of one of its viewers and of
 * somebody who has none, one attack after the other, and quietly before each of them.
 */
export async function runTenants({ attacks, attackMs, quietMs, say }: Options): Promise<Report> {
  const installation = await startInstallation()
  const { run } = installation
  const watched = watchTenant(run, { key: run.ingest_key, token: await openViewerSession(run.database_url) })
  try {
    const target: Target = { ...run, ...(await createTenant(run.database_url, 'Attacker')) }
    await sleep(warmUpMs)
    const quiet = newMeasured()
    const outcomes: Outcome[] = []
    for (const attack of attacks) {
      const site = { target, run, watched, ms: attackMs }
      await calm(watched)
      watched.countInto(quiet)
      await sleep(quietMs)
      await watched.settle()
      const outcome = await measureAttack(attack, site)
      await calm(watched)
      const toolAlone = await measureTool(outcome.toolCpu, site)
      outcomes.push({ ...outcome, toolAlone })
      const figures = measures.map((one) => `${one} ${outcome.attacked[one]} ms (tool alone ${toolAlone[one]} ms)`)
      say(`${attack.name}: ${figures.join(', ')}`)
    }
    return { quiet: p99Of(quiet), outcomes }
  } finally {
    await watched.stop()
    await installation.stop()
  }
}

/** Waits until what an attack left behind is over: some seconds in a row in which everything is answered soon. */
async function calm(watched: Watched): Promise<void> {
  let calmSeconds = 0
  for (const giveUp = Date.now() + calmMs; calmSeconds < calmFor && Date.now() < giveUp;) {
    const measured = newMeasured()
    watched.countInto(measured)
    await sleep(1_000)
    await watched.settle()
    calmSeconds = measures.every((one) => measured[one].max < soonMs) ? calmSeconds + 1 : 0
  }
}

async function measureAttack(attack: Attack, { run, watched, target, ms }: Site): Promise<Omit<Outcome, 'toolAlone'>> {
  const before = await residentBytes(run)
  const stop = startAttacker({ name: attack.name, target })
  const attacked = newMeasured()
  const health = new Set<string>()
  let most = 0
  watched.countInto(attacked)
  for (const until = Date.now() + ms; Date.now() < until; await sleep(healthEveryMs)) {
    for (const words of await healthWords(run)) health.add(words)
    most = Math.max(most, await residentBytes(run))
  }
  await watched.settle()
  const toolCpu = await stop()
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
  const grownMiB = mib(Math.max(0, most - before))
  return { attack, attacked: p99Of(attacked), toolCpu, residentMiB: mib(most), grownMiB, health: [...health] }
}

/** Measures while a process only uses as much CPU time as the attack's process did: what the tool itself costs. */
async function measureTool(cpuShare: number, { watched, ms }: Site): Promise<Figures> {
  const stop = startAttacker({ cpuShare })
  const measured = newMeasured()
  watched.countInto(measured)
  await sleep(ms)
  await watched.settle()
  await stop()
  return p99Of(measured)
}

/** Starts the process of an attack. Returns how to stop it, which resolves with the part of a core that it used. */
function startAttacker(order: Order): () => Promise<number> {
  const attacker = fork(join(import.meta.dirname, 'attacker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const ended = once(attacker, 'exit')
  let cpuShare = 0
  attacker.on('message', (share: number) => (cpuShare = share))
  attacker.send(order)
  return async () => {
    attacker.send('stop')
    const kill = setTimeout(() => attacker.kill('SIGKILL'), settleMs)
    await ended
    clearTimeout(kill)
    return cpuShare
  }
}

function p99Of(measured: Measured): Figures {
  return {
    ingest: measured.ingest.quantile(0.99),
    queue: measured.queue.quantile(0.99),
    map: measured.map.quantile(0.99),
  }
}

/** The reasons of the health checks that are not `ok`. */
async function healthWords(run: Run): Promise<string[]> {
  const urls = [`${run.ingest_url}/health`, `${run.url}/api/health`]
  const answers = await Promise.all(
    urls.map((url) =>
      fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
        async (response) => (await response.json()) as { status: string; reason?: string },
        () => ({ status: 'down', reason: 'health did not answer' }),
      ),
    ),
  )
  return answers.filter(({ status }) => status !== 'ok').map(({ status, reason }) => `${status}: ${reason}`)
}

/** The resident memory of the installation's process, from its own metrics. */
async function residentBytes({ url }: Run): Promise<number> {
  const text = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  )
  return Number(/^carapace_api_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? 0)
}

/** What an attack did that it may not: which figures are beyond their limit. */
export function faultsOf({ quiet }: Report, { attacked, grownMiB }: Outcome): string[] {
  const slow = measures.filter((one) => attacked[one] > mostTimes * quiet[one])
  return [...slow, ...(grownMiB * 2 ** 20 > mostGrowth ? ['memory'] : [])]
}
