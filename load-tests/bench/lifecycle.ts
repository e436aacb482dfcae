import postgres from 'postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInstallation } from './support/installation.ts'
import { largeArchive, sizes } from './lifecycle-archive.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * A program of 300 assets, 3,000 threat scenarios and 30,000 links: the duration of its import as a job, of the
 * requests of its pages, of an artefact's impact, and of its reports. Exits with 1 if a limit is missed.
 */
const importLimitMs = 60_000
const pageLimitMs = 500
const impactLimitMs = 200
const rounds = 20

const installation = await startInstallation()
const { run } = installation
let isWithin = true
try {
  const token = await openViewerSession(run.database_url)
  const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
  await sql`UPDATE users SET role = 'ENGINEER' WHERE email = 'load-test@carapace.example'`
  await sql.end()
  const archive = await largeArchive()
  console.log(
    `An archive of ${(archive.length / 1_000_000).toFixed(1)} MB: ${Object.entries(sizes)
      .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
      .join(', ')}`,
  )

  const began = performance.now()
  const { job } = await posted(token, 'v2/app/import-archive', archive)
  const acceptedMs = performance.now() - began
  await overIn(token, job.uuid)
  say(
    'import, until its job is done',
    performance.now() - began,
    importLimitMs,
    `looked through in ${Math.round(acceptedMs).toLocaleString('en')} ms`,
  )

  const { programs } = await got(token, 'v2/app/get-programs')
  const program = `program_uuid=${programs[0].uuid}`
  const { artefacts } = await got(token, `v2/app/get-artefacts?${program}&kinds=asset&limit=300`)
  const pages = {
    assets: `get-artefacts?${program}&kinds=asset&limit=300`,
    'threat scenarios, a page of 500': `get-artefacts?${program}&kinds=threat-scenario&limit=500`,
    'requirements, a page of 500': `get-artefacts?${program}&kinds=requirement&limit=500`,
    'assessments, a page of 500': `get-assessments?${program}&limit=500`,
    summary: `get-program-summary?${program}`,
    gaps: `get-gaps?${program}`,
    suspects: `get-suspects?${program}`,
  }
  for (const [name, path] of Object.entries(pages))
    say(name, await slowest(() => got(token, `v2/app/${path}`)), pageLimitMs)
  let i = 0
  for (const direction of ['downstream', 'upstream']) {
    say(
      `impact, ${direction}`,
      await slowest(() =>
        got(token, `v2/app/get-impact?uuid=${artefacts[i++ % artefacts.length].uuid}&direction=${direction}`),
      ),
      impactLimitMs,
    )
  }
  for (const form of ['pdf', 'docx', 'xlsx'])
    await download(token, `the threat analysis as ${form}`, `get-report?${program}&report=tara&form=${form}`)
  await download(token, 'the archive', `export-archive?${program}`)
  await download(token, 'threat scenarios as xlsx', `export-artefacts?${program}&kind=threat-scenario&form=xlsx`)
} finally {
  await installation.stop()
}
process.exitCode = isWithin ? 0 : 1

function say(what: string, ms: number, limit: number | undefined, more = ''): void {
  const isMissed = limit !== undefined && ms > limit
  isWithin &&= !isMissed
  console.log(
    `  ${what}: ${Math.round(ms).toLocaleString('en')} ms` +
      `${limit === undefined ? '' : ` (limit ${limit.toLocaleString('en')})`}` +
      `${more && `, ${more}`}${isMissed ? '  MISSED' : ''}`,
  )
}

/** The 95th percentile of the response times, ms. */
async function slowest(request: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await request()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds * 0.95) - 1]!
}

// oxlint-disable-next-line typescript/no-explicit-any -- responses of different types
async function got(token: string, path: string): Promise<any> {
  const response = await fetch(`${run.url}/api/${path}`, { headers: { 'access-token': token } })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

async function posted(token: string, path: string, bytes: Buffer<ArrayBuffer>): Promise<{ job: { uuid: string } }> {
  const response = await fetch(`${run.url}/api/${path}`, {
    method: 'POST',
    headers: { 'access-token': token, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as { job: { uuid: string } }
}

async function overIn(token: string, uuid: string): Promise<void> {
  for (;;) {
    const { jobs } = await got(token, 'v2/app/jobs')
    const job = jobs.find((one: { uuid: string }) => one.uuid === uuid)
    if (job.status === 'COMPLETED') return
    if (job.status === 'FAILED') throw new Error(job.error)
    await sleep(100)
  }
}

async function download(token: string, what: string, path: string): Promise<void> {
  const began = performance.now()
  const response = await fetch(`${run.url}/api/v2/app/${path}`, { headers: { 'access-token': token } })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${what}: ${response.status}`)
  say(what, performance.now() - began, undefined, `${(byteLength / 1_000_000).toFixed(1)} MB`)
}
