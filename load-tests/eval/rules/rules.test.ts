import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import { expect, onTestFinished, test } from 'vitest'
import { judge, scoreOf, scoresOf } from './judge.ts'
import { readLabelledSet, scoredSet } from './labelled-set.ts'
import { rulesOptions } from './options.ts'
import { fleetTraffic, packed } from './traffic.ts'

const text = (title: string, word: string) => `title: ${title}
logsource: {product: vehicle, service: syslog}
detection:
  selection: {message|contains: ${word}}
  condition: selection
`
const minute = 60_000
const t0 = Date.UTC(2026, 0, 1)

function line(vehicle: string, ts: number, message: string) {
  const event = decodeEvent({ type: 'syslog', vehicle, ts, message }, { receivedAt: ts, keepMs: Infinity })
  if (!event.ok) throw new Error(event.reason)
  return event.value
}

const traffic = {
  name: 'two vehicles',
  vehicleHours: 4,
  dbc: undefined,
  attacks: [
    { vin: 'A', kind: 'break-in', from: t0, to: t0 + minute },
    { vin: 'B', kind: 'break-in', from: t0, to: t0 + minute },
  ],
  events: [
    line('A', t0 + 2_000, 'alarm'),
    line('A', t0 + 3_000, 'alarm'),
    line('C', t0 + 5_000, 'alarm'),
    line('A', t0 + 30 * minute, 'noise'),
  ],
}
const texts = [
  { uuid: 'a', version: 1, text: text('Alarm', 'alarm') },
  { uuid: 'n', version: 1, text: text('Noise', 'noise') },
]

test('an alert is right within an attack on its vehicle, and hits without a pause are one alert', () => {
  const judgement = judge(texts, traffic)
  expect(judgement.right).toEqual([{ rule: 'Alarm', vin: 'A', ts: t0 + 2_000 }])
  expect(judgement.wrong.map(({ rule, vin }) => [rule, vin])).toEqual([
    ['Alarm', 'C'],
    ['Noise', 'A'],
  ])
  expect(scoresOf(judgement)).toMatchObject([
    { rule: 'Alarm', alerts: 2, precision: 0.5, recall: 0.5, delayMs: 2_000, falseAnHour: 0.25 },
    { rule: 'Noise', alerts: 1, precision: 0, falseAnHour: 0.25 },
  ])
  expect(scoreOf('all', judgement)).toMatchObject({ alerts: 3, precision: 1 / 3, recall: 0.5, falseAnHour: 0.5 })
})

test('the simulated fleet has attacks that show in its events, and the same ones each time', () => {
  const once = fleetTraffic(1, 10, 6)
  expect(once.attacks.length).toBeGreaterThan(0)
  expect(once.attacks).toEqual(fleetTraffic(1, 10, 6).attacks)
  expect(new Set([...once.events].map(({ kind }) => kind))).toContain('position')
})

test('a labelled set is read as it is exported; another file is refused with its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'labels-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'labels.csv')
  const header = '\ufeffnumber,source,rule,label,expected_false_alerts\r\n'
  writeFileSync(path, `${header}ALR-1,detector,can-flood,attack,0.01\r\nALR-2,rule,"A, rule",benign,\r\n`)
  const alerts = await readLabelledSet(path)
  expect(alerts).toEqual([
    { source: 'detector', rule: 'can-flood', isAttack: true, score: 0.01 },
    { source: 'rule', rule: 'A, rule', isAttack: false, score: undefined },
  ])
  expect(scoredSet(alerts)).toEqual({ attacks: [0.01], right: [0.01], wrong: [] })
  writeFileSync(path, `${header}ALR-1,detector,can-flood,maybe,\r\n`)
  await expect(readLabelledSet(path)).rejects.toThrow(':2: a label is attack or benign, not "maybe"')
  writeFileSync(path, 'a,b\r\n')
  await expect(readLabelledSet(path)).rejects.toThrow('it has no column "rule"')
})

test('options have defaults, and mistakes are named', () => {
  expect(rulesOptions([])).toMatchObject({ vehicles: 40, minutes: 60, seed: 1, rules: undefined })
  expect(() => rulesOptions(['--vehicles', '0'])).toThrow('--vehicles must be a number of at least 1')
})

test('frames become events of a second, classical and extended ones apart', () => {
  const frame = (ts: number, id: number, flags = 0) => ({ ts, bus: 'can0', id, flags, dlc: 1, data: Uint8Array.of(7) })
  const events = [...packed([frame(t0, 1), frame(t0 + 500, 0x800, 1), frame(t0 + 999, 2), frame(t0 + 1_000, 3)], 'A')]
  expect(events.map(({ ts, flags, frames }) => [ts - t0, flags, frames])).toEqual([
    [
      0,
      0,
      [
        [0, 1, '07'],
        [999_000, 2, '07'],
      ],
    ],
    [500, 1, [[0, 0x800, '07']]],
    [1_000, 0, [[0, 3, '07']]],
  ])
})
