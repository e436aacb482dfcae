import { idOfKey } from '@carapace/shared/msoc/can/frame'
import type { CompiledMessage } from '@carapace/shared/msoc/dbc/compile'
import { createRoom } from './buffers.ts'
import { changeOf, type Notches } from './changes.ts'
import { type Codebook, textOf } from './codebook.ts'
import { chunkFrames, type FrameStore } from './frame-store.ts'
import type { Listing } from './listing.ts'
import type { TraceRow } from './protocol.ts'

/** Maximum number of rows per report: more are never visible. */
export const mostInSight = 500

interface Sight {
  readonly store: FrameStore
  readonly listing: Listing
  readonly book: Codebook
  /** Undefined: notched bits are not distinguished. */
  readonly notches: Notches | undefined
}

/** The trace rows from one row to another, with their decoded signals. */
export function traceRows({ store, listing, book, notches }: Sight, from: number, to: number): TraceRow[] {
  const first = Math.max(0, Math.min(from, listing.total()))
  const count = Math.max(0, Math.min(to, listing.total(), first + mostInSight) - first)
  const room = createRoom(count * 128)
  return Array.from({ length: count }, (_, i) => {
    const frame = listing.frame(first + i)
    const chunk = store.chunk(frame)
    const place = frame % chunkFrames
    const [bus, key] = [store.buses[chunk.bus[place]!]!, chunk.key[place]!]
    const before = store.before(frame)
    const data = room.bytes(chunk.length[place]!)
    data.set(store.data(frame))
    const change = room.signed(data.length)
    changeOf(data, before === undefined ? undefined : store.data(before), notches?.get(chunk.slot[place]!), change)
    const message = book.message(bus, key)
    return {
      row: first + i,
      ts: chunk.ts[place]!,
      sinceOwn: before === undefined ? undefined : chunk.ts[place]! - store.ts(before),
      bus,
      key,
      ...idOfKey(key),
      flags: chunk.flags[place]!,
      dlc: chunk.dlc[place]!,
      data,
      change,
      name: message?.name,
      text: message ? wordsOf(message, data) : '',
    }
  })
}

/** The signals of a payload as text: `TorqueReq 200.0 Nm, TorqueMode Normal`. */
export function wordsOf({ signals }: CompiledMessage, data: Uint8Array): string {
  const words: string[] = []
  for (const signal of signals) {
    if (!signal.isIn(data)) continue
    const raw = signal.raw(data)
    const unit = signal.unit === '' || signal.valueNames.has(raw) ? '' : ` ${signal.unit}`
    words.push(`${signal.name} ${textOf(signal, raw)}${unit}`)
  }
  return words.join(', ')
}
