import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openViewerSession } from '../bench/support/viewer-session.ts'
import { openAlertViewer } from './alert-viewer.ts'
import { audit, type Finding } from './audit.ts'
import { openLedger, rowsMade } from './ledger.ts'
import { startSender } from './senders.ts'
import { createSubject, type Subject } from './subject.ts'

interface Options {
  readonly dataDir: string
  readonly rounds: number
  /** The maximum time that the installation runs between two kills. */
  readonly livesForMs: number
  readonly say: (line: string) => void
}

const senderCount = 6
const vehiclesPerSender = 4
/**
 * In one of `databaseEvery` rounds PostgreSQL alone is killed first, so that the result of commits is unknown. In one
 * of `startEvery` rounds the next start is killed, too.
 */
const databaseEvery = 2
const startEvery = 4

/**
 * Runs senders that never give up, a viewer that always reconnects, and an installation that is killed repeatedly with
 * all its processes, at random times. At the end every event must be there exactly once, and every alert, too.
 */
export async function runChaos({ dataDir, rounds, livesForMs, say }: Options): Promise<Finding[]> {
  const subject = await createSubject(dataDir)
  try {
    const run = await subject.start()
    const ledger = openLedger()
    const viewer = openAlertViewer([run.url], await openViewerSession(run.database_url))
    while (viewer.seq < 0) await sleep(50)
    const name = randomUUID()
    const senders = Array.from({ length: senderCount }, (_, s) => {
      const vins = Array.from({ length: vehiclesPerSender }, (__, v) => `CHAOS-${s}-${v}`)
      return startSender(`${name}-${s}`, vins, [{ url: run.ingest_url, key: run.ingest_key }], ledger)
    })

    let databaseUrl = run.database_url
    for (let round = 1; round <= rounds; round++) {
      const done = await killOnce(subject, round, livesForMs)
      databaseUrl = (await subject.start()).database_url
      say(`round ${round}: ${done}; ${rowsMade(ledger)} rows made so far, ${ledger.retries} retries`)
    }
    await sleep(1_000)
    await Promise.all(senders.map((sender) => sender.stop()))
    await Promise.all(senders.map((sender) => sender.repeat()))
    say(
      `sent: ${JSON.stringify(ledger.rows)}; ${ledger.retries} retries, ${ledger.repeats} repeated ` +
        `afterwards; the viewer resumed ${viewer.resumes} times and got ${viewer.snapshots} snapshot`,
    )
    const findings = await audit(databaseUrl, ledger, [viewer])
    viewer.close()
    return findings
  } finally {
    await subject.stop()
  }
}

/** Lets the installation run for a while, then kills it; returns a description of the action. */
async function killOnce(subject: Subject, round: number, livesForMs: number): Promise<string> {
  const done: string[] = []
  if (round % databaseEvery === 0) {
    const after = await someTime(livesForMs)
    await subject.killDatabase()
    done.push(`PostgreSQL killed after ${after} ms`)
  }
  const after = await someTime(livesForMs)
  await subject.killEverything()
  done.push(`everything killed after ${after} ms`)
  if (round % startEvery === 0) {
    subject.launch()
    const early = await someTime(2_000)
    await subject.killEverything()
    done.push(`and ${early} ms into the next start`)
  }
  return done.join(', ')
}

async function someTime(atMostMs: number): Promise<number> {
  const ms = Math.round(Math.random() * atMostMs)
  await sleep(ms)
  return ms
}
