import { expect, test, vi } from 'vitest'

import { alertsOf, position } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const minuteAgo = Date.now() - 60_000

/** Stores a rule as the api does, and enables it. */
async function enable({ org }: Organisation, text: string, kind = 'detection', uuid = crypto.randomUUID()) {
  await site.sql`INSERT INTO rules (uuid, org_uuid, kind, title, severity, tags, state, enabled_version)
    VALUES (${uuid}, ${org.uuid}, ${kind}, 'A rule', 2, '{}', 'ENABLED', 1)`
  await site.sql`INSERT INTO rule_versions (org_uuid, rule_uuid, version, text, author)
    VALUES (${org.uuid}, ${uuid}, 1, ${text}, 'A test')`
  await changed({ org })
  return uuid
}

/** Reports to ingest that the enabled rules changed. */
async function changed({ org }: Pick<Organisation, 'org'>) {
  await site.sql`INSERT INTO rule_settings (org_uuid, revision) VALUES (${org.uuid}, 1)
    ON CONFLICT (org_uuid) DO UPDATE SET revision = rule_settings.revision + 1`
}

async function disable(mine: Organisation, uuid: string) {
  await site.sql`UPDATE rules SET state = 'DISABLED', enabled_version = NULL WHERE uuid = ${uuid}`
  await changed(mine)
}

const speeding = (more = '') => `title: Too fast
level: high
tags: [attack.t1190]
logsource: {product: vehicle, service: position}
detection:
  selection: {speed_kph|gt: 250${more}}
  condition: selection
`

const lines = `title: Update service
name: update_lines
logsource: {product: vehicle, service: syslog}
detection:
  selection: {app_name: updater, message|contains: signature}
  condition: selection
`

const many = (group: string) => `title: Many bad signatures
correlation:
  type: event_count
  rules: [update_lines]
  group-by: [${group}]
  timespan: 10m
  condition: {gte: 3}
---
${lines}`

const badSignature = (vehicle: string, fields: object = {}) => ({
  type: 'syslog',
  vehicle,
  ts: Date.now(),
  hostname: 'tcu',
  app_name: 'updater',
  message: 'image refused: bad signature',
  ...fields,
})

const fast = (vehicle: string, seconds = 0) =>
  position(vehicle, 48, 11, { speed_kph: 260, ts: minuteAgo + seconds * 1_000 })

/** Posts an event of a new vehicle until the rules that were changed before are in effect: within five seconds. */
async function untilInEffect(mine: Organisation, filter: Record<string, string>) {
  await vi.waitFor(
    async () => {
      const vin = `SCOUT${crypto.randomUUID().slice(0, 8)}`
      await site.post(mine.key, [fast(vin)])
      expect(await alertsOf(site, mine, { vehicle: vin, ...filter })).toHaveLength(1)
    },
    { timeout: 20_000, interval: 500 },
  )
}

const rowOf = async (uuid: string) => {
  const rows = await site.sql`SELECT rule, source, rule_uuid, count, explanation, tactics, severity, observables
    FROM alerts WHERE rule_uuid = ${uuid} ORDER BY first_seen`
  return rows
}

test('[RULE-20] an enabled rule raises an alert within seconds, with what was met; after disabling, none', async () => {
  const alpha = await site.organisation('Alpha')
  const bravo = await site.organisation('Bravo')
  const uuid = await enable(alpha, speeding())
  await untilInEffect(alpha, { rule: 'Too fast' })
  await site.post(bravo.key, [fast('B1')])
  expect(await alertsOf(site, bravo)).toEqual([])

  await site.post(alpha.key, [fast('A1'), fast('A1', 1)])
  const [alert] = await site.sql`SELECT a.* FROM alerts a JOIN vehicles v ON v.id = a.vehicle_id
    WHERE a.rule_uuid = ${uuid} AND v.vin = 'A1'`
  expect(alert).toMatchObject({
    source: 'rule',
    rule: 'Too fast',
    title: 'Too fast',
    count: '2',
    tactics: ['attack.t1190'],
    explanation: [{ field: 'speed_kph', observed: '260', expected: '> 250' }],
    observables: [{ kind: 'vin', value: 'A1' }],
  })

  await disable(alpha, uuid)
  await vi.waitFor(
    async () => {
      const vin = `LATER${crypto.randomUUID().slice(0, 8)}`
      await site.post(alpha.key, [fast(vin)])
      expect(await alertsOf(site, alpha, { vehicle: vin })).toEqual([])
    },
    { timeout: 20_000, interval: 500 },
  )
})

test('[RULE-21] a correlation counts over batches, and continues when other rules change', async () => {
  const mine = await site.organisation('Counting')
  const correlation = await enable(mine, many('vehicle'), 'correlation')
  const first = await enable(mine, speeding())
  await untilInEffect(mine, { rule: 'Too fast' })
  await site.post(mine.key, [badSignature('C1')])
  await site.post(mine.key, [badSignature('C1'), badSignature('C2')])
  expect(await rowOf(correlation)).toEqual([])

  await disable(mine, first)
  await enable(mine, speeding().replace('Too fast', 'Far too fast'))
  await untilInEffect(mine, { rule: 'Far too fast' })
  await site.post(mine.key, [badSignature('C1')])
  expect(await rowOf(correlation)).toMatchObject([
    {
      rule: 'Many bad signatures',
      explanation: [
        { field: 'event_count', observed: '3', expected: '≥ 3 within 10 min' },
        { field: 'vehicle', observed: 'C1', expected: '' },
        { field: 'app_name', observed: 'updater', expected: 'updater' },
        { field: 'message', observed: 'image refused: bad signature', expected: '*signature*' },
      ],
    },
  ])
})

test('[RULE-11] a correlation that does not group by vehicle raises an alert of the fleet', async () => {
  const mine = await site.organisation('Fleet-wide')
  const correlation = await enable(mine, many('hostname'), 'correlation')
  await enable(mine, speeding())
  await untilInEffect(mine, { rule: 'Too fast' })
  await site.post(
    mine.key,
    ['F1', 'F2', 'F3'].map((vin) => badSignature(vin)),
  )
  const [alert] = await site.sql`SELECT vehicle_id, dedup_key FROM alerts WHERE rule_uuid = ${correlation}`
  expect(alert).toEqual({ vehicle_id: null, dedup_key: `rule:${correlation}:tcu` })
})

test('[RULE-22] a batch that the database refuses counts for no correlation', async () => {
  const mine = await site.organisation('Refused')
  const correlation = await enable(mine, many('vehicle'), 'correlation')
  await enable(mine, speeding())
  await untilInEffect(mine, { rule: 'Too fast' })
  await site.sql`ALTER TABLE syslog_events ADD CONSTRAINT unlucky CHECK (message NOT LIKE '%unlucky%')`
  await site.post(mine.key, [badSignature('R1')])
  const { body } = await site.post(mine.key, [badSignature('R1', { message: 'unlucky signature' })])
  expect(body).toMatchObject({ accepted: 0 })
  await site.post(mine.key, [badSignature('R1')])
  expect(await rowOf(correlation)).toEqual([])
  await site.post(mine.key, [badSignature('R1')])
  expect(await rowOf(correlation)).toHaveLength(1)
})

test('[RULE-24] another process continues a correlation from stored events', async () => {
  const mine = await site.organisation('Restarted')
  const correlation = await enable(mine, many('vehicle'), 'correlation')
  await enable(mine, speeding())
  await untilInEffect(mine, { rule: 'Too fast' })
  await site.post(mine.key, [badSignature('W1'), badSignature('W1'), badSignature('W2')])
  const second = await site.anotherIngest()
  await site.post(mine.key, [badSignature('W1')], { port: second.port })
  expect(await rowOf(correlation)).toHaveLength(1)
  await site.post(mine.key, [badSignature('W2')], { port: second.port })
  expect(await rowOf(correlation)).toHaveLength(1)
})

const engine = `VERSION ""
BU_: Engine
BO_ 256 EngineData: 8 Engine
 SG_ Speed : 0|16@1+ (0.1,0) [0|500] "km/h" Vector__XXX
`

test('[RULE-27] signals are decoded by the database that is assigned to the model and the bus', async () => {
  const mine = await site.organisation('Decoding')
  const uuid = await enable(mine, speeding().replace('position', 'can').replace('speed_kph', 'signal.EngineData.Speed'))
  const version = crypto.randomUUID()
  const dbc = crypto.randomUUID()
  await site.sql`INSERT INTO dbcs (uuid, org_uuid, name) VALUES (${dbc}, ${mine.org.uuid}, 'engine')`
  await site.sql`INSERT INTO dbc_versions (uuid, org_uuid, dbc_uuid, version, file_name, text, sha256, messages,
    signals, uploaded_by) VALUES (${version}, ${mine.org.uuid}, ${dbc}, 1, 'engine.dbc', ${engine}, '', 1, 1, 'A test')`
  await site.sql`INSERT INTO dbc_assignments (org_uuid, model, bus, version_uuid, assigned_by)
    VALUES (${mine.org.uuid}, '', 'powertrain', ${version}, 'A test')`
  const frames = (vehicle: string, bus: string) => ({
    type: 'can',
    vehicle,
    ts: Date.now(),
    bus,
    frames: [
      [0, 256, 'D207000000000000'],
      [500, 256, '580C000000000000'],
    ],
  })
  await vi.waitFor(
    async () => {
      await site.post(mine.key, [frames('D1', 'other'), frames('D2', 'powertrain')])
      expect((await rowOf(uuid))[0]).toMatchObject({
        explanation: [{ field: 'signal.EngineData.Speed', observed: '316', expected: '> 250' }],
      })
    },
    { timeout: 20_000, interval: 500 },
  )
  expect(await rowOf(uuid)).toHaveLength(1)
})

test('[RULE-26] what rules did and hold is stored every few seconds, and why some do not run', async () => {
  const mine = await site.organisation('Loads')
  const fine = await enable(mine, many('vehicle'), 'correlation')
  const faulty = await enable(mine, 'title: Faulty')
  await enable(mine, speeding())
  await untilInEffect(mine, { rule: 'Too fast' })
  await site.post(mine.key, [badSignature('L1')])
  await vi.waitFor(
    async () => {
      const rows = await site.sql`SELECT rule_uuid, hits, groups, entries, fault FROM rule_loads
        WHERE org_uuid = ${mine.org.uuid} AND rule_uuid = ANY(${[fine, faulty]}::uuid[])
        AND (groups > 0 OR fault IS NOT NULL)`
      expect(rows).toHaveLength(2)
      expect(rows).toEqual(
        expect.arrayContaining([
          { rule_uuid: fine, hits: '0', groups: 1, entries: 2, fault: null },
          expect.objectContaining({ rule_uuid: faulty, fault: 'Line 1, column 1: A rule must have a "logsource".' }),
        ]),
      )
    },
    { timeout: 20_000, interval: 500 },
  )
})
