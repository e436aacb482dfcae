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

/**
 * Matching at size, in the tables themselves: a document of 10,000 components against 300,000 advisories, and a new
 * advisory against 1,000,000 component versions, the worst of which names a package with 44,000 versions. Exits with 1
 * if a limit is missed. DATABASE_URL names an empty database to use; otherwise an installation is started.
 */
const advisories = Number(process.env.ADVISORIES ?? 300_000)
const componentVersions = Number(process.env.COMPONENTS ?? 1_000_000)
const documentComponents = 10_000
const limits = { documentMs: 5_000, advisoryMs: 1_000, recordsPerSecond: 670 } as const
const rounds = 3

const installation = process.env.DATABASE_URL ? undefined : await startInstallation()
const url = process.env.DATABASE_URL ?? installation!.run.database_url
await prepareDatabase(url)
const client = postgres(url, { max: 2, onnotice: () => undefined, connection: { jit: 'off' } })
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
  printOthers()
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
  console.log(`${what}: ${Math.round(ms)} ms, ${ratio} of the limit of ${Math.round(limitMs)} ms${verdict}; ${more}`)
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
  let first: number | undefined
  for (let round = 1; round <= rounds; round++) {
    const document = await storeDocument(client, org, documentComponents, round)
    const { ms, result } = await timed(() => matchDocument(db, org, document))
    first ??= ms
    const what = `a document of ${documentComponents.toLocaleString('en')} components, round ${round}`
    report(what, ms, limits.documentMs, `${result.findings} findings`)
  }
}

async function measureNewAdvisory(what: string, name: string, number: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const { ms, result } = await timed(async () => {
      await db.transaction((tx) => importAdvisories(tx, null, [newAdvisory(number + round, name)]))
      return matchQueued(db, fail)
    })
    report(`${what}, round ${round}`, ms, limits.advisoryMs, `${result?.length ?? 0} findings`)
  }
}

/** What users of Dependency-Track report in its issues: other machines and other data, so only an order of size. */
function printOthers(): void {
  console.log(
    'Dependency-Track, as reported by its users: days to process the documents of a portfolio of 11,000 components ' +
      '(issue 939), 30 minutes for one document (issue 2857).',
  )
}
