import postgres from 'postgres'
import { startInstallation } from './support/installation.ts'
import { largeArchive, sizes } from './lifecycle-archive.ts'
import { callsOf, reportTime, slowest, until } from './support/timed-calls.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * A program of 300 assets, 3,000 threat scenarios and 30,000 links: the duration of its import as a job, of the
 * requests of its pages, of an artefact's impact, and of its reports. Exits with 1 if a limit is missed.
 */
const importLimitMs = 60_000
const pageLimitMs = 500
const impactLimitMs = 200

const installation = await startInstallation()
const { run } = installation
try {
  const token = await openViewerSession(run.database_url)
  const calls = callsOf(run.url, token)
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
  const { job } = await calls.upload('v2/app/import-archive', archive)
  const acceptedMs = performance.now() - began
  await until(async () => {
    const { jobs } = await calls.get('v2/app/jobs')
    const { status, error } = jobs.find((one: { uuid: string }) => one.uuid === job.uuid)
    if (status === 'FAILED') throw new Error(error)
    return status === 'COMPLETED' || undefined
  }, 100)
  reportTime(
    'import, until its job is done',
    performance.now() - began,
    importLimitMs,
    `looked through in ${Math.round(acceptedMs).toLocaleString('en')} ms`,
  )

  const { programs } = await calls.get('v2/app/get-programs')
  const program = `program_uuid=${programs[0].uuid}`
  const { artefacts } = await calls.get(`v2/app/get-artefacts?${program}&kinds=asset&limit=300`)
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
    reportTime(name, await slowest(() => calls.get(`v2/app/${path}`)), pageLimitMs)
  let i = 0
  for (const direction of ['downstream', 'upstream']) {
    reportTime(
      `impact, ${direction}`,
      await slowest(() =>
        calls.get(`v2/app/get-impact?uuid=${artefacts[i++ % artefacts.length].uuid}&direction=${direction}`),
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

async function download(token: string, what: string, path: string): Promise<void> {
  const began = performance.now()
  const response = await fetch(`${run.url}/api/v2/app/${path}`, { headers: { 'access-token': token } })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${what}: ${response.status}`)
  reportTime(what, performance.now() - began, undefined, `${(byteLength / 1_000_000).toFixed(1)} MB`)
}
