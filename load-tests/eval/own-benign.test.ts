import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { candumpLine } from '@carapace/shared/msoc/capture/candump'
import { createModel, trafficOf } from '../can/traffic.ts'
import { ownDatabases } from './databases.ts'
import { judgeBenign } from './own-benign.ts'

const folder = mkdtempSync(join(tmpdir(), 'carapace-benign-'))
const printed: string[] = []

beforeAll(() => {
  const model = createModel(ownDatabases()[0]!.dbc, 1, 600)
  const trip = { bus: 'can0', seed: 2, startMs: 1_700_000_000_000, awakeMs: 30_000, habits: 'drive' } as const
  const frames = [...trafficOf(model, trip)]
  mkdirSync(join(folder, 'drives'))
  writeFileSync(join(folder, 'drives', 'quiet.log'), frames.map(candumpLine).join(''))
  // an id that nobody sent before, near the end
  const unknown = { ...frames.at(-1)!, id: 0x666, flags: 0, data: Uint8Array.of(1, 2, 3), dlc: 3 }
  const from = frames.length - 2_000
  const mixed = frames.flatMap((frame, n) =>
    n > from && n % 20 === 0 ? [frame, { ...unknown, ts: frame.ts }] : [frame],
  )
  writeFileSync(join(folder, 'drives', 'mixed.log'), mixed.map(candumpLine).join(''))
  writeFileSync(join(folder, 'short.log'), frames.slice(0, 100).map(candumpLine).join(''))
  writeFileSync(join(folder, 'readme.txt'), 'Recorded on a Sunday.\n')
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the second half of each capture is watched, and what cannot be used is named with the reason', () => {
  const json = join(folder, 'result.json')
  judgeBenign({ benign: folder, format: undefined, json })
  const output = printed.join('\n')
  expect(output).toMatch(/short\.log is left out: 100 frames in .* 2000 in 3 s are needed/)
  expect(output).toMatch(/readme\.txt is left out: .*its format was not recognised/)
  expect(output).toMatch(/false alerts: 1; captures: 2, 0\.5 minutes; \d+\.\d an hour/)
  const { alerts, captures } = JSON.parse(readFileSync(json, 'utf8')) as { alerts: object[]; captures: number }
  expect(captures).toBe(2)
  expect(alerts).toMatchObject([{ capture: join('drives', 'mixed.log'), bus: 'can0', rule: 'can-unknown-id' }])
})

test('a folder without a usable capture, and one that is not there, are refused', () => {
  expect(() => judgeBenign({ benign: join(folder, 'none'), format: undefined, json: undefined })).toThrow(
    'no such folder',
  )
  mkdirSync(join(folder, 'empty'))
  expect(() => judgeBenign({ benign: join(folder, 'empty'), format: undefined, json: undefined })).toThrow(
    'no capture in it can be used',
  )
})
