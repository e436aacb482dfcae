import { parsed } from '../../core/parsed.ts'
import { canFlags, type CanFrame, hexOf } from '../can/frame.ts'
import { readHex } from '../../core/hex.ts'
import { formatCandump, parseCandumpLine } from '../events/candump.ts'
import { type CaptureReader, type Read, type ReaderOptions, readLines, timeFrom } from './reader.ts'

/**
 * Reads SocketCAN's logs in both formats of candump (../events/candump.ts, rules CANDUMP-1 to CANDUMP-11). They contain
 * all data of a frame.
 */
export function candumpReader({ startMs = 0 }: ReaderOptions): CaptureReader {
  return readLines((line) => readCandump(line, startMs))
}

function readCandump(line: string, startMs: number): Read {
  const read = parseCandumpLine(line)
  if (!read.ok) return read
  const { ts, bus, id, ext, fd, rtr, error, flags, dlc, hex } = read.value
  const data = new Uint8Array(hex.length >> 1)
  readHex(hex, data)
  const isSent = / T *$/.test(line) || /^ *\([^)]*\) +\S+ +TX /.test(line)
  return parsed({
    ts: timeFrom(startMs, ts),
    bus,
    id: id & 0x1fffffff,
    dlc,
    data,
    flags:
      (ext ? canFlags.ext : 0) |
      (fd ? canFlags.fd : 0) |
      (rtr ? canFlags.rtr : 0) |
      (error ? canFlags.error : 0) |
      ((flags & 1) === 0 ? 0 : canFlags.brs) |
      ((flags & 2) === 0 ? 0 : canFlags.esi) |
      (isSent ? canFlags.tx : 0),
  })
}

/** Returns a frame as a line of candump's log format. */
export function candumpLine({ ts, bus, id, flags, dlc, data }: CanFrame): string {
  const has = (flag: number) => (flags & flag) !== 0
  const line = formatCandump({
    ts,
    bus,
    dlc,
    hex: hexOf(data),
    ext: has(canFlags.ext),
    fd: has(canFlags.fd),
    rtr: has(canFlags.rtr),
    error: has(canFlags.error),
    id: has(canFlags.error) ? id | 0x20000000 : id,
    flags: (has(canFlags.brs) ? 1 : 0) | (has(canFlags.esi) ? 2 : 0),
  })
  return `${line}${has(canFlags.tx) ? ' T' : ''}\n`
}
