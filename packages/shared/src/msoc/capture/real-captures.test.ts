import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canFlags, type CanFrame } from '../can/frame.ts'
import { formatOf } from './read.ts'
import { hexOf, read } from './reading.fixture.ts'

const data = resolve(process.env.CARAPACE_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data'), 'can')
describe.skipIf(!existsSync(data))('real captures (needs CARAPACE_DATA)', () => {
  const savvy = existsSync(data)
    ? readdirSync(data).filter((file) => file.startsWith('savvycan-') && !file.includes('CarBus'))
    : []
  const all = new Map(
    savvy.map((file) => {
      const bytes = new Uint8Array(readFileSync(resolve(data, file)))
      return [file, read(formatOf(bytes, file)!, bytes)]
    }),
  )
  const whole = all.get('savvycan-GVRET_Log.csv')

  test('there are six of them', () => expect(savvy).toHaveLength(6))

  // the candump file has no fractions of seconds, the generic one no times; the reference is GVRET, whose frames all
  // other formats can hold
  test.for(savvy)('[CAPTURE-5] %s gives the same 12,974 frames', (file) => {
    const { frames, rejected } = all.get(file)!
    expect([frames.length, rejected]).toEqual([12_974, 0])
    const body = ({ id, flags, dlc, data: bytes }: CanFrame) =>
      `${id} ${flags & (canFlags.ext | canFlags.fd | canFlags.rtr)} ${dlc} ${hexOf(bytes)}`
    expect(frames.map(body)).toEqual(whole!.frames.map(body))
    if (file.includes('GenericID')) return
    // the candump file has no fractions of seconds
    const most = file.includes('candump') ? 999 : 0
    const first = frames[0]!.ts
    const apart = frames.map(({ ts }, i) => Math.abs(ts - first - (whole!.frames[i]!.ts - whole!.frames[0]!.ts)))
    expect(Math.max(...apart)).toBeLessThanOrEqual(most)
  })

  test('[CAPTURE-18] the CarBus trace has the 55 frames that its header states', () => {
    const bytes = new Uint8Array(readFileSync(resolve(data, 'savvycan-CarBusAnalyzer.trc')))
    expect([read('carbus', bytes).frames.length, read('carbus', bytes).rejected]).toEqual([55, 0])
  })
})
