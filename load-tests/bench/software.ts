import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { importAdvisories } from '@carapace/api/src/vulnerability/advisories/import.ts'
import { matchDocument } from '@carapace/api/src/vulnerability/matching/matching.ts'
import { matchQueued } from '@carapace/api/src/vulnerability/matching/rounds.ts'
import { createOrganisation } from '@carapace/shared/account/provision.queries'
import { prepareDatabase } from '../../infra/local/postgres/database.ts'
import { startInstallation } from './support/installation.ts'
import { generatedAdvisories, newAdvisory, popular } from './software/advisories.ts'
import { storeComponents, storeDocument } from './software/components.ts'
import { measureQueue, storeFindings } from './software/queue.ts'
import { compareWithScanner } from './software/scanner.ts'

/**
 * Matching at size, in the tables themselves: a document of 10,000 components against 300,000 advisories, and a new
 * advisory against 1,000,000 component versions, the worst of which names a package with 44,000 versions; then a queue
 * of 100,000 findings, and what OSV-Scanner finds in the same documents. Exits with 1 if a limit is missed.
 * DATABASE_URL names an empty database to use; otherwise an installation is started.
 */
const advisories = Number(process.env.ADVISORIES ?? 300_000)
const componentVersions = Number(process.env.COMPONENTS ?? 1_000_000)
const documentComponents = 10_000
const queued = 100_000
const limits = { documentMs: 5_000, advisoryMs: 1_000, recordsPerSecond: 670 } as const
const rounds = 3

/** Times that users of Dependency-Track report in its issues, minutes; on other machines, so only an order of size. */
const reported = [
  { issue: 2857, what: 'one document', minutes: 30 },
  { issue: 939, what: 'the documents of a portfolio of 11,000 components (days, counted as one)', minutes: 24 * 60 },
]

const installation = process.env.DATABASE_URL ? undefined : await startInstallation()
const url = process.env.DATABASE_URL ?? installation!.run.database_url
await prepareDatabase(url)
const client = postgres(url, { max: 4, onnotice: () => undefined, connection: { jit: 'off' } })
const db = drizzle(client)
const fail = (error: unknown) => {
  throw error
}
let missed = 0
try {
  const org = await createOrganisation(db, { name: `Bench ${Date.now()}` })
  await measureImport()
  await measureDocument(org)
  await storeComponents(client, org, componentVersions)
  await measureNewAdvisory('a new advisory on a usual package', 'package-7777', 101)
  await measureNewAdvisory(
    `a new advisory on a package of ${popular.versions.toLocaleString('en')} versions`,
    popular.name,
    201,
  )
  await storeFindings(client, org, queued)
  await measureQueue(db, org, (what, ms) =>
    report(`a queue of ${queued.toLocaleString('en')} findings, ${what}`, ms, what === 'opened' ? 1_000 : 300, ''),
  )
  printOthers()
  await compareWithScanner()
} finally {
  await client.end()
  await installation?.stop()
}
process.exitCode = missed === 0 ? 0 : 1

/** A measured time against its limit. */
function report(what: string, ms: number, limitMs: number, more: string): void {
  if (ms > limitMs) missed += 1
  const ratio = (ms / limitMs).toFixed(2)
  const verdict = ms > limitMs ? '  MISSED' : ''
  console.log(
    `${what}: ${Math.round(ms)} ms, ${ratio} of the limit of ${Math.round(limitMs)} ms${verdict}${more && `; ${more}`}`,
  )
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

async function measureImport(): Promise<void> {
  const { ms, result } = await timed(() =>
    db.transaction((tx) => importAdvisories(tx, null, generatedAdvisories(advisories))),
  )
  const limitMs = (advisories / limits.recordsPerSecond) * 1_000
  report(`import of ${advisories.toLocaleString('en')} advisories`, ms, limitMs, `${result.changed} changed`)
  await client`TRUNCATE groups_to_match`
  await client`ANALYZE`
}

async function measureDocument(org: Awaited<ReturnType<typeof createOrganisation>>): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const document = await storeDocument(client, org, documentComponents, round)
    const { ms, result } = await timed(() => matchDocument(db, org, document))
    const what = `a document of ${documentComponents.toLocaleString('en')} components, round ${round}`
    report(what, ms, limits.documentMs, `${result.findings} findings`)
  }
}

/** The limit is for the first notice: the findings of a package with very many versions come in parts. */
async function measureNewAdvisory(what: string, name: string, number: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const start = performance.now()
    await db.transaction((tx) => importAdvisories(tx, null, [newAdvisory(number + round, name)]))
    let first: number | undefined
    let findings = 0
    for (let written = await matchQueued(db, fail); written; written = await matchQueued(db, fail)) {
      first ??= performance.now() - start
      findings += written.length
    }
    if (findings === 0) throw new Error(`${what} made no finding: nothing was measured.`)
    const all = `${findings} findings after ${Math.round(performance.now() - start)} ms`
    report(`${what}, round ${round}: first notice`, first ?? 0, limits.advisoryMs, all)
  }
}

function printOthers(): void {
  for (const { issue, what, minutes } of reported) {
    const ratio = Math.round((minutes * 60_000) / limits.documentMs).toLocaleString('en')
    console.log(
      `Dependency-Track, issue ${issue}: ${minutes.toLocaleString('en')} minutes for ${what}, all steps; ` +
        `${ratio} of the limit above for one document`,
    )
  }
}
