import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { captureReader } from '../capture/read.ts'
import { learnedFrom, watchOf } from './bus.fixture.ts'

const folder = join(
  resolve(process.env['CARAPACE_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data')),
  'can',
)
const isThere = existsSync(folder)
if (!isThere) console.warn(`captures are not watched: there is no ${folder} (CARAPACE_DATA)`)

test.skipIf(!isThere).for([
  { file: 'icsim-sample.candump.log', format: 'candump', count: 6_158 },
  { file: 'savvycan-candump.log', format: 'candump', count: 12_974 },
  { file: 'savvycan-GVRET_Log.csv', format: 'gvret', count: 12_974 },
] as const)(
  '[WATCH-1] a watch that learned the first half of $file reports nothing in the second half',
  ({ file, format, count }) => {
    const reader = captureReader(format, { bus: 'can0' })
    const frames = [...reader.push(readFileSync(join(folder, file))), ...reader.end()]
    expect(frames).toHaveLength(count)
    const profile = learnedFrom(frames.slice(0, count / 2))
    expect(watchOf(frames.slice(count / 2), { profile }).signs).toEqual([])
  },
)
