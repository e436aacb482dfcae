import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { candumpLine } from '@carapace/shared/msoc/capture/candump'
import { createChance } from '../can/chance.ts'
import { inject } from '../can/inject.ts'
import { surveyOf } from '../can/survey.ts'
import { createModel, trafficOf } from '../can/traffic.ts'
import { ownDatabases } from './databases.ts'
import { judgeCapture } from './own-capture.ts'
import { scenarios } from './scenarios.ts'

const folder = mkdtempSync(join(tmpdir(), 'carapace-eval-'))
const file = (name: string) => join(folder, name)
const options = {
  capture: file('capture.log'),
  train: file('train.log'),
  labels: file('labels.csv'),
  format: undefined,
  dbc: undefined,
  json: file('result.json'),
  out: file('curves'),
}
const model = createModel(ownDatabases()[0]!.dbc, 1, 400)
const trip = { bus: 'can0', seed: 2, startMs: 1_700_000_000_000, awakeMs: 10_000, habits: 'drive' } as const
const benign = [...trafficOf(model, trip)]
const span = { from: trip.startMs + 6_000, to: trip.startMs + 8_000 }
const frames = [
  ...inject(trafficOf(model, { ...trip, seed: 3 }), [
    scenarios[0]!.make.ordinary(surveyOf(benign), span, createChance(4)),
  ]),
]
const forged = frames.filter(({ truth }) => truth === 'attack').length

beforeAll(() => {
  const seconds = (ms: number) => (ms / 1000).toFixed(6)
  writeFileSync(options.train, benign.map(candumpLine).join(''))
  writeFileSync(options.capture, frames.map(candumpLine).join(''))
  writeFileSync(
    options.labels,
    frames.map(({ ts, truth }) => `${seconds(ts)},${truth === 'attack' ? 1 : 0}\n`).join(''),
  )
  writeFileSync(
    file('lines.csv'),
    `line,label\n${frames.map(({ truth }, i) => `${i + 1},${truth === 'attack' ? 1 : 0}\n`).join('')}`,
  )
  writeFileSync(file('intervals.csv'), `${seconds(span.from)},${seconds(span.to)},flood\n`)
  writeFileSync(file('wrong.csv'), '1700000000.5,0\n1700000001.5;yes\n')
  vi.spyOn(console, 'log').mockReturnValue()
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Result {
  readonly labels_read_as: string
  readonly watched_from_frame: number
  readonly frames: number
  readonly score: { readonly attackFrames: number; readonly intervals: number; readonly found: number }
}

function judged(changed: Partial<Parameters<typeof judgeCapture>[0]>): Result {
  judgeCapture({ ...options, ...changed })
  return JSON.parse(readFileSync(options.json, 'utf8')) as Result
}

test('a flood in a labelled capture is found, with times and with lines alike', () => {
  const score = { attackFrames: forged, intervals: 1, found: 1 }
  expect(judged({})).toMatchObject({
    labels_read_as: 'times in seconds',
    frames: frames.length,
    watched_from_frame: 1,
    score,
  })
  expect(judged({ labels: file('lines.csv') })).toMatchObject({
    labels_read_as: 'frame numbers, counted from 1',
    score,
  })
})

test('labels may be intervals', () => {
  expect(judged({ labels: file('intervals.csv') })).toMatchObject({
    labels_read_as: 'times in seconds',
    score: { attackFrames: 0, intervals: 1, found: 1 },
  })
})

test('without a training file the frames before the first attack are used for learning', () => {
  const first = frames.findIndex(({ truth }) => truth === 'attack')
  expect(judged({ train: undefined })).toMatchObject({
    watched_from_frame: Math.floor(first * 0.8) + 1,
    score: { attackFrames: forged },
  })
})

test.for([
  { changed: { labels: file('wrong.csv') }, reason: 'wrong.csv: line 2: expected' },
  { changed: { train: undefined, labels: undefined }, reason: 'say what is normal: --train FILE' },
  { changed: { capture: file('none.log') }, reason: 'none.log: no such file' },
  { changed: { capture: options.labels, format: 'pcap' as const }, reason: 'labels.csv: no frame found, read as pcap' },
])('refused: $reason', ({ changed, reason }) => {
  expect(() => judgeCapture({ ...options, ...changed })).toThrow(reason)
})
