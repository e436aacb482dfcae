import type { FleetEvent, PackedFrame } from '../sending/events.ts'

/** A frame of a capture, with its time in ms of the capture's own clock. */
export interface CapturedFrame {
  at: number
  bus: string
  id: number
  ext: boolean
  fd: boolean
  data: string
}

// (1398128223.803317) can0 166#D0320009        candump -l; FD: 166##1D032, remote: 166#R
const LOG =
  /^\((\d+\.\d+)\)\s+(\S+)\s+([0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})#(#[0-9A-Fa-f])?([0-9A-Fa-f.]*|R\d*)(?:\s+[RT]X?)?\s*$/
// (1398128223.803317)  can0  166   [4]  D0 32 00 09        candump -ta
const CONSOLE =
  /^\s*\((\d+\.\d+)\)\s+(\S+)\s+([\dA-Fa-f]{3}|[\dA-Fa-f]{8})\s+\[(\d+)\]\s*((?:[\dA-Fa-f]{2}\s*)*|remote request)\s*$/

const ERROR_FRAME = 0x20000000

/**
 * Parses a line: returns a frame, 'not-data' for remote and error frames (they have no data to send), or undefined if
 * it is not a candump line.
 */
export function readCandumpLine(line: string): CapturedFrame | 'not-data' | undefined {
  const log = LOG.exec(line)
  const match = log ?? CONSOLE.exec(line)
  if (!match) return undefined
  const [, seconds, bus, id, between, payload] = match
  const fd = log ? between !== undefined : Number(between) > 8
  const data = payload!.replace(/[\s.]/g, '').toUpperCase()
  const arbitrationId = Number.parseInt(id!, 16)
  if (data.startsWith('R') || (id!.length === 8 && arbitrationId & ERROR_FRAME)) return 'not-data'
  if (data.length % 2 !== 0 || data.length > (fd ? 128 : 16)) return undefined
  return { at: Number(seconds) * 1000, bus: bus!, id: arbitrationId, ext: id!.length === 8, fd, data }
}

const MOST_FRAMES = 1000

/** A packed event that is being filled, with its own time and the capture's. */
interface Pack {
  event: FleetEvent & { type: 'can' }
  /** Capture time of the first and the last frame, ms. */
  begins: number
  ends: number
}

/**
 * Packs frames into `can` events, one at a time for each bus and kind of frame. A pack ends when it has 1,000 frames or
 * spans `spanMs`, or when the capture's time goes back before its beginning (captures of several buses are slightly out
 * of order; the frames are sorted). `tsOf` converts capture time to the time that is sent.
 */
export async function* packed(
  frames: AsyncIterable<CapturedFrame>,
  vehicle: string,
  spanMs: number,
  tsOf: (captureMs: number) => number,
): AsyncGenerator<Pack> {
  const open = new Map<string, Pack>()
  for await (const frame of frames) {
    for (const [kind, pack] of open) {
      const since = frame.at - pack.begins
      if (since >= 0 && since < spanMs && pack.event.frames.length < MOST_FRAMES) continue
      open.delete(kind)
      yield sorted(pack)
    }
    const kind = `${frame.bus}/${frame.ext}/${frame.fd}`
    open.set(kind, filled(open.get(kind), frame, vehicle, tsOf))
  }
  for (const pack of open.values()) yield sorted(pack)
}

function sorted(pack: Pack): Pack {
  pack.event.frames.sort(([a], [b]) => a - b)
  return pack
}

function filled(
  pack: Pack | undefined,
  frame: CapturedFrame,
  vehicle: string,
  tsOf: (captureMs: number) => number,
): Pack {
  const ts = tsOf(frame.at)
  if (!pack) {
    const flags = { ...(frame.ext ? { ext: true } : {}), ...(frame.fd ? { fd: true } : {}) }
    const event = {
      type: 'can' as const,
      vehicle,
      ts: Math.floor(ts),
      bus: frame.bus,
      ...flags,
      frames: [] as PackedFrame[],
    }
    return filled({ event, begins: frame.at, ends: frame.at }, frame, vehicle, tsOf)
  }
  pack.event.frames.push([Math.round((ts - pack.event.ts) * 1000), frame.id, frame.data])
  pack.ends = Math.max(pack.ends, frame.at)
  return pack
}
