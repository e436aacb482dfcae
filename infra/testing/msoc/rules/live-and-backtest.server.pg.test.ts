import { expect, test, vi } from 'vitest'
import { listBacktests, saveRule, setRuleState, startBacktest } from '@carapace/shared/msoc/rules/rules.contract'

import { alertsOf, position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { countRule, lineRule } from './texts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ANALYST
const minuteMs = 60_000
const start = Math.floor(Date.now() / minuteMs) * minuteMs - 180 * minuteMs
const vins = ['VIN-A', 'VIN-B', 'VIN-C']

const correlation = (title: string, lines: string) => `title: ${title}
level: high
correlation:
    group-by: [vehicle]
    timespan: 5m
${lines.replaceAll(/^/gm, '    ')}`

const frames = `title: Frames of a diagnostic tool
name: tool_frames
level: low
logsource: {product: vehicle, service: can}
detection:
    selection: {id: '0x7DF', data|startswith: '0210'}
    condition: selection
`

/** Rules that only feed the others: they raise no alerts of their own. */
const feeding = {
  failure: lineRule('Failures', 'failure', 'name: failure\n'),
  success: lineRule('Successes', 'success', 'name: success\n'),
  tool: frames,
}

/** Rules without memory, and with every kind of it. */
const texts = {
  line: lineRule('Restarts', 'restart'),
  frame: frames.replace('tool_frames', 'every_tool_frame').replace('Frames', 'Each frame'),
  count: countRule('Five failures', 'failure', 5),
  different: correlation(
    'Failures of many programs',
    'type: value_count\nrules: [failure]\ncondition: {gte: 3, field: app_name}',
  ),
  ordered: correlation('A success after failures', 'type: temporal_ordered\nrules: [failure, success]'),
  joined: correlation('A tool and failures', 'type: temporal\nrules: [tool_frames, failure]'),
  few: correlation('Hardly any failure', 'type: event_count\nrules: [failure]\ncondition: {lt: 3}'),
  chained: countRule('Failures again and again', 'many_failures', 2, '1h').replace(
    /$/,
    `---\n${countRule('Many failures', 'failure', 4).replace('title', 'name: many_failures\ntitle')}`,
  ),
}

/** The same numbers in every run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/**
 * Two hours of log lines and frames, of all vehicles, in the order of their times. Many stand on whole minutes; no two
 * of a vehicle have the same time, since of these the database does not keep the order.
 */
function twoHours(): object[] {
  const roll = createDice(7)
  const times = Array.from({ length: 900 }, () => {
    const ms = start + roll(120) * minuteMs
    return roll(3) === 0 ? ms : ms + roll(minuteMs)
  })
  const taken = new Set<string>()
  return times
    .toSorted((a, b) => a - b)
    .flatMap((ts) => {
      const vehicle = vins[roll(vins.length)]!
      if (taken.has(`${vehicle} ${ts}`)) return []
      taken.add(`${vehicle} ${ts}`)
      const kind = roll(8)
      if (kind === 0)
        return {
          type: 'can',
          vehicle,
          ts,
          bus: 'can0',
          frames: [
            [0, 0x7df, '0210030000000000'],
            [roll(900), 0x123, '00'],
          ],
        }
      const message = kind < 3 ? 'a failure' : kind === 3 ? 'a success' : kind === 4 ? 'a restart' : 'nothing'
      return { type: 'syslog', vehicle, ts, app_name: `app${roll(4)}`, message }
    })
}

/** Enables all rules and waits until ingest runs them. */
async function enableAll(): Promise<Map<string, string>> {
  const uuids = new Map<string, string>()
  for (const [name, text] of Object.entries({ ...feeding, ...texts }))
    uuids.set(name, (await site.request(token, saveRule, { text })).rule.uuid)
  const scout = `title: Scout
level: low
logsource: {product: vehicle, service: position}
detection:
    selection: {speed_kph|gt: 250}
    condition: selection
`
  const { rule } = await site.request(token, saveRule, { text: scout })
  const { refused } = await site.request(token, setRuleState, { uuids: [...uuids.values(), rule.uuid], enabled: true })
  expect(refused).toEqual([])
  await vi.waitFor(
    async () => {
      const vin = `SCOUT${crypto.randomUUID().slice(0, 8)}`
      await site.post(alpha.key, [position(vin, 48, 11, { speed_kph: 260, ts: start })])
      expect(await alertsOf(site, alpha, { vehicle: vin, rule: 'Scout' })).toHaveLength(1)
    },
    { timeout: 20_000, interval: 500 },
  )
  return uuids
}

/** The hits of a rule while the events came: alerts count them, by vehicle. */
async function liveHits(uuid: string): Promise<Record<string, number>> {
  const rows = await site.sql<{ vin: string; hits: number }[]>`
    SELECT v.vin, sum(a.count)::int AS hits FROM alerts a JOIN vehicles v ON v.id = a.vehicle_id
    WHERE a.rule_uuid = ${uuid} GROUP BY v.vin`
  return Object.fromEntries(rows.map(({ vin, hits }) => [vin, hits]))
}

async function backtested(uuid: string): Promise<Record<string, number>> {
  const [from, to] = [start, start + 175 * minuteMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  await site.request(token, startBacktest, { uuid, version: 1, from, to })
  const result = await vi.waitFor(
    async () => {
      const [latest] = (await site.request(token, listBacktests, { uuid })).backtests
      expect(latest!.job.status, JSON.stringify(latest!.job)).toBe('COMPLETED')
      return latest!
    },
    { timeout: 60_000, interval: 100 },
  )
  return result.by_vehicle
}

test('[RULE-59] a backtest gives the hits that the same events gave when they came', async () => {
  const uuids = await enableAll()
  const events = twoHours()
  for (let at = 0; at < events.length; at += 37) {
    const { body } = await site.post(alpha.key, events.slice(at, at + 37))
    expect(body.rejected).toEqual([])
  }
  // later events end the timespans before them
  await site.post(
    alpha.key,
    vins.map((vehicle) => ({ type: 'syslog', vehicle, ts: start + 170 * minuteMs, message: 'the end' })),
  )
  for (const name of Object.keys(texts)) {
    const uuid = uuids.get(name)!
    const live = await liveHits(uuid)
    expect([name, Object.keys(live).length > 0]).toEqual([name, true])
    expect([name, await backtested(uuid)]).toEqual([name, live])
  }
})
