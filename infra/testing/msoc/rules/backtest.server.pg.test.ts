import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '@carapace/api/src/core/db.ts'
import { backtests } from '@carapace/api/src/msoc/rules/backtest.ts'
import { textsToTry } from '@carapace/api/src/msoc/rules/tried-set.ts'
import { cancelJob } from '@carapace/shared/account/jobs.contract'
import { checkText } from '@carapace/shared/msoc/rules/check-rule'
import {
  deleteRule,
  listBacktests,
  type RuleBacktest,
  saveRule,
  setRuleState,
  startBacktest,
} from '@carapace/shared/msoc/rules/rules.contract'

import { startInstallation } from '../../support/installation.ts'
import { countRule, lineRule } from './texts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ANALYST: analyst, VIEWER: viewer } = alpha.members
const other = bravo.members.ADMIN
const hourMs = 3_600_000
const start = Math.floor(Date.now() / hourMs) * hourMs - 30 * hourMs
const from = new Date(start).toISOString()
const to = new Date(start + 26 * hourMs).toISOString()

const connection = connect(site.url)
afterAll(() => connection.close())

const save = async (text: string) => (await site.request(analyst.token, saveRule, { text })).rule.uuid
const begin = (uuid: string, more: object = {}) =>
  site.request(analyst.token, startBacktest, { uuid, version: 1, from, to, ...more })

async function finished(uuid: string): Promise<RuleBacktest> {
  return vi.waitFor(
    async () => {
      const [latest] = (await site.request(viewer.token, listBacktests, { uuid })).backtests
      expect(latest!.job.status, JSON.stringify(latest!.job)).toBe('COMPLETED')
      return latest!
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** The job's parts, each from the checkpoint before, as `kind` does them. */
async function inParts(uuid: string, version: number, kinds: readonly ReturnType<typeof backtests>[]) {
  const [row] = await site.sql<{ job_uuid: string }[]>`
    SELECT job_uuid FROM rule_backtests WHERE rule_uuid = ${uuid} AND version = ${version}`
  await site.sql`UPDATE rule_backtests SET hits = 0, events = 0, by_day = '{}', by_vehicle = '{}', examples = '[]'
    WHERE job_uuid = ${row!.job_uuid}`
  // a finished job has no input any more
  const [stored] = await site.sql<{ text: string }[]>`
    SELECT text FROM rule_versions WHERE rule_uuid = ${uuid} AND version = ${version}`
  const { text } = stored!
  const others = await textsToTry(connection.db, alpha.org, text, checkText(text), uuid)
  const input = { text, kind: checkText(text).kind, others, from: start * 1000, to: Date.parse(to) * 1000 }
  let checkpoint: unknown = null
  let parts = 0
  for (let done = false; !done; parts++) {
    const kind = kinds[parts % kinds.length]!
    const progress = await connection.db.transaction((tx) =>
      kind.doPart({
        tx,
        org: alpha.org,
        jobUuid: row!.job_uuid,
        actor: { uuid: analyst.uuid, name: 'x' },
        input,
        checkpoint,
      }),
    )
    checkpoint = progress.checkpoint
    done = progress.finished
  }
  const [result] = await site.sql<{ hits: string; events: string }[]>`
    SELECT hits, events FROM rule_backtests WHERE job_uuid = ${row!.job_uuid}`
  return { parts, hits: Number(result!.hits), events: Number(result!.events) }
}

beforeAll(async () => {
  for (const organisation of [alpha, bravo]) {
    const line = (vehicle: string, ms: number, message: string) => ({
      type: 'syslog',
      vehicle,
      ts: start + ms,
      message,
    })
    const events = Array.from({ length: 26 }, (_, hour) => [
      // five lines in each hour, 4 minutes apart
      ...Array.from({ length: 5 }, (_unused, i) => line('VIN1', hour * hourMs + i * 240_000, 'a failure')),
      line('VIN2', hour * hourMs, hour < 3 ? 'a failure' : 'nothing'),
    ]).flat()
    const { status, text } = await site.post(organisation.key, events)
    if (status !== 200) throw new Error(text)
  }
})

describe('a backtest', () => {
  test('[RULE-51] [RULE-53] counts the hits on stored events by day and by vehicle, with examples', async () => {
    const uuid = await save(lineRule('Failures', 'failure'))
    const { backtest } = await begin(uuid)
    expect(backtest).toMatchObject({ version: 1, from, to, job: { kind: 'rules.backtest', total: 26 * 3600 } })
    const result = await finished(uuid)
    expect(result).toMatchObject({ events: 26 * 6, hits: 26 * 5 + 3, by_vehicle: { VIN1: 26 * 5, VIN2: 3 } })
    expect(Object.values(result.by_day).reduce((sum, hits) => sum + hits, 0)).toBe(result.hits)
    expect(Object.keys(result.by_day).length).toBeGreaterThan(1)
    expect(result.examples).toHaveLength(100)
    expect(result.examples[0]).toMatchObject({ at: from, service: 'syslog', event: { message: 'a failure' } })
    expect(result.job).toMatchObject({ done: 26 * 3600, outcome: { hits: result.hits, events: result.events } })
    // without memory, parts by different processes give the same
    expect(await inParts(uuid, 1, [backtests(), backtests()])).toMatchObject({ hits: result.hits })
  })

  test('[RULE-52] the memory of a correlation survives its parts, also where another process continues', async () => {
    await save(lineRule('Base', 'failure', 'name: base\n'))
    const uuid = await save(countRule('Five in twenty minutes', 'base', 5, '20m'))
    await begin(uuid)
    const result = await finished(uuid)
    expect(result).toMatchObject({ hits: 26, by_vehicle: { VIN1: 26 } })
    const slow = () => backtests({ partMs: 0 })
    const alone = await inParts(uuid, 1, [slow()])
    expect(alone).toMatchObject({ hits: 26, events: result.events })
    expect(alone.parts).toBeGreaterThan(5)
    expect(await inParts(uuid, 1, [slow(), slow()])).toMatchObject({ hits: 26, events: result.events })
    // as after a restart: no process has the memory of the part before
    const none = await inParts(
      uuid,
      1,
      Array.from({ length: 100 }, () => slow()),
    )
    expect(none).toMatchObject({ hits: 26, events: result.events })
  })

  test('[RULE-58] is compared with the version that runs: which hits are new, and which are gone', async () => {
    const uuid = await save(lineRule('Compared', 'failure'))
    const text = lineRule('Compared', 'nothing').replace('condition: selection', 'condition: selection or first')
    const both = text.replace(
      '    condition',
      `    first:\n        message|endswith: failure\n        vehicle: VIN2\n    condition`,
    )
    await site.request(analyst.token, saveRule, { uuid, revision: 1, text: both })
    const compare = { version: 2, compare: true }
    expect(await site.refusal(analyst.token, startBacktest, { uuid, from, to, ...compare })).toMatchObject({
      code: 'RULE_REFUSED',
      message: expect.stringContaining('No version of this rule runs'),
    })
    await site.request(analyst.token, setRuleState, { uuids: [uuid], enabled: true, version: 1 })
    expect((await site.refusal(analyst.token, startBacktest, { uuid, from, to, version: 1, compare: true })).code).toBe(
      'RULE_REFUSED',
    )
    expect((await begin(uuid, { version: 2 })).backtest.compared).toBe(null)
    await finished(uuid)
    await begin(uuid, compare)
    const { hits, compared } = await finished(uuid)
    expect(hits).toBe(3 + 23)
    expect(compared).toMatchObject({ version: 1, hits: 26 * 5 + 3, gained: 23, lost: 26 * 5 })
    expect(compared!.by_vehicle).toEqual({ VIN1: { gained: 0, lost: 26 * 5 }, VIN2: { gained: 23, lost: 0 } })
    expect(compared!.lost_examples).toHaveLength(100)
    expect(compared!.gained_examples[0]).toMatchObject({ vin: 'VIN2', event: { message: 'nothing' } })
  })

  test('[RULE-60] [JOB-9] of two backtests one runs, even while it rests', async () => {
    const first = await save(lineRule('First of two', 'failure'))
    const second = await save(lineRule('Second of two', 'failure'))
    const { job } = (await begin(first)).backtest
    await finished(first)
    const unfinished = { status: 'RUNNING', finished_at: null, beat_at: new Date(Date.now() + hourMs) }
    await site.sql`UPDATE jobs SET ${site.sql(unfinished)} WHERE uuid = ${job.uuid}`
    await begin(second)
    await vi.waitFor(
      async () => {
        const [latest] = (await site.request(viewer.token, listBacktests, { uuid: second })).backtests
        expect(latest).toMatchObject({ events: 0, job: { status: 'RUNNING', done: 0 } })
      },
      { timeout: 20_000, interval: 50 },
    )
    const [resting] = await site.sql<{ beat_at: Date }[]>`SELECT beat_at FROM jobs WHERE uuid = ${job.uuid}`
    expect(resting).toEqual({ beat_at: unfinished.beat_at })
    await site.sql`UPDATE jobs SET status = 'COMPLETED', finished_at = now() WHERE uuid = ${job.uuid}`
    expect((await finished(second)).events).toBe(26 * 6)
  })

  test('[RULE-51] covers at most 92 days, of a version that exists and has no faults', async () => {
    const uuid = await save(lineRule('Bounds', 'x'))
    const refused = (more: object, token = analyst.token) =>
      site.refusal(token, startBacktest, { uuid, version: 1, from, to, ...more })
    expect((await refused({ from: '2020-01-01T00:00:00Z' })).code).toBe('INVALID_INPUT')
    expect((await refused({ from: to, to: from })).code).toBe('INVALID_INPUT')
    expect((await refused({ version: 2 })).code).toBe('NOT_FOUND')
    expect((await refused({}, viewer.token)).code).toBe('ROLE_REQUIRED')
    expect((await refused({}, other.token)).code).toBe('NOT_FOUND')
    expect((await site.refusal(other.token, listBacktests, { uuid })).code).toBe('NOT_FOUND')
  })

  test('[RULE-51] is cancelled as other jobs are, and ends when its rule is deleted', async () => {
    const uuid = await save(lineRule('Cancelled', 'failure'))
    const { backtest } = await begin(uuid)
    const cancelled = await site.call(analyst.token, cancelJob.path, { uuid: backtest.job.uuid })
    expect([200, 422]).toContain(cancelled.status)
    await site.request(analyst.token, deleteRule, { uuid })
    expect((await site.refusal(viewer.token, listBacktests, { uuid })).code).toBe('NOT_FOUND')
  })
})
