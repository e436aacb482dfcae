import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { recordAlertChanges } from '@carapace/shared/msoc/alerts/changes.queries'
import { listJobs } from '@carapace/shared/account/jobs.contract'
import { listAlerts, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'

import { apiSettings } from '../support/api-settings.ts'
import { fetchAnswer, type Organisation, startInstallation } from '../support/installation.ts'
import { connectLive } from '../support/live.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members
const closing = { status: 'CLOSED', resolution: 'FALSE_POSITIVE' } as const

let raised = 0
/** Raises alerts that share a rule, as ingest does: numbered by the organisation's counter. */
async function raise({ org }: Organisation, rule: string, count: number): Promise<void> {
  const now = new Date()
  for (let at = 0; at < count; at += 1_000) {
    await site.db.transaction(async (tx) => {
      const rows = await tx
        .insert(alerts)
        .values(
          Array.from({ length: Math.min(1_000, count - at) }, () => ({
            orgUuid: org.uuid,
            title: `Alert of ${rule}`,
            severity: 'low' as const,
            source: 'detector' as const,
            rule,
            dedupKey: `${rule} ${++raised}`,
            count: 1,
            firstSeen: now,
            lastSeen: now,
          })),
        )
        .returning({ uuid: alerts.uuid })
      await recordAlertChanges(
        tx,
        org,
        rows.map(({ uuid }) => ({
          alertUuid: uuid,
          kind: 'raise',
          actor: { uuid: null, name: 'Detection' },
          detail: {},
        })),
      )
    })
  }
}

const bulk = (query: object, change: object = closing, token = analyst.token) =>
  site.call(token, 'msoc/v1/alerts/bulk', { query, change })
const jobOf = async (uuid: string, token = admin.token) =>
  (await site.request(token, listJobs, { limit: 200 })).jobs.find((job: { uuid: string }) => job.uuid === uuid)

function finished(uuid: string, token = admin.token) {
  return vi.waitFor(
    async () => {
      const job = await jobOf(uuid, token)
      expect(['COMPLETED', 'FAILED', 'CANCELLED']).toContain(job!.status)
      return job
    },
    { timeout: 50_000, interval: 50 },
  )
}

const withRule = (rule: string) => site.sql<{ status: string; revision: number; closes: number }[]>`
 
  SELECT status, revision, (SELECT count(*)::int
  FROM alert_changes c
  WHERE c.alert_uuid = a.uuid
  AND kind = 'close') AS closes
  FROM alerts a
  WHERE rule = ${rule}`

test('[BULK-1] a bulk update changes every alert that matches its filter, and reports the result', async () => {
  await raise(alpha, 'all of them', 1_203)
  await raise(alpha, 'not these', 10)
  const { status, body } = await bulk({ rule: 'all of them' })
  expect([status, body.job.status, body.job.total, body.job.title, body.job.created_by]).toEqual([
    200,
    'QUEUED',
    1_203,
    'Close 1,203 alerts',
    'Alpha analyst',
  ])

  const job = await finished(body.job.uuid)
  expect(job).toMatchObject({
    status: 'COMPLETED',
    done: 1_203,
    total: 1_203,
    outcome: { updated: 1_203, unchanged: 0, refused: 0 },
    error: null,
  })
  expect(Date.parse(job!.finished_at!)).toBeGreaterThanOrEqual(Date.parse(job!.started_at!))
  expect(
    (await withRule('all of them')).every(
      (alert) => alert.status === 'CLOSED' && alert.revision === 2 && alert.closes === 1,
    ),
  ).toBe(true)
  expect((await withRule('not these')).every((alert) => alert.status === 'NEW')).toBe(true)
})

test('[BULK-1] alerts without a difference stay unchanged, and invalid changes are refused', async () => {
  await raise(alpha, 'mixed', 3)
  const [one, two] = (await site.request(admin.token, listAlerts, { rule: 'mixed' })).alerts
  await site.request(analyst.token, updateAlerts, { uuids: [one!.uuid], change: closing })
  await site.request(analyst.token, updateAlerts, { uuids: [two!.uuid], change: { acknowledge: true } })

  const { body } = await bulk({ rule: 'mixed' }, { acknowledge: true })
  expect(await finished(body.job.uuid)).toMatchObject({ outcome: { updated: 1, unchanged: 1, refused: 1 } })
})

test('[BULK-10] [ALERT-11] a bulk update is undone once; an alert changed since stays as it is', async () => {
  await raise(alpha, 'regretted', 602)
  const [one, two] = (await site.get(admin.token, 'msoc/v1/alerts', { rule: 'regretted' })).body.alerts
  const update = (uuid: string, change: object) =>
    site.call(analyst.token, 'msoc/v1/alerts/update', { uuids: [uuid], change })
  await update(one.uuid, { owner: 'me', tags: ['seen'] })
  const { body } = await bulk({ rule: 'regretted' })
  await finished(body.job.uuid)
  await update(two.uuid, { status: 'IN_PROGRESS' })

  const undo = (token = analyst.token) => site.call(token, 'msoc/v1/alerts/bulk/undo', { job: body.job.uuid })
  expect((await undo(viewer.token)).status).toBe(422)
  expect((await undo(bravo.members.ADMIN.token)).status).toBe(404)
  const { body: undoing } = await undo()
  expect(undoing.job).toMatchObject({ title: 'Undo: Close 602 alerts', total: 602 })
  expect(await finished(undoing.job.uuid)).toMatchObject({
    status: 'COMPLETED',
    outcome: { restored: 601, changed_meanwhile: 1, refused: 0 },
  })
  const statuses = Map.groupBy(await withRule('regretted'), ({ status }) => status)
  expect(Object.fromEntries([...statuses].map(([status, some]) => [status, some.length]))).toEqual({
    ASSIGNED: 1,
    IN_PROGRESS: 1,
    NEW: 600,
  })
  const { alert } = (await site.get(admin.token, 'msoc/v1/alerts/get', { uuid: one.uuid })).body
  expect(alert).toMatchObject({ owner: { uuid: analyst.uuid }, tags: ['seen'], resolution: null, closed_at: null })
  expect((await undo()).body.message).toContain('undone already')
})

test('[BULK-10] an update of more than a day ago is not undone', async () => {
  await raise(alpha, 'long ago', 2)
  const { body } = await bulk({ rule: 'long ago' })
  await finished(body.job.uuid)
  await site.sql`UPDATE alert_undos SET created_at = now() - interval '25 hours' WHERE job_uuid = ${body.job.uuid}`
  await vi.waitFor(
    async () => expect(await site.sql`SELECT 1 FROM alert_undos WHERE job_uuid = ${body.job.uuid}`).toHaveLength(0),
    { timeout: 20_000, interval: 200 },
  )
  expect((await site.call(analyst.token, 'msoc/v1/alerts/bulk/undo', { job: body.job.uuid })).status).toBe(422)
})

test('[BULK-2] alerts that are raised after the request for a bulk update are not changed by it', async () => {
  await raise(alpha, 'frozen', 5)
  await site.sql`CREATE FUNCTION hold_jobs() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$`
  await site.sql`CREATE TRIGGER hold_jobs BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION hold_jobs()`
  const { body } = await site.sql.begin(async (held) => {
    await held`SELECT pg_advisory_xact_lock(4711)`
    const reply = await bulk({ rule: 'frozen' })
    await raise(alpha, 'frozen', 4)
    return reply
  })
  await site.sql`DROP TRIGGER hold_jobs ON jobs`

  expect(await finished(body.job.uuid)).toMatchObject({ done: 5, outcome: { updated: 5 } })
  const statuses = (await withRule('frozen')).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 'CLOSED'), ...Array.from({ length: 4 }, () => 'NEW')])
})

test('[BULK-3] viewers of the queue receive every alert that a bulk update changed', async () => {
  await raise(alpha, 'heard', 600)
  const watching = await site.live(admin.token)
  const queue = watching.subscribe('msoc.alerts', { filter: { rule: 'heard' } })
  await queue.snapshot()
  await bulk({ rule: 'heard' })

  const closed = await queue.until(({ changes }) => {
    const received = new Set(
      (changes as { uuid: string; kind: string }[]).filter(({ kind }) => kind === 'close').map(({ uuid }) => uuid),
    )
    return received.size === 600 && received
  }, 'six hundred closed alerts')
  expect(closed.size).toBe(600)
})

test('[JOB-1] a job whose owner is not a member is refused', async () => {
  const { status, body } = await bulk({ rule: 'all of them' }, { owner: bravo.members.ANALYST.uuid })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('[JOB-2] a running job is cancelled between two parts: completed parts stay, no more follow', async () => {
  await raise(alpha, 'cancelled', 5_000)
  const { body } = await bulk({ rule: 'cancelled' })
  await vi.waitFor(async () => expect((await jobOf(body.job.uuid))!.done).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 5,
  })
  const cancelled = await site.call(analyst.token, 'v2/app/jobs/cancel', { uuid: body.job.uuid })
  expect([cancelled.status, cancelled.body.job.status]).toEqual([200, 'CANCELLED'])

  const { done } = (await jobOf(body.job.uuid))!
  expect(done).toBeLessThan(5_000)
  expect((await withRule('cancelled')).filter(({ status }) => status === 'CLOSED')).toHaveLength(done)
  expect((await site.call(analyst.token, 'v2/app/jobs/cancel', { uuid: body.job.uuid })).status).toBe(422)
  expect((await site.call(analyst.token, 'v2/app/jobs/retry', { uuid: body.job.uuid })).status).toBe(422)
})

test('[JOB-3] a failed job reports the reason; after a restart it continues where it stopped', async () => {
  await raise(alpha, 'failing', 1_500)
  await site.sql`CREATE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*)
    FROM alerts
    WHERE rule = 'failing'
    AND status = 'CLOSED') > 1000 THEN RAISE EXCEPTION 'not today'; END IF; RETURN NULL; END $$`
  await site.sql`CREATE TRIGGER fail_some BEFORE UPDATE ON alerts FOR EACH STATEMENT EXECUTE FUNCTION fail_some()`
  const { body } = await bulk({ rule: 'failing' })
  const failed = await finished(body.job.uuid)
  await site.sql`DROP TRIGGER fail_some ON alerts`
  expect(failed).toMatchObject({ status: 'FAILED', done: 1_000, outcome: { updated: 1_000 } })
  expect(failed!.error).toContain('Something went wrong on our side.')
  expect(failed!.error).not.toContain('not today')

  const again = await site.call(analyst.token, 'v2/app/jobs/retry', { uuid: body.job.uuid })
  expect(again.body.job).toMatchObject({ status: 'QUEUED', error: null, finished_at: null })
  expect(await finished(body.job.uuid)).toMatchObject({ status: 'COMPLETED', done: 1_500, outcome: { updated: 1_500 } })
  expect((await withRule('failing')).every(({ revision, closes }) => revision === 2 && closes === 1)).toBe(true)
})

test('[JOB-4] an organisation has at most twenty unfinished jobs, which do not block other organisations', async () => {
  const busy = await site.organisation('Busy')
  await raise(busy, 'much', 3_000)
  await raise(bravo, 'little', 10)
  const replies = await Promise.all(
    Array.from({ length: 25 }, () =>
      bulk({ rule: 'much' }, { tags: [crypto.randomUUID()] }, busy.members.ANALYST.token),
    ),
  )
  const accepted = replies.filter(({ status }) => status === 200)
  expect(replies.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code])).toContainEqual([
    429,
    'TOO_MANY',
  ])
  const little = await bulk({ rule: 'little' }, closing, bravo.members.ANALYST.token)

  await finished(little.body.job.uuid, bravo.members.ADMIN.token)
  const left = await site.sql`SELECT 1 FROM jobs WHERE org_uuid = ${busy.org.uuid} AND status IN ('QUEUED', 'RUNNING')`
  expect(left.length).toBeGreaterThan(0)
  await Promise.all(
    accepted.map(({ body }) => site.call(busy.members.ADMIN.token, 'v2/app/jobs/cancel', { uuid: body.job.uuid })),
  )
})

test('[JOB-5] only the organisation sees its jobs, and a viewer can neither cancel nor restart them', async () => {
  await raise(alpha, 'ours', 1)
  const { body } = await bulk({ rule: 'ours' })
  await finished(body.job.uuid)
  expect(await jobOf(body.job.uuid, bravo.members.ADMIN.token)).toBeUndefined()
  for (const action of ['cancel', 'retry']) {
    expect((await site.call(bravo.members.ADMIN.token, `v2/app/jobs/${action}`, { uuid: body.job.uuid })).status).toBe(
      404,
    )
    expect((await site.call(viewer.token, `v2/app/jobs/${action}`, { uuid: body.job.uuid })).status).toBe(422)
  }
  expect(await jobOf(body.job.uuid, viewer.token)).toMatchObject({ status: 'COMPLETED' })
})

test('[JOB-5] the start, cancellation and restart of a job are in the audit log', async () => {
  const [row] = await site.sql<
    { actions: string[] }[]
  >`SELECT array_agg(DISTINCT action) AS actions FROM audit_log WHERE org_uuid = ${alpha.org.uuid} AND subject = 'job'`
  expect(row!.actions).toEqual(['cancel job', 'retry job', 'start job'])
})

test('[JOB-6] pages list each job once, the latest first, and can be filtered by status', async () => {
  const uuids: string[] = []
  for (let cursor: string | undefined; ;) {
    const body = await site.request(admin.token, listJobs, { limit: 2, cursor })
    uuids.push(...body.jobs.map(({ uuid }: { uuid: string }) => uuid))
    if (body.next_cursor === null) {
      expect([uuids.length, new Set(uuids).size]).toEqual([body.total, body.total])
      break
    }
    cursor = body.next_cursor
  }
  const body = await site.request(admin.token, listJobs, { status: 'CANCELLED' })
  expect(body.jobs.map(({ status }: { status: string }) => status)).toEqual(['CANCELLED'])
})

test('[JOB-7] viewers of the jobs see the progress of a job of this process and of another', async () => {
  await raise(alpha, 'watched', 4_000)
  const here = (await site.live(viewer.token)).subscribe('app.jobs')
  const elsewhere = await connectLive((await site.anotherApi()).port, viewer.token)
  const there = elsewhere.subscribe('app.jobs')
  await Promise.all([here.snapshot(), there.snapshot()])
  const { body } = await bulk({ rule: 'watched' })

  for (const subscription of [here, there]) {
    const seen = await subscription.until(({ changes }) => {
      const mine = (changes as { uuid: string; status: string; done: number }[]).filter(
        ({ uuid }) => uuid === body.job.uuid,
      )
      return mine.at(-1)?.status === 'COMPLETED' && mine
    }, 'a finished job')
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b))
  }
  const others = (await site.live(bravo.members.ADMIN.token)).subscribe('app.jobs')
  expect(JSON.stringify((await others.snapshot()).data)).not.toContain(body.job.uuid)
  elsewhere.close()
})

test('[JOB-8] a job without a notification is found by polling', async () => {
  await raise(alpha, 'unreported', 3)
  const input = { query: { rule: ['unreported'] }, change: closing, up_to: 1_000_000_000 }
  const [job] = await site.sql<{ uuid: string }[]>`
    INSERT INTO jobs (org_uuid, kind, title, total, input, created_by_uuid)
    SELECT org_uuid, kind, 'Unreported', 3, input, created_by_uuid
    FROM (
      VALUES (${alpha.org.uuid}::uuid, 'alerts.update', ${site.sql.json(input)}::jsonb, ${analyst.uuid}::uuid)
    ) AS requested (org_uuid, kind, input, created_by_uuid)
    RETURNING uuid`
  expect(await finished(job!.uuid)).toMatchObject({ status: 'COMPLETED', outcome: { updated: 3 } })
})

test('[JOB-8] another process continues the job of a killed process; nothing is repeated or left out', async () => {
  await raise(alpha, 'survivors', 8_000)
  await site.api.stop()
  const killedProcess = await startProcess()
  const { body } = await fetchAnswer(`http://127.0.0.1:${killedProcess.port}/api/msoc/v1/alerts/bulk`, {
    method: 'POST',
    headers: { 'access-token': analyst.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { rule: 'survivors' }, change: closing }),
  })
  await vi.waitFor(async () => expect(await doneOf(body.job.uuid)).toBeGreaterThan(0), { timeout: 20_000, interval: 5 })
  await killedProcess.kill()
  expect(await doneOf(body.job.uuid)).toBeLessThan(8_000)

  await site.anotherApi()
  await vi.waitFor(async () => expect(await doneOf(body.job.uuid)).toBe(8_000), { timeout: 50_000, interval: 100 })
  const closed = await withRule('survivors')
  expect(
    closed.filter(({ status, revision, closes }) => status === 'CLOSED' && revision === 2 && closes === 1),
  ).toHaveLength(8_000)
})

async function doneOf(uuid: string): Promise<number> {
  return (await site.sql<{ done: number }[]>`SELECT done FROM jobs WHERE uuid = ${uuid}`)[0]!.done
}

/** An api in a separate process, which a test can kill. */
async function startProcess() {
  const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: site.url,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      SECRET_KEY: apiSettings({ databaseUrl: site.url }).secretKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const port = /"address":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(line)?.[1]
    if (port === undefined) continue
    return {
      port: Number(port),
      kill: () =>
        new Promise<void>((resolve) => {
          child.once('exit', () => resolve())
          child.kill('SIGKILL')
        }),
    }
  }
  throw new Error('The api process ended before it listened.')
}
