import fc from 'fast-check'
import { expect, test } from 'vitest'
import { can, ids, position, syslog, t0 } from '../detect/detector.fixture.ts'
import type { VehicleEvent } from '../events/events.ts'
import { compileExpression } from '../sigma/compile.ts'
import { viewOf } from '../sigma/event.ts'
import { constantFields, dataReader } from './can-fields.ts'
import { compileRules, readInTurns } from './rule-set.ts'
import { ruleText, rulesOf, running, textsOf, vehicle } from './rules.fixture.ts'
import { runRules } from './running.ts'

/** Whether a rule of the service with these lines matches the event. */
function matches(service: string, lines: string, event: VehicleEvent): boolean {
  return running(ruleText(service, lines)).step(event, vehicle).length > 0
}

const line = (fields = {}) => syslog(fields)
const frame = (id: number, data: string, more = {}) => can([[0, id, data]], more)

test.for([
  ['position', 'speed_kph|gt: 200', position({ speedKph: 210 }), true],
  ['position', 'speed_kph|gt: 200', position({ speedKph: null }), false],
  ['position', `vehicle: ${vehicle.vin}\nmodel: roadster\nplatform: p1`, position({}), true],
  ['syslog', 'app_name: sshd\nmessage|contains: failed password', line(), true],
  ['syslog', 'severity|lte: 3', line({ severity: 3 }), true],
  ['syslog', 'sd.origin.ip: 10.0.0.1', line({ structuredData: { origin: { ip: '10.0.0.1' } } }), true],
  ['ids-can', "event_id: '0x8001'\nname|startswith: SecOC\nseverity: high", ids({}), true],
  ['ids-can', 'event_id: 0x8001', ids({}), true],
  ['ids-can', 'event_id: 0x8001', ids({ kind: 'ids.eth' }), false],
  [
    'ids-host',
    'detail.file.path|endswith: passwd',
    ids({ kind: 'ids.host', detail: { file: { path: '/etc/passwd' } } }),
    true,
  ],
  ['ids-can', 'context: 00FF', ids({ context: Uint8Array.of(0, 255) }), true],
  [
    'telemetry',
    'Vehicle.Speed|gte: 5',
    { kind: 'telemetry', vehicle: 'v', ts: t0, deviceTs: null, signals: [['Vehicle.Speed', 5]] },
    true,
  ],
  ['can', "id: '0x1A0'", frame(0x1a0, ''), true],
  ['can', 'id: 416', frame(0x1a0, ''), true],
  ['can', 'id|gte: 0x1A0\nid|lt: 0x1A1', frame(0x1a0, ''), true],
  ['can', "id: '0x1A0'", frame(0x1a1, ''), false],
  ['can', 'ext: true', frame(0x1a0, '', { flags: 1 }), true],
  ['can', 'ext: true', frame(0x1a0, ''), false],
  ['can', 'length|lt: 8\ndata|startswith: 02AB', frame(1, '02ab'), true],
  ['can', 'message: enginedata\nsender: Engine', frame(256, '0000000000000000'), true],
  ['can', 'signal.EngineData.Speed|gt: 200', frame(256, 'd207000000000000'), true],
  ['can', 'signal.EngineData.Speed|gt: 200', frame(256, 'd007000000000000'), false],
  ['can', 'signal.EngineData.Gear: Drive', frame(256, '0000010000000000'), true],
  ['can', 'signal.EngineData.Gear: 1', frame(256, '0000010000000000'), true],
  ['can', 'uds.service: 0x27\nuds.subfunction: 1\nuds.kind: request', frame(0x7e0, '0227010000000000'), true],
  ['can', "uds.service: '0x27'\nuds.nrc: '0x35'\nuds.kind: negative", frame(0x7e8, '037f273500000000'), true],
  ['can', 'uds.kind: positive\nuds.service: 0x10', frame(0x18daf110, '065003003201f400', { flags: 1 }), true],
  ['can', 'uds.service: 0x10', frame(0x714, '0210030000000000'), true],
  ['can', 'uds.service: 0x10', frame(0x100, '0210030000000000'), false],
  ['can', 'j1939.pgn: 61444\nj1939.sa: 0\nj1939.priority: 3', frame(0x0cf00400, '', { flags: 1 }), true],
  ['can', 'j1939.pgn|exists: true', frame(0x18daf110, '', { flags: 1 }), false],
] as const)('[RULE-1] %s: %s', ([service, lines, event, expected]) => {
  expect(matches(service, lines, event as VehicleEvent)).toBe(expected)
})

test('[RULE-5] a rule that only the data decides is tried with every frame', () => {
  const rules = running(ruleText('can', 'data: FF'), ruleText('can', "id: '0x7'"))
  const hits = rules.step(
    can([
      [0, 1, 'ff'],
      [0, 7, 'ff'],
      [0, 7, '00'],
      [500, 8, '00'],
    ]),
    vehicle,
  )
  expect(hits.map(({ ruleUuid }) => ruleUuid)).toEqual(['rule 1', 'rule 1', 'rule 2', 'rule 2'])
})

test('[RULE-5] many rules of one frame are found by an index, with the same result', () => {
  const rules = running(
    ...Array.from({ length: 40 }, (_, number) => ruleText('can', `data|contains: AB${number + 10}`)),
  )
  const hits = rules.step(frame(1, 'ab20ab11'), vehicle)
  expect(hits.map(({ ruleUuid }) => ruleUuid)).toEqual(['rule 2', 'rule 11'])
})

test('[RULE-1] keywords are sought in all fields', () => {
  expect(running(ruleText('syslog', '- 203.0.113.7')).step(line(), vehicle)).toHaveLength(1)
})

const failures = `name: failures
${ruleText('syslog', 'message|contains: Failed password')}`
const many = (more = '') => `title: Many failures
correlation:
    type: event_count
    rules: [failures]
    group-by: [vehicle, hostname]
    timespan: 1m
    condition:
        gte: 3
${more}`

test('[RULE-12] a hit of a correlation has the count, the group, and the conditions of its newest event', () => {
  const rules = running(failures, many())
  const hits = [0, 1, 2, 3].flatMap((second) => rules.step(line({ ts: t0 + second * 1_000 }), vehicle))
  expect(hits).toHaveLength(1)
  expect(hits[0]).toMatchObject({ ruleUuid: 'rule 2', title: 'Many failures', vin: vehicle.vin, group: 'tcu' })
  expect(hits[0]!.explanation).toEqual([
    { field: 'event_count', observed: '3', expected: '≥ 3 within 1 min' },
    { field: 'vehicle', observed: vehicle.vin, expected: '' },
    { field: 'hostname', observed: 'tcu', expected: '' },
    { field: 'message', observed: line().message, expected: '*Failed password*' },
  ])
  expect(hits[0]!.event).toMatchObject({ app_name: 'sshd' })
})

test('[RULE-12] a hit names the conditions of the branch that holds, with what was observed', () => {
  const text = `title: A rule
logsource: {product: vehicle, service: can}
detection:
    a: {bus: can9}
    b: {signal.EngineData.Speed|gt: 200}
    c: {signal.EngineData.Gear: Park}
    condition: (a or b) and not c`
  const [hit] = running(text).step(frame(256, 'd207010000000000'), vehicle)
  expect(hit!.explanation).toEqual([
    { field: 'signal.EngineData.Speed', observed: '200.20000000000002', expected: '> 200' },
    { field: 'signal.EngineData.Gear', observed: '1 = Drive', expected: 'not: Park' },
  ])
})

test('[RULE-13] observables have the form that the detectors give them', () => {
  const [hit] = running(ruleText('can', 'uds.service: 0x27')).step(frame(0x7e0, '0227010000000000'), vehicle)
  expect(hit!.observables).toEqual([
    { kind: 'vin', value: vehicle.vin },
    { kind: 'bus', value: 'can0' },
    { kind: 'arbitration_id', value: '0x7E0' },
    { kind: 'uds_service', value: '0x27 Security access' },
  ])
})

test('[RULE-9] what was done since begin is undone by rollback: windows, hits and evictions', () => {
  const rules = running(failures, many())
  rules.step(line(), vehicle)
  rules.step(line(), vehicle)
  rules.begin()
  expect(rules.step(line(), vehicle)).toHaveLength(1)
  rules.rollback()
  expect(rules.loads().get('rule 2')).toMatchObject({ hits: 0, groups: 1, entries: 4 })
  expect(rules.step(line(), vehicle)).toHaveLength(1)
  rules.begin()
  rules.rollback()
  expect(rules.loads().get('rule 2')).toMatchObject({ hits: 1, lastHit: t0 })
})

test('[RULE-10] an unchanged correlation continues after a reload, a changed one begins again', () => {
  const before = running(failures, many())
  before.step(line(), vehicle)
  before.step(line(), vehicle)
  const more = rulesOf(failures, many(), ruleText('position', 'lat: 1'))
  expect(runRules(more, before.memory).step(line(), vehicle)).toHaveLength(1)
  const changed = compileRules(textsOf(failures, many()).map((text) => ({ ...text, version: 2 })))
  expect(runRules(changed, before.memory).step(line(), vehicle)).toHaveLength(0)
})

test('[RULE-11] a correlation that does not group by vehicle is about the fleet', () => {
  const fleet = many().replace('[vehicle, hostname]', '[hostname]')
  const rules = running(failures, fleet)
  const hits = ['a', 'b', 'c'].flatMap((vin) => rules.step(line(), { ...vehicle, vin }))
  expect(hits).toMatchObject([{ vin: '', group: 'tcu' }])
})

test('[RULE-7] a faulty rule is left out with its fault, and so is what refers to it', () => {
  const set = compileRules(textsOf('title: a', many(), ruleText('position', 'lat: 1')))
  expect(set.rules).toEqual([{ uuid: 'rule 3', version: 1 }])
  expect([...set.faults.keys()]).toEqual(['rule 1', 'rule 2'])
  expect(set.faults.get('rule 2')).toBe('Line 4, column 13: There is no rule "failures".')
})

test('[RULE-18] what rules need is known before any event', () => {
  const both = rulesOf(ruleText('can', "id: ['0x10', 17]"), failures, many())
  expect(both.needs.services).toEqual(new Set(['can', 'syslog']))
  expect(both.needs.canIds).toEqual(new Set([16, 17]))
  expect(both.needs.longestTimespanMs).toBe(60_000)
  expect(rulesOf(ruleText('can', 'data: FF')).needs.canIds).toBe('all')
})

test('[RULE-2] at most 200 details of an event are fields', () => {
  const detail = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}`, n]))
  const found = (name: string) =>
    running(ruleText('ids-can', `detail.${name}|exists: true`)).step(ids({ detail }), vehicle)
  expect([found('d199'), found('d200')].map(({ length }) => length)).toEqual([1, 0])
})

test('[RULE-6] on an id of the manufacturer only what begins with a service of UDS is read', () => {
  const rules = running(ruleText('can', 'uds.kind: request'))
  expect(rules.step(frame(0x714, '0210030000000000'), vehicle)).toHaveLength(1)
  expect(rules.step(frame(0x714, '02A0030000000000'), vehicle)).toEqual([])
  expect(rules.step(frame(0x6ff, '0210030000000000'), vehicle)).toEqual([])
})

test('[RULE-25] a timespan that ends with too few events is decided when it is over', () => {
  const rules = running(failures, many().replace('gte: 3', 'lt: 3'))
  rules.step(line({ ts: t0 }), vehicle)
  expect(rules.advance(t0 + 60_000)).toEqual([])
  expect(rules.advance(t0 + 60_001)).toMatchObject([{ ruleUuid: 'rule 2', vin: vehicle.vin, ts: t0 + 60_000 }])
})

const frameLines = [
  "id: '0x100'",
  'id|gt: 0x200',
  'ext: true',
  'message: EngineData',
  'message: null',
  'signal.EngineData.Speed|lt: 100',
  'signal.EngineData.Gear: Drive',
  'signal.EngineData.Gear|gte: 1',
  'signal.EngineData.Speed|exists: false',
  'data|contains: AB',
  'data|endswith: ab',
  'data|re: "^0[0-9]"',
  'length|lte: 2',
  'uds.service: 0x10',
  'uds.kind|exists: true',
  'j1939.pgn|gt: 0',
  'bus: can0',
]

test('[RULE-5] frames match what every rule matches on all their fields', () => {
  const item = fc.constantFrom(...frameLines)
  const condition = fc.constantFrom('a and b', 'a or b', 'a and not b', 'not a', 'not (a or b)', 'a and (b or c)')
  const data = fc.constantFrom('', '0210030000000000', 'd207010000000000', 'AB', '00ab', 'abcd010203040506')
  const id = fc.constantFrom(0x100, 0x101, 0x7e0, 0x714, 0x18daf110, 0x0cf00400)
  fc.assert(
    fc.property(item, item, item, condition, id, data, fc.constantFrom(0, 1, 4), (a, b, c, when, one, hex, flags) => {
      const text = `title: A
logsource: {product: vehicle, service: can}
detection:
    a: {${a}}
    b: {${b}}
    c: {${c}}
    condition: ${when}`
      const set = rulesOf(text)
      const kind = { bus: 'can0', id: one, flags, dbc: vehicle.dbcOf('can0') }
      const fields = constantFields(kind)
      dataReader(kind, 'all')(fields, hex)
      const event = { id: '', ts: 0, source: { product: 'vehicle', service: 'can' }, fields }
      const expected = compileExpression(set.linked.detections[0]!.expression)(viewOf(event))
      expect(runRules(set).step(frame(one, hex, { flags }), vehicle).length > 0).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

test('[RULE-61] texts are read a few at a time, with the result of reading all at once', async () => {
  const lines = Array.from({ length: 45 }, (_, n) => ruleText('position', `speed_kph|gt: ${n}`))
  const texts = textsOf(...lines, 'title: Broken')
  let pauses = 0
  const pause = async () => void (pauses += 1)
  const read = await readInTurns(texts, undefined, pause)
  expect(pauses).toBe(2)
  const [inTurns, atOnce] = [compileRules(texts, read), compileRules(texts)]
  expect(inTurns.rules).toHaveLength(45)
  expect([inTurns.rules, [...inTurns.faults]]).toEqual([atOnce.rules, [...atOnce.faults]])
  // what was read before is not read again
  expect((await readInTurns(texts, inTurns, pause)).read).toEqual(inTurns.read)
  expect(pauses).toBe(2)
})
