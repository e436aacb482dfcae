import { type Chunk, type FrameStore, mostSlots } from './frame-store.ts'
import type { Probe } from './match.ts'

/** A probe that is reused for one frame of the store after the other. */
export interface FrameProbe {
  readonly probe: Probe
  readonly point: (frame: number, chunk: Chunk, place: number) => void
}

export function createFrameProbe(store: FrameStore): FrameProbe {
  let frame = 0
  const period = (): number => {
    const before = store.before(frame)
    return before === undefined ? NaN : store.ts(frame) - store.ts(before)
  }
  const probe = {
    bus: '',
    key: 0,
    flags: 0,
    slot: -1,
    length: 0,
    text: '',
    period,
    data: () => store.data(frame),
    before() {
      const before = store.before(frame)
      return before === undefined ? undefined : store.data(before)
    },
    rate: () => 1_000 / period(),
  }
  return {
    probe,
    point(next, chunk, place) {
      frame = next
      probe.bus = store.buses[chunk.bus[place]!]!
      probe.key = chunk.key[place]!
      probe.flags = chunk.flags[place]!
      probe.slot = chunk.slot[place] === mostSlots ? -1 : chunk.slot[place]!
      probe.length = chunk.length[place]!
    },
  }
}
