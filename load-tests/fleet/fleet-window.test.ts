import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attacksIn } from './vehicles/attack-schedule.ts'
import { attackKinds, type Attack } from './vehicles/attacks.ts'
import { distanceM } from './roads/geo.ts'
import { windowOf, type Fleet, type Window } from './fleet-window.ts'
import { earlierPast, historyOf } from './past-window.ts'
import { requestedAttack, requestIn } from './vehicles/requested-attacks.ts'
import { fixAt } from './vehicles/state.ts'
import { telemetryReport } from './vehicles/reports.ts'
import { fleetOf } from './vehicles/vehicles.ts'

const fleet: Fleet = {
  seed: 1,
  vehicles: fleetOf(1, 12),
  canCount: 4,
  attackEveryMs: 80_000,
  busesLearnedAt: 0,
  hz: 1,
  attacked: true,
  requested: [],
}
const NOON = Date.UTC(2026, 10, 20, 12)

function events(lines: Window['lines']): { type: string; vehicle: string; ts: number; [field: string]: unknown }[] {
  return lines.flatMap((own) => own.lines.map(({ text }) => JSON.parse(text)))
}

/** The next attack of a kind, with the windows during the attack. */
function next(name: string): Attack {
  return attacksIn(fleet, NOON, NOON + 3_600_000 * 2).find(({ kind }) => kind.name === name)!
}

test('windows fit together: two halves have the same content as the whole', () => {
  const calm = { ...fleet, attacked: false }
  const whole = events(windowOf(calm, NOON, NOON + 10_000).lines)
  const halves = [
    ...events(windowOf(calm, NOON, NOON + 3700).lines),
    ...events(windowOf(calm, NOON + 3700, NOON + 10_000).lines),
  ]
  const key = (event: { type: string; vehicle: string; ts: number }) => `${event.vehicle} ${event.type} ${event.ts}`
  expect(halves.map(key).sort()).toEqual(whole.map(key).sort())
  expect(whole.filter(({ type }) => type === 'position').length).toBe(120)
  expect(whole.filter(({ type }) => type === 'telemetry').length).toBe(24)
  expect(whole.filter(({ type }) => type === 'can').length).toBe(40)
})

test('hz scales the number of positions', () => {
  const lines = windowOf({ ...fleet, hz: 10, attacked: false }, NOON, NOON + 1000).lines
  expect(events(lines).filter(({ type }) => type === 'position').length).toBe(120)
})

test('an attack begins about every 80 s, each kind equally often, and always the same attacks', () => {
  const attacks = attacksIn(fleet, NOON, NOON + 80_000 * 80)
  expect(attacks.length).toBeGreaterThan(75)
  for (const kind of attackKinds) expect(attacks.filter((attack) => attack.kind === kind).length).toBeGreaterThan(5)
  expect(attacksIn(fleet, NOON, NOON + 80_000 * 80)).toEqual(attacks)
})

test('there is no CAN attack while buses are being learned', () => {
  const hour = attacksIn({ ...fleet, busesLearnedAt: NOON + 3_600_000 }, NOON, NOON + 7_200_000)
  const onBuses = hour.filter(({ kind }) => kind.needs === 'can')
  expect(onBuses.length).toBeGreaterThan(5)
  expect(onBuses.every(({ from }) => from >= NOON + 3_600_000)).toBe(true)
})

describe('attacks', () => {
  test('a flood is 0x000 at 2 kHz for 5 s, in addition to the genuine traffic', () => {
    const { victim, from, to } = next('can-flood')
    const sent = events(windowOf(fleet, from - 2000, to + 2000).lines).filter(
      (event) => event.type === 'can' && event.vehicle === victim.vin,
    )
    const frames = sent.flatMap((event) => event['frames'] as [number, number, string][])
    expect(frames.filter(([, id]) => id === 0x000).length).toBe(10_000)
    expect(frames.filter(([, id]) => id === 0x0a0).length).toBe(900)
  })

  test('an unknown id and a spoofed torque request appear on a vehicle that sends CAN', () => {
    for (const [name, id, count] of [
      ['unknown-arbitration-id', 0x6f7, 150],
      ['spoofed-torque', 0x0a0, 1500],
    ] as const) {
      const attack = next(name)
      expect(attack.victim.index).toBeLessThan(fleet.canCount)
      expect(attack.kind.frames!(attack, attack.from, attack.to).filter((frame) => frame.id === id).length).toBe(count)
    }
  })

  test('a teleport displaces three fixes by 300 km', () => {
    const { victim, from, to } = next('gnss-teleport')
    const fixes = (attacked: boolean) =>
      events(windowOf({ ...fleet, attacked }, from - 2000, to + 2000).lines).filter(
        (event) => event.type === 'position' && event.vehicle === victim.vin,
      )
    const calm = fixes(false)
    const moved = fixes(true)
      .map((fix, i) => distanceM(fix as never, calm[i] as never))
      .filter((distance) => distance > 0)
    expect(moved.map((distance) => Math.round(distance / 1000))).toEqual([300, 300, 300])
  })

  test('a brute-force attack is eight failed passwords', () => {
    const { victim, from, to } = next('ssh-brute-force')
    const logs = windowOf(fleet, from - 1000, to + 1000).logs.filter(({ message }) =>
      message.startsWith('Failed password'),
    )
    expect(logs.map(({ vehicle, app }) => `${vehicle} ${app}`)).toEqual(Array(8).fill(`${victim.vin} sshd`))
  })

  test('an IDS burst has high and medium events', () => {
    const { victim, from, to } = next('ids-burst')
    const sent = events(windowOf(fleet, from, to).lines).filter(
      (event) => event.vehicle === victim.vin && event.type.startsWith('ids.'),
    )
    expect([...new Set(sent.map((event) => event['event_id']))]).toEqual(expect.arrayContaining([0x8001, 0x8010]))
    expect(sent.length).toBeGreaterThanOrEqual(30)
  })

  test('a silent vehicle sends nothing', () => {
    const { victim, from } = next('goes-silent')
    const { lines, logs } = windowOf({ ...fleet, canCount: 0 }, from + 1000, from + 170_000)
    expect(lines.filter(({ vehicle }) => vehicle === victim)).toEqual([])
    expect(logs.filter(({ vehicle }) => vehicle === victim.vin)).toEqual([])
    expect(lines.length).toBeGreaterThan(5)
  })

  test('malformed events are 200 lines, some of which are not JSON', () => {
    const attack = next('malformed-events')
    const lines = attack.kind.lines!(attack, attack.from, attack.to)
    expect(lines.length).toBe(200)
    expect(lines.some(({ text }) => !text.endsWith('}'))).toBe(true)
  })
})

test('no vehicle suffers the same attack again before all others did', () => {
  const teleports = attacksIn(fleet, NOON, NOON + 80_000 * 8 * 11).filter(({ kind }) => kind.name === 'gnss-teleport')
  const round = teleports.slice(0, 10).map(({ victim }) => victim.vin)
  expect(new Set(round).size).toBeGreaterThan(7)
})

describe('requested attacks', () => {
  const request = { attack: 'spoofed-torque', model: 'EQX-24' }

  test('an attack that is requested begins at once, on a vehicle of the model that drives', () => {
    const attack = requestedAttack(fleet, request, NOON, [])!
    expect([attack.victim.model.name, attack.from - NOON <= 2000]).toEqual(['EQX-24', true])
    expect(fixAt(attack.victim, attack.from).speed).toBeGreaterThan(5)
    const window = windowOf({ ...fleet, attacked: false, requested: [attack] }, attack.from, attack.from + 2000)
    expect(window.attacks).toEqual([attack])
    const torque = events(window.lines)
      .filter((event) => event.type === 'can' && event.vehicle === attack.victim.vin)
      .flatMap((event) => event['frames'] as [number, number, string][])
      .filter(([, id]) => id === 0x0a0)
    expect(torque.length).toBeGreaterThan(300)
  })

  test('the next one has another victim, as long as there is one', () => {
    const wide = { ...fleet, vehicles: fleetOf(1, 40), canCount: 40 }
    const earlier: Attack[] = []
    for (let n = 0; n < 6; n++) earlier.push(requestedAttack(wide, request, NOON + n * 60_000, earlier)!)
    expect(new Set(earlier.map(({ victim }) => victim.vin)).size).toBe(6)
  })

  test('what is no request is none, and an unknown kind or model no attack', () => {
    for (const message of ['attack', undefined, { attack: 1, model: '' }]) expect(requestIn(message)).toBeUndefined()
    expect(requestedAttack(fleet, { ...request, attack: 'nothing' }, NOON, [])).toBeUndefined()
    expect(requestedAttack(fleet, { ...request, model: 'nothing' }, NOON, [])).toBeUndefined()
  })
})

describe('history', () => {
  const count = (emitted: ReturnType<typeof events>, type: string) => emitted.filter((one) => one.type === type).length

  test('is sparse, and sparser before the last hours', () => {
    const calm = { ...fleet, attacked: false }
    const recent = events(historyOf(calm, NOON - 600_000, NOON))
    const earlier = events(historyOf(calm, NOON - 600_000, NOON, earlierPast))
    expect([count(recent, 'position'), count(recent, 'telemetry')]).toEqual([480, 120])
    expect([count(earlier, 'position'), count(earlier, 'telemetry'), count(earlier, 'syslog')]).toEqual([60, 12, 0])
    expect(recent.every(({ ts }) => ts >= NOON - 600_000 && ts < NOON)).toBe(true)
  })

  test('has an attack about every half hour, and the traffic around each attack on a bus', () => {
    const day = events(historyOf(fleet, NOON - 12 * 3_600_000, NOON, earlierPast))
    const frames = day.filter(({ type }) => type === 'can').flatMap((event) => event['frames'] as [number, number][])
    expect(frames.filter(([, id]) => id === 0x000).length % 10_000).toBe(0)
    for (const id of [0x000, 0x6f7, 0x0a0])
      expect(frames.filter((frame) => frame[1] === id).length).toBeGreaterThan(100)
    const failed = day.filter((event) => String(event['message']).startsWith('Failed password'))
    expect([failed.length > 7, failed.length % 8]).toEqual([true, 0])
    expect(day.filter((event) => event['event_id'] === 0x8001).length).toBeGreaterThan(10)
  })

  test('each vehicle sends in the order of time, and halves fit together', () => {
    const whole = historyOf(fleet, NOON - 7_200_000, NOON, earlierPast)
    for (const { lines } of whole) {
      const times = lines.map(({ text }) => (JSON.parse(text) as { ts: number }).ts)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
    const half = NOON - 3_600_000
    const halves = [
      ...historyOf(fleet, NOON - 7_200_000, half, earlierPast),
      ...historyOf(fleet, half, NOON, earlierPast),
    ]
    expect(events(halves).length).toBe(events(whole).length)
  })
})

const vss = join(
  process.env['CARAPACE_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'),
  'vss',
  'vss-signals.csv',
)

test.skipIf(!existsSync(vss))('telemetry uses names of the COVESA VSS (skipped where CARAPACE_DATA is absent)', () => {
  const known = new Set(
    readFileSync(vss, 'utf8')
      .split('\n')
      .map((row) => row.split(',')[0]),
  )
  const report = telemetryReport(fleet.vehicles[0]!, NOON)
  if (report.type !== 'telemetry') throw new Error('not telemetry')
  const names = Object.keys(report.signals).map((name) => name.replace('.Row1.DriverSide', ''))
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})
