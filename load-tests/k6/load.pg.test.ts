import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { password, startInstallation } from '@carapace/infra/testing/support/installation.ts'
import { findK6, howToGetK6 } from './find-k6.ts'
import type { Report } from './lib/summary.ts'

const installation = await startInstallation()
const { members, key } = await installation.organisation('Under load')
const apiUrl = installation.apiUrl.replace(/\/api\/$/, '')
const ingestUrl = `http://127.0.0.1:${installation.ingest.port}`

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'carapace-load-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A data folder with the run.json of a running installation. */
function dataFolder(): string {
  const dataDir = folder()
  writeFileSync(
    join(dataDir, 'run.json'),
    JSON.stringify({ url: apiUrl, ingest_url: ingestUrl, ingest_key: key, database_url: installation.url }),
  )
  return dataDir
}

/** Runs `npm run load -- …`; returns its exit status and its output. */
function load(args: readonly string[], env: Record<string, string> = {}): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'run.ts'), ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

async function report(
  name: string,
  sizes: Record<string, number | string>,
  env: Record<string, string> = {},
): Promise<Report & { status: number }> {
  const reportDir = folder()
  const options = Object.entries(sizes).flatMap(([size, value]) => ['-e', `${size}=${value}`])
  const args = env.API_URL ? [] : ['--data', dataFolder()]
  const { status, output } = await load([name, ...args, '--report', reportDir, '--quiet', ...options], env)
  if (!existsSync(join(reportDir, 'summary.json')))
    throw new Error(`${name} ended with ${status} and without a summary:\n${output}`)
  expect(readFileSync(join(reportDir, 'summary.html'), 'utf8')).toContain(`<title>${name}</title>`)
  return { ...(JSON.parse(readFileSync(join(reportDir, 'summary.json'), 'utf8')) as Report), status }
}

const counted = ({ metrics }: Report, name: string) => metrics[name]?.values.count ?? 0
const rowsOf = async (table: string) =>
  Number((await installation.db.execute(sql.raw(`SELECT count(*) AS rows FROM ${table}`)))[0]!.rows)

/** Whether a limit is a time: times depend on the machine, other results do not. */
const isTimed = ({ metric }: Report['thresholds'][number]) => /_ms|duration|dropped/.test(metric)

describe('with k6', { timeout: 180_000 }, () => {
  beforeEach(({ skip }) => skip(findK6(process.env) === undefined, howToGetK6))

  test.for([
    ['telemetry-ramp', { VEHICLES: 20, EVENTS_PER_SECOND: 200, EVENTS_PER_REQUEST: 20 }, 2],
    ['can-flood', { VEHICLES: 3, VICTIMS: 2, FLOOD_SECONDS: 2 }, 4],
    ['syslog-burst', { VEHICLES: 10, LINES_PER_SECOND: 100, LINES_PER_REQUEST: 10, BURST: 5 }, 3],
    ['alert-wall', { VIEWERS: 6, VIEWERS_PER_VU: 3, ALERTS_PER_SECOND: 5, VEHICLES: 5 }, 2],
    ['sign-in-storm', { SIGN_INS_PER_SECOND: 3, GUESSES: 12 }, 5],
    ['mixed-day', { VEHICLES: 100, ANALYSTS: 2, VIEWERS: 2 }, 3],
  ] as const)('%s runs, and all checks that do not depend on the machine pass', async ([name, sizes, leastChecks]) => {
    const { status, checks, thresholds, script, settings, passed } = await report(name, { ...sizes, DURATION: '4s' })

    expect({ script, settings }).toEqual({
      script: name,
      settings: expect.objectContaining({ ...sizes, DURATION: '4s' }) as unknown,
    })
    expect(checks.filter(({ fails }) => fails > 0)).toEqual([])
    expect(checks.filter(({ passes }) => passes > 0).length).toBeGreaterThanOrEqual(leastChecks)
    expect(thresholds.filter((verdict) => !isTimed(verdict) && !verdict.ok)).toEqual([])
    expect(status).toBe(passed ? 0 : 99)
  })

  test('accepted events are stored exactly once, although some of them were sent twice', async () => {
    const tables = ['positions', 'can_frames'] as const
    const before = await Promise.all(tables.map(rowsOf))
    const telemetry = await report('telemetry-ramp', {
      VEHICLES: 20,
      EVENTS_PER_SECOND: 400,
      EVENTS_PER_REQUEST: 20,
      DURATION: '4s',
    })
    const flood = await report('can-flood', { VEHICLES: 3, VICTIMS: 1, FLOOD_SECONDS: 2, DURATION: '4s' })
    const [positions, frames] = (await Promise.all(tables.map(rowsOf))).map((rows, i) => rows - before[i]!)

    expect(positions).toBe(counted(telemetry, 'events_accepted') / 2)
    expect(frames).toBe(counted(flood, 'can_frames_accepted'))
    expect(Math.min(positions!, frames!)).toBeGreaterThan(0)
  })

  test('the environment can name another installation; the exit status shows a missed limit', async () => {
    const env = {
      API_URL: `${apiUrl}/`,
      INGEST_URL: ingestUrl,
      INGEST_KEY: 'cik_not-the-one',
      EMAIL: members.ANALYST.email,
      PASSWORD: password,
    }
    const { status, passed, checks, thresholds, metrics } = await report(
      'telemetry-ramp',
      { EVENTS_PER_SECOND: 100, EVENTS_PER_REQUEST: 10, DURATION: '2s' },
      env,
    )

    expect({ status, passed }).toEqual({ status: 99, passed: false })
    expect(checks.find(({ name }) => name === 'every event was accepted')).toMatchObject({ passes: 0 })
    expect(thresholds.find(({ metric }) => metric === 'events_lost')!.value).toBe(metrics.events_lost!.values.count)
    expect(metrics.events_lost!.values.count).toBeGreaterThan(0)
  })

  test('users created for a run can no longer sign in', async () => {
    await report('sign-in-storm', { SIGN_INS_PER_SECOND: 1, GUESSES: 11, DURATION: '2s' })
    const people = await installation.db.execute(
      sql`SELECT active, password_hash FROM users WHERE email LIKE 'load-test-%'`,
    )
    const open = await installation.db.execute(
      sql`SELECT 1
        FROM sessions s
        JOIN users u ON u.uuid = s.user_uuid
        WHERE u.email LIKE 'load-test-%'
        AND s.revoked_at IS NULL`,
    )

    expect(people).toHaveLength(20)
    expect(people.filter(({ active, password_hash }) => active !== false || password_hash !== null)).toEqual([])
    expect(open).toHaveLength(0)
  })
})

test('without k6 it explains how to get it', async () => {
  const { status, output } = await load(['can-flood', '--data', dataFolder()], { PATH: '/nowhere', K6: '' })
  expect({ status, output: output.trim() }).toEqual({ status: 2, output: howToGetK6 })
})

const elsewhere = {
  API_URL: apiUrl,
  INGEST_URL: ingestUrl,
  INGEST_KEY: key,
  EMAIL: members.ANALYST.email,
  PASSWORD: password,
}

test.for([
  ['over a folder of no installation', ['--data', '/nowhere'], {}, 'No installation runs over /nowhere: start one'],
  ['with half of an environment', [], { ...elsewhere, EMAIL: '' }, 'API_URL is set, so EMAIL must be, too'],
  [
    'where nothing listens',
    [],
    { ...elsewhere, INGEST_URL: 'http://127.0.0.1:1' },
    'http://127.0.0.1:1/health is not well',
  ],
] as const)('%s it reports the problem and starts nothing', async ([, args, env, sentence]) => {
  const { status, output } = await load(['telemetry-ramp', ...args, '--report', join(folder(), 'never')], {
    K6: process.execPath,
    ...env,
  })
  expect(output).toContain(sentence)
  expect(status).toBe(2)
})
