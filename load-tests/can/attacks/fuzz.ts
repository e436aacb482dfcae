import { forged } from '../labelled.ts'
import { beats, frameOf, isExtendedBus, type MakeAttack } from './making.ts'

/** Random ids with random payloads of random length. */
export const fuzzAll =
  (perSecond: number): MakeAttack =>
  (survey, span, chance) => {
    const isLong = isExtendedBus(survey)
    const frames = beats(span, perSecond, chance).map((ts) =>
      frameOf(survey.bus, ts, chance.below(isLong ? 2 ** 29 : 2 ** 11), chance.bytes(chance.below(9)), isLong),
    )
    return { ...span, frames }
  }

/** Random payloads with the ids of the bus and their lengths. */
export const fuzzPayloads =
  (perSecond: number): MakeAttack =>
  ({ ids }, span, chance) => {
    const frames = beats(span, perSecond, chance).map((ts) => {
      const { last } = chance.pick(ids)
      return forged(last, chance.bytes(last.data.length), ts)
    })
    return { ...span, frames }
  }

/** The last payload of a known id with a few bits inverted: like a fuzzer that builds on recorded frames. */
export const fuzzBits =
  (perSecond: number): MakeAttack =>
  ({ ids }, span, chance) => {
    const fuzzed = ids.filter(({ last }) => last.data.length > 0)
    const frames = beats(span, perSecond, chance).map((ts) => {
      const { last } = chance.pick(fuzzed)
      const data = Uint8Array.from(last.data)
      for (let i = 0; i < 4; i++) data[chance.below(data.length)]! ^= 1 << chance.below(8)
      return forged(last, data, ts)
    })
    return { ...span, frames }
  }

/** Every id in turn from 0 up, with zeros as payload: how a scan for receivers begins. */
export const fuzzSweep =
  (perSecond: number): MakeAttack =>
  ({ bus }, span, chance) => ({
    ...span,
    frames: beats(span, perSecond, chance).map((ts, i) => frameOf(bus, ts, i % 0x800, new Uint8Array(8))),
  })
