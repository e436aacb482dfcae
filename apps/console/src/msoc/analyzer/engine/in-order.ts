import { emptyColumns, type FrameColumns } from '@carapace/shared/msoc/can/frame-columns'

/** All of these frames ordered by time; frames with equal times stay in their order of arrival (rule ANALYZER-2). */
export function inOrder(parts: readonly FrameColumns[]): FrameColumns {
  const all = joined(parts)
  const order = Uint32Array.from({ length: all.length }, (_, i) => i).sort((a, b) => all.ts[a]! - all.ts[b]! || a - b)
  return picked(all, order)
}

/** The frames at these indices of the columns, in the order of the indices. */
export function picked(from: FrameColumns, places: ArrayLike<number>): FrameColumns {
  let bytes = 0
  for (let i = 0; i < places.length; i++) bytes += from.at[places[i]! + 1]! - from.at[places[i]!]!
  const into = emptyColumns(places.length, bytes, from.buses)
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    into.ts[i] = from.ts[place]!
    into.id[i] = from.id[place]!
    into.flags[i] = from.flags[place]!
    into.dlc[i] = from.dlc[place]!
    into.bus[i] = from.bus[place]!
    into.data.set(from.data.subarray(from.at[place], from.at[place + 1]), into.at[i])
    into.at[i + 1] = into.at[i]! + from.at[place + 1]! - from.at[place]!
  }
  return into
}

function joined(parts: readonly FrameColumns[]): FrameColumns {
  const buses = [...new Set(parts.flatMap((part) => part.buses))]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const all = emptyColumns(
    length,
    parts.reduce((sum, part) => sum + part.at[part.length]!, 0),
    buses,
  )
  let [frame, byte] = [0, 0]
  for (const part of parts) {
    const busOf = part.buses.map((name) => buses.indexOf(name))
    all.ts.set(part.ts.subarray(0, part.length), frame)
    all.id.set(part.id.subarray(0, part.length), frame)
    all.flags.set(part.flags.subarray(0, part.length), frame)
    all.dlc.set(part.dlc.subarray(0, part.length), frame)
    all.data.set(part.data.subarray(0, part.at[part.length]), byte)
    for (let i = 0; i < part.length; i++) {
      all.bus[frame + i] = busOf[part.bus[i]!]!
      all.at[frame + i + 1] = byte + part.at[i + 1]!
    }
    frame += part.length
    byte += part.at[part.length]!
  }
  return all
}
