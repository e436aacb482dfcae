/** A line that is not a valid event, and the field that the reason must name. */
export interface Malformed {
  readonly name: string
  readonly line: string
  readonly reason: RegExp
}

/** A value that JSON cannot express from JavaScript: it is put into the line unchanged. */
const raw = (text: string) => `@raw:${text}@`
export const lineOf = (event: object) => JSON.stringify(event).replaceAll(/"@raw:(.*?)@"/g, '$1')

const absent = Symbol('absent')
const infinite = raw('1e999')
const lone = '\ud800'
const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })
const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`Vehicle.Signal${i}`, i]))

const common = { vehicle: 'GOOD1', ts: Date.now() }
const ids = { event_id: 0x8001, idsm_instance: 1, sensor_instance: 1, count: 1 }
export const sound: Record<string, object> = {
  position: { ...common, type: 'position', lat: 48, lon: 9, speed_kph: 1, heading_deg: 1, altitude_m: 1, hdop: 1 },
  telemetry: { ...common, type: 'telemetry', signals: { 'Vehicle.Speed': 1 } },
  can: { ...common, type: 'can', bus: 'can0', id: 0x123, data: '00' },
  'ids.can': { ...common, type: 'ids.can', ...ids },
  'ids.eth': { ...common, type: 'ids.eth', ...ids },
  'ids.host': { ...common, type: 'ids.host', ...ids },
  syslog: { ...common, type: 'syslog', facility: 1, severity: 1, message: 'sound', hostname: 'h' },
}

const noNumber = ['1', '', 'fast', true, {}, [], [1], infinite, raw('-1e999')]
const idsFields: Record<string, unknown[]> = {
  event_id: [absent, null, -1, 0xffff, 1.5, 1e20, '0x8001', ...noNumber.slice(3)],
  idsm_instance: [-1, 1024, 1.5, ...noNumber],
  sensor_instance: [-1, 64, 1.5, ...noNumber],
  count: [0, -1, 65_536, 1.5, 1e20, ...noNumber],
  context: ['abc', 'zz', '0x00', 'é', '00'.repeat(16_385), [], [1], 1, true, deep(17), { a: '\0' }],
  detail: ['x', '', [], [1], 1, true, deep(17), { a: 'x'.repeat(16_385) }, { a: '\0' }, manyKeys(10_000)],
}
const name: unknown[] = [{}, [], true, 'x'.repeat(256), 'a\0b']

/** Invalid values, by event type and field. */
const wrong: Record<string, Record<string, unknown[]>> = {
  position: {
    type: [absent, null, 1, '', 'POSITION', 'ids', 'positions', '__proto__', 'constructor', {}, ['position']],
    vehicle: [
      absent,
      null,
      1,
      '',
      ' ',
      'a b',
      'x'.repeat(65),
      'ü',
      'a/b',
      '<b>',
      'a\nb',
      'A\0',
      lone,
      {},
      [],
      ['GOOD1'],
      true,
    ],
    ts: [
      absent,
      null,
      true,
      {},
      [],
      '',
      'yesterday',
      'NaN',
      '1700000000000',
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2024-13-01T00:00:00Z',
      '2024-02-30T00:00:00Z',
      '2024-01-01T25:00:00Z',
      '2024-01-01T00:00:00+99:00',
      '12024-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      'Mon, 01 Jan 2024 00:00:00 GMT',
      -1e20,
      1e308,
      8.65e15,
      -8.65e15,
      infinite,
      raw('-1e999'),
    ],
    lat: [absent, null, 90.000001, -90.000001, 1e308, ...noNumber],
    lon: [absent, null, 180.000001, -180.000001, -1e20, ...noNumber],
    speed_kph: [-1, 1_000.1, 1e308, ...noNumber],
    heading_deg: [-0.1, 360.1, ...noNumber],
    altitude_m: [-1_000.1, 20_000.1, ...noNumber],
    hdop: [-1, 1_000.1, ...noNumber],
  },
  telemetry: {
    signals: [
      absent,
      null,
      1,
      'x',
      true,
      [],
      {},
      { '': 1 },
      { '1a': 1 },
      { 'a b': 1 },
      { é: 1 },
      { a: null },
      { a: [] },
      { a: {} },
      { a: infinite },
      { a: '\0' },
      { a: 'x'.repeat(1_025) },
      { ['x'.repeat(201)]: 1 },
      { '"': 1 },
      manyKeys(501),
      manyKeys(10_000),
      { ok: 1, a: deep(2_000) },
    ],
  },
  can: {
    bus: [absent, null, 1, '', 'a b', 'x'.repeat(33), 'ü', {}, [], '\0'],
    id: [
      absent,
      null,
      -1,
      1.5,
      0x2000_0000,
      1e20,
      'xyz',
      '0x',
      '123456789',
      '0xFFFFFFFF',
      '-1',
      {},
      [],
      [1],
      true,
      infinite,
    ],
    data: [1, true, 'abc', 'zz', '0x00', ' 00', '00'.repeat(9), {}, [], ['00']],
    frames: [
      [],
      {},
      'x',
      1,
      true,
      [1],
      [[]],
      [[0, 1]],
      [[0, 1, '00', 0]],
      [{}],
      [[0, 1, 'x']],
      [[0, 1, 1]],
      [[0, 1, '00'.repeat(9)]],
      [[-1, 1, '']],
      [[3.7e9, 1, '']],
      [['0', 1, '']],
      [[null, 1, '']],
      [[0, -1, '']],
      [[0, 0x2000_0000, '']],
      [[0, '1', '']],
      [[0, 1.5, '']],
      [[0, 1, null]],
      [[0, 1, ''], null],
      [[infinite, 1, '']],
      Array.from({ length: 20_001 }, () => [0, 1, '']),
    ],
  },
  'ids.can': idsFields,
  'ids.eth': idsFields,
  'ids.host': idsFields,
  syslog: {
    facility: [-1, 24, 1.5, ...noNumber],
    severity: [-1, 8, 1.5, ...noNumber],
    message: [absent, null, 1, true, {}, [], 'x'.repeat(8_193), 'a\0b'],
    hostname: name,
    app_name: name,
    proc_id: name,
    msg_id: name,
    structured_data: [
      'x',
      1,
      true,
      [],
      [1],
      { a: 1 },
      { a: null },
      { a: [] },
      { a: { b: 1 } },
      { a: { b: null } },
      { a: { b: {} } },
      { a: { b: '\0' } },
      deep(17),
      { a: { b: 'x'.repeat(16_385) } },
    ],
  },
}

/** Lines that are not JSON, or JSON that is not an object. */
const noEvents: Record<string, string> = {
  'a truncated object': '{"type":"position","vehicle":"GOOD1",',
  'a truncated text': '{"type":"posi',
  'a word': 'hello',
  'NaN as a number': '{"type":"position","vehicle":"GOOD1","ts":NaN}',
  'Infinity as a number': '{"type":"position","vehicle":"GOOD1","ts":Infinity}',
  'a trailing comma': '{"type":"position",}',
  'single quotes': "{'type':'position'}",
  'a comment': '// {}',
  'two objects': '{}{}',
  'an array': '[]',
  'an array of events': `[${lineOf(sound.position!)}]`,
  null: 'null',
  'a number': '1',
  'a text': '"position"',
  true: 'true',
  'a bare NUL': '\0',
  'a NUL within': '{"a":\0}',
  'control characters': '\u0001\u0002\u001b[31m',
  'half an emoji in what the parser quotes': `{"a":${'😀'.repeat(80)}`,
  'a byte order mark': '\ufeff{}',
  spaces: '   ',
  'a number too long': '9'.repeat(100_000),
  'arrays 100,000 deep': '['.repeat(100_000),
  'closed arrays 20,000 deep': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'objects 20,000 deep': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  XML: '<event/>',
  CSV: 'position,GOOD1,1,2,3',
}

function shown(value: unknown): string {
  const text = value === absent ? 'absent' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text
}

function withField(event: object, field: string, value: unknown): object {
  const { [field]: _, ...rest } = event as Record<string, unknown>
  return value === absent ? rest : { ...rest, [field]: value }
}

export const malformed: readonly Malformed[] = [
  ...Object.entries(wrong).flatMap(([type, fields]) =>
    Object.entries(fields).flatMap(([field, values]) =>
      values.map((value) => ({
        name: `${type}.${field} ${shown(value)}`,
        line: lineOf(withField(sound[type]!, field, value)),
        reason: new RegExp(`\\b${field}\\b`),
      })),
    ),
  ),
  ...Object.entries(noEvents).map(([what, line]) => ({
    name: what,
    line,
    reason: /^(not JSON: .|an event is a JSON object|vehicle: )/,
  })),
]

const position = (fields: object) => ({ ...sound.position, ...fields })
const telemetry = (value: unknown) => ({ ...sound.telemetry, signals: { 'Vehicle.Odd': value } })
const host = (fields: object) => ({ ...sound['ids.host'], ...fields })
const log = (fields: object) => ({ ...sound.syslog, ...fields })

/** Events at the edge of the permitted range: accepted or refused, but later processing must not fail on them. */
export const odd: readonly object[] = [
  ...[0, 0.5, -1, -6.3e13, -2e14, -2.11e14, -2.2e14, -8.64e15, 8.64e15, 253_402_300_800_000, Number.MIN_VALUE].map(
    (ts) => position({ ts }),
  ),
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59.999999999-14:00',
    '1970-01-01t00:00:00z',
    '2016-12-31T23:59:60Z',
  ].map((ts) => position({ ts })),
  ...['speed_kph', 'heading_deg', 'altitude_m', 'hdop', 'lat', 'lon'].flatMap((field) =>
    [Number.MIN_VALUE, 1e-50, 1e-39, -0].map((value) => position({ [field]: value })),
  ),
  ...[
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.MIN_VALUE,
    -0,
    2 ** 63,
    '',
    'x'.repeat(1_024),
    '\ud800',
    '\udc00 tail',
    '\uffff',
    '\u2028',
    true,
  ].map(telemetry),
  { ...sound.telemetry, signals: manyKeys(500) },
  { ...sound.telemetry, signals: { ['x'.repeat(200)]: 1 } },
  { ...sound.telemetry, signals: { constructor: 1, toString: 2, hasOwnProperty: 3 } },
  ...[
    { '': '' },
    { a: '\\u0000' },
    { a: '\\' },
    { a: '\ud800' },
    { '\udfff': 1 },
    { a: Number.MAX_VALUE },
    { a: -0 },
    deep(15),
    { constructor: 1 },
    { ecu: '\ud83d' },
    { ecu: 7, bus: {} },
    { ecu: 'x'.repeat(65) },
  ].map((detail) => host({ detail })),
  ...['', 'AB', '00'.repeat(16_384), {}, { '\ud800': 1 }, deep(15)].map((context) => host({ context })),
  host({ count: 65_535, event_id: 0 }),
  host({ idsm_instance: 1_023, sensor_instance: 63, event_id: 0xfffe }),
  ...['\ud800', '', ' ', '\u0001\u001b', 'x'.repeat(8_192), '😀'.repeat(4_096)].map((message) => log({ message })),
  ...['\ud800', '', 'x'.repeat(255)].map((hostname) =>
    log({ hostname, app_name: hostname, proc_id: hostname, msg_id: hostname }),
  ),
  log({ proc_id: 1e308 }),
  log({ proc_id: -0 }),
  ...[
    {},
    { '': {} },
    { a: {} },
    { '\ud800': { a: 'b' } },
    { a: { '\ud800': '\udfff' } },
    { constructor: { toString: 'x' } },
  ].map((structured_data) => log({ structured_data })),
  // five of these raise an alert, whose explanation quotes the message; the text is cut inside the emoji
  ...Array.from({ length: 5 }, () =>
    log({ hostname: 'emoji', message: `authentication failure ${'x'.repeat(176)}😀😀` }),
  ),
  ...Array.from({ length: 5 }, () => log({ hostname: '\ud800', message: 'authentication failure' })),
  { ...sound.can, data: undefined, frames: Array.from({ length: 20_000 }, (_, i) => [i, i % 2_048, '']) },
  { ...sound.can, frames: [[3.6e9, 0x1fff_ffff, 'FFFFFFFFFFFFFFFF']] },
  { ...sound.can, fd: true, data: 'aB'.repeat(64) },
]
