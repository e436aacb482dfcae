import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { durationOption, targetOf } from './cli.ts'
import type { Clock } from './clock.ts'
import { newTally } from './sending/deliver.ts'
import { canShare, fleetOptions } from './fleet-options.ts'
import type { Fleet, Window } from './fleet-window.ts'
import { isSent, markSent, sendHistory } from './history.ts'
import { runLive } from './live.ts'
import type { Post } from './sending/post.ts'
import { syslogText } from './sending/syslog.ts'
import { fleetOf } from './vehicles/vehicles.ts'

test('options have the documented defaults', () => {
  expect(fleetOptions([])).toMatchObject({
    vehicles: 40,
    hz: 1,
    canVehicles: 40,
    attacks: 'on',
    historyMs: 0,
    durationMs: Infinity,
    seed: 1,
  })
})

test.for([
  { vehicles: 10, can: 10 },
  { vehicles: 40, can: 40 },
  { vehicles: 500, can: 40 },
  { vehicles: 5000, can: 100 },
])('of $vehicles vehicles $can send CAN', ({ vehicles, can }) => {
  expect(canShare(vehicles)).toBe(can)
})

test.for([
  { args: ['--vehicles', '0'], message: '--vehicles must be a number of at least 1' },
  { args: ['--hz', 'fast'], message: '--hz must be a number' },
  { args: ['--attacks', 'maybe'], message: '--attacks must be on or off or only-list' },
  { args: ['--history', '3'], message: '--history must be a time such as' },
])('refuses $args', ({ args, message }) => {
  expect(() => fleetOptions(args)).toThrow(message)
})

test('durations are parsed', () => {
  expect([durationOption('x', '90s'), durationOption('x', '1.5h'), durationOption('x', '250ms')]).toEqual([
    90_000, 5_400_000, 250,
  ])
})

test('the target is the running installation, unless options override it', () => {
  const run = { ingest_url: 'http://127.0.0.1:4101', ingest_key: 'from-file' }
  expect(targetOf({}, run)).toEqual({ url: 'http://127.0.0.1:4101', key: 'from-file' })
  expect(targetOf({ key: 'mine', 'ingest-url': 'http://there:1' }, run)).toEqual({ url: 'http://there:1', key: 'mine' })
  expect(targetOf({ key: 'mine', 'ingest-url': 'http://there:1' }, {})).toEqual({ url: 'http://there:1', key: 'mine' })
  expect(() => targetOf({}, {})).toThrow('No ingest key')
})

test('a log line is RFC 5424 with the key, escaped, in structured data', () => {
  const line = {
    vehicle: 'NHV1',
    ts: Date.UTC(2026, 0, 2),
    severity: 6,
    facility: 10,
    app: 'sshd',
    pid: 42,
    message: 'Failed password for root',
  }
  expect(syslogText(line, 'a"b]c')).toBe(
    '<86>1 2026-01-02T00:00:00.000Z NHV1 sshd 42 - [carapace@32473 key="a\\"b\\]c"] Failed password for root',
  )
})

const fleet: Fleet = {
  seed: 1,
  vehicles: fleetOf(1, 3),
  canCount: 0,
  attackEveryMs: 80_000,
  busesLearnedAt: 0,
  hz: 1,
  attacked: false,
  requested: [],
}

/** A clock that advances only while it is waited for. */
function sleeper(time: number): Clock & { time: number } {
  const clock = { time, now: () => clock.time, sleep: async (ms: number) => void (clock.time += Math.max(0, ms)) }
  return clock
}

const positionsIn = (windows: Window[]) =>
  windows.flatMap(({ lines }) => lines.flatMap((own) => own.lines)).filter(({ text }) => text.includes('"position"'))
    .length

test('live mode follows the clock and ends when its time is over', async () => {
  const windows: Window[] = []
  const clock = sleeper(1_000_000)
  await runLive(fleet, {
    clock,
    signal: new AbortController().signal,
    from: clock.now(),
    until: 1_020_000,
    emit: (window) => windows.push(window),
    say: () => undefined,
  })
  expect(windows.length).toBe(80)
  expect(positionsIn(windows)).toBe(60)
})

test('after the machine slept, live mode continues from now and reports the gap', async () => {
  const clock = sleeper(1_000_000)
  const messages: string[] = []
  const windows: Window[] = []
  const emit = (window: Window) => {
    windows.push(window)
    if (windows.length === 4) clock.time += 60_000
  }
  await runLive(fleet, {
    clock,
    signal: new AbortController().signal,
    from: clock.now(),
    until: 1_062_000,
    emit,
    say: (text) => messages.push(text),
  })
  expect(messages).toEqual(['asleep for 60 s: not made up for'])
  expect(positionsIn(windows)).toBeLessThan(10)
})

test('history is sent in order with keys made from its content, so that sending it twice stores it once', async () => {
  const sendTwoHours = async () => {
    const sent: [string, string][] = []
    const post: Post = async (body, key) => (sent.push([key, body]), { status: 200, accepted: 1, rejected: 0 })
    const until = await sendHistory(
      fleet,
      { post, clock: sleeper(1_000_020_000), tally: newTally() },
      600_000,
      () => undefined,
    )
    return { sent, until }
  }
  const { sent, until } = await sendTwoHours()
  expect(until).toBe(999_960_000 + 60_000)
  expect(new Set(sent.map(([key]) => key)).size).toBe(sent.length)
  expect(sent.length).toBeGreaterThanOrEqual(30)
  expect((await sendTwoHours()).sent).toEqual(sent)
})

test('a marker records that the history was sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
  const marker = join(folder, 'sent.json')
  expect([isSent(undefined), isSent(marker)]).toEqual([false, false])
  markSent(marker, fleet, 0)
  expect(isSent(marker)).toBe(true)
  rmSync(folder, { recursive: true })
})
