import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { assignDbc, uploadDbc } from '@carapace/shared/msoc/can/dbc.contract'
import { listRuleFields, saveRule, setRuleState, tryRule } from '@carapace/shared/msoc/rules/rules.contract'

import { keepCapture } from '../../support/can-bus.ts'
import { createVehicle } from '../../support/factories.ts'
import { startInstallation } from '../../support/installation.ts'
import { countRule, lineRule } from './texts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members
const other = bravo.members.ADMIN

const dbc = `VERSION ""
BS_:
BU_: ECM
BO_ 416 Engine: 2 ECM
 SG_ EngineSpeed : 0|16@1+ (0.25,0) [0|8000] "rpm" ECM
`

const canRule = (lines: string) => `title: Frames
level: high
logsource:
    product: vehicle
    service: can
detection:
    selection:
        ${lines}
    condition: selection
`

type On = InputOf<typeof tryRule>['on']
const tried = (text: string, on: On, token = analyst.token) => site.request(token, tryRule, { text, on })
const lastHour = { kind: 'last-hour' } as const

beforeAll(async () => {
  const { version } = await site.request(admin.token, uploadDbc, { file_name: 'e.dbc', text: dbc, name: 'E' })
  await site.request(admin.token, assignDbc, { model: 'Roadster', bus: '', version_uuid: version.uuid })
  for (const [organisation, vehicle] of [
    [alpha, 'VIN1'],
    [bravo, 'VIN2'],
  ] as const) {
    await createVehicle(site, organisation.members.ADMIN.token, { vin: vehicle, model: 'Roadster' })
    const ts = Date.now() - 600_000
    const events = [
      ...Array.from({ length: 5 }, (_, i) => ({ type: 'syslog', vehicle, ts: ts + i * 1000, message: `word ${i}` })),
      {
        type: 'can',
        vehicle,
        ts,
        bus: 'can0',
        frames: [
          [0, 0x1a0, '401F'],
          [500, 0x1a0, '0100'],
          [900, 0x7ff, '00'],
        ],
      },
      { type: 'telemetry', vehicle, ts, signals: { 'Vehicle.Speed': 12, 'Vehicle.Cabin.Door.IsOpen': true } },
      { type: 'position', vehicle, ts, lat: 48, lon: 11, speed_kph: 200 },
      { type: 'ids.can', vehicle, ts, event_id: 0x8001, detail: { session: { id: 7 } } },
    ]
    const answer = await site.post(organisation.key, events)
    if (answer.status !== 200) throw new Error(answer.text)
  }
})

describe('the last hour', () => {
  test("[RULE-47] is read to its end, of the organisation's own vehicles only", async () => {
    const run = await tried(lineRule('Words', 'word'), lastHour)
    expect(run).toMatchObject({ events: 5, hits: 5, complete: true, faults: [], rejected: [] })
    expect(run.examples[0]).toMatchObject({ vin: 'VIN1', service: 'syslog', event: { message: 'word 4' } })
    expect(run.examples[0]!.explanation).toEqual([expect.objectContaining({ field: 'message', observed: 'word 4' })])
  })

  test('[RULE-50] frames are decoded by the database of their bus, to the microsecond', async () => {
    // of the three frames two are the message
    const run = await tried(canRule('signal.Engine.EngineSpeed|gt: 1999'), lastHour)
    expect(run).toMatchObject({ events: 2, hits: 1, complete: true })
    expect(await tried(canRule('signal.Engine.EngineSpeed: null'), lastHour)).toMatchObject({ events: 3, hits: 1 })
    expect(run.examples[0]!.event).toMatchObject({ 'signal.Engine.EngineSpeed': 2000 })
    expect(await tried(canRule("id: '0x7FF'"), lastHour)).toMatchObject({ events: 1, hits: 1 })
  })

  test.for([
    { service: 'telemetry', line: 'Vehicle.Cabin.Door.IsOpen: 1' },
    { service: 'position', line: 'speed_kph|gt: 199' },
    { service: 'ids-can', line: "event_id: '0x8001'" },
    { service: 'ids-can', line: 'detail.session.id: 7' },
  ])('[RULE-50] events of $service are read: $line', async ({ service, line }) => {
    const run = await tried(canRule(line).replace('service: can', `service: ${service}`), lastHour)
    expect(run).toMatchObject({ hits: 1, complete: true, faults: [] })
  })

  test('[RULE-46] a correlation runs with the rules to which it refers, a text with the filters that run', async () => {
    const { rule } = await site.request(analyst.token, saveRule, { text: lineRule('Base', 'word', 'name: base\n') })
    expect(await tried(countRule('Count', 'base', 5), lastHour)).toMatchObject({ hits: 1 })
    expect(await tried(countRule('Count', 'base', 6), lastHour)).toMatchObject({ hits: 0 })
    const filter = await site.request(analyst.token, saveRule, {
      text: `title: Not the third
logsource:
    product: vehicle
    service: syslog
filter:
    rules:
        - base
    selection:
        message: word 3
    condition: not selection
`,
    })
    const uuids = [rule.uuid, filter.rule.uuid]
    expect((await site.request(analyst.token, setRuleState, { uuids, enabled: true })).refused).toEqual([])
    expect(await tried(lineRule('Base', 'word', 'name: base\n'), lastHour)).toMatchObject({ hits: 4 })
  })

  test('[RULE-58] a text is compared with the version of its rule that runs', async () => {
    const { rule } = await site.request(analyst.token, saveRule, { text: lineRule('Running', 'word') })
    const on = lastHour
    const text = lineRule('Running', 'word 3')
    const input = { text, on, compare_with: rule.uuid }
    expect((await site.refusal(analyst.token, tryRule, input)).code).toBe('RULE_REFUSED')
    await site.request(analyst.token, setRuleState, { uuids: [rule.uuid], enabled: true })
    const { hits, compared } = await site.request(analyst.token, tryRule, input)
    expect(hits).toBe(1)
    expect(compared).toMatchObject({ version: 1, hits: 5, gained: 0, lost: 4 })
    expect(compared!.lost_examples.map(({ event }) => event.message)).toEqual(['word 0', 'word 1', 'word 2', 'word 4'])
    expect((await site.refusal(other.token, tryRule, input)).code).toBe('NOT_FOUND')
    expect((await tried(text, on)).compared).toBe(null)
  })

  test('[RULE-46] a text with faults does not run', async () => {
    const run = await tried(canRule('no_such_field: 1'), lastHour)
    expect(run).toMatchObject({ events: 0, hits: 0, complete: false })
    expect(run.faults).toHaveLength(1)
  })
})

describe('other events', () => {
  test("[RULE-48] a capture's frames are decoded as those of its vehicle's model", async () => {
    const frames = [
      { ts: 1_000, bus: 'x', id: 0x1a0, flags: 0, dlc: 2, data: Uint8Array.of(0x40, 0x1f) },
      { ts: 1_001, bus: 'x', id: 0x1a0, flags: 8, dlc: 2, data: Uint8Array.of(0x40, 0x1f) },
      { ts: 1_002, bus: 'x', id: 0x1a1, flags: 0, dlc: 0, data: Uint8Array.of() },
    ]
    const uuid = await keepCapture(site.sql, alpha.org, 'c.log', [frames.slice(0, 2), frames.slice(2)])
    const on = { kind: 'capture', capture_uuid: uuid } as const
    const text = canRule('signal.Engine.EngineSpeed: 2000')
    // without a vehicle, no database of a model decodes it
    expect(await tried(text, on)).toMatchObject({ events: 2, hits: 0 })
    await site.sql`UPDATE captures SET vehicle_id = (SELECT id FROM vehicles WHERE vin = 'VIN1') WHERE uuid = ${uuid}`
    expect(await tried(text, on)).toMatchObject({ events: 2, hits: 1, examples: [{ vin: 'VIN1' }], complete: true })
    const theirs = await site.refusal(other.token, tryRule, { text, on })
    expect(theirs.code).toBe('NOT_FOUND')
  })

  test('[RULE-49] pasted events are read as ingest reads them, of any time; others are named', async () => {
    const run = await tried(lineRule('Words', 'word'), {
      kind: 'events',
      events: [
        { type: 'syslog', ts: '2001-01-01T00:00:00Z', message: 'a word' },
        { type: 'syslog', ts: 0, vehicle: 'VIN1', message: 'a word' },
        { type: 'nonsense', ts: 0 },
        { type: 'syslog', ts: 5, message: 'another' },
      ],
    })
    expect(run).toMatchObject({ events: 3, hits: 2, complete: true })
    expect(run.examples.map(({ vin }) => vin)).toEqual(['UNNAMED', 'VIN1'])
    expect(run.rejected).toEqual([expect.stringMatching(/^Event 3: type: /)])
  })

  test('a viewer cannot try rules', async () => {
    const denied = await site.refusal(viewer.token, tryRule, { text: lineRule('x', 'x'), on: lastHour })
    expect(denied.code).toBe('ROLE_REQUIRED')
  })
})

describe('fields', () => {
  const named = async (input: InputOf<typeof listRuleFields>, token = viewer.token) =>
    (await site.request(token, listRuleFields, input)).fields.map(({ name }) => name)

  test('[RULE-45] are those of the services, of the assigned databases, and of telemetry that came', async () => {
    expect(await named({ service: 'can', q: 'enginespeed' })).toEqual(['signal.Engine.EngineSpeed'])
    expect(await named({ service: 'telemetry', q: 'door' })).toEqual(['Vehicle.Cabin.Door.IsOpen'])
    expect(await named({ service: 'position', q: 'speed' })).toEqual(['speed_kph'])
    expect(await named({ q: 'engine speed' })).toEqual(['signal.Engine.EngineSpeed'])
    const all = await site.request(viewer.token, listRuleFields, { limit: 3 })
    expect(all.fields).toHaveLength(3)
    expect(all.total).toBeGreaterThan(30)
  })

  test('[RULE-45] of another organisation are not offered', async () => {
    expect(await named({ q: 'enginespeed' }, other.token)).toEqual([])
  })
})
