import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { type Fields, hexPattern } from '../event-fields.ts'
import type { EventKindSpec } from '../event-kind.ts'
import { type CanEvent, type EventCommon, frameFlags, type PackedFrame } from '../events.ts'
import { canFramesOverTime } from '../events.series.ts'

/** Frames of one bus, each a separate row that counts as an event (rule EVENT-7). */
export const canKind: EventKindSpec<CanEvent> = {
  kinds: ['can'],
  decode: decodeCan,
  fieldsOf: (event) => ({ bus: event.bus, ...flagFields(event.flags), frames: event.frames }),
  series: canFramesOverTime,
  columns: ['bus', 'arbitration_id', 'flags', 'data'],
  encode(event, beginRow) {
    for (const [dtUs, id, hex] of event.frames) {
      const row = beginRow(event.ts + dtUs / 1000)
      row.text(event.bus)
      row.int4(id)
      row.int2(id > 0x7ff ? event.flags | frameFlags.ext : event.flags)
      row.hex(hex)
    }
  },
  rowsOf: ({ frames }) => frames.length,
  weightOf: ({ frames }) => frames.length,
  lastTsOf({ ts, frames }) {
    let last = 0
    for (const [dtUs] of frames) if (dtUs > last) last = dtUs
    return ts + last / 1000
  },
  arrivalField: 'canAt',
}

const framesPerEvent = 20_000
const busPattern = /^[\w.:-]{1,32}$/

function decodeCan(fields: Fields, common: EventCommon): Parsed<CanEvent> {
  const { bus } = fields
  if (typeof bus !== 'string' || !busPattern.test(bus))
    return refused('bus: a name of 1 to 32 letters, digits and . _ : - is needed')
  const flags = flagsOf(fields)
  if (flags === undefined) return refused('ext, fd, rtr: true, false or nothing')
  const isPacked = fields.frames !== undefined && fields.frames !== null
  const frames = isPacked ? fields.frames : singleFrame(fields)
  if (!Array.isArray(frames) || frames.length === 0 || frames.length > framesPerEvent) {
    return refused(`frames: 1 to ${framesPerEvent} of [dt_us, id, "hex"] are needed`)
  }
  for (let i = 0; i < frames.length; i++) {
    const wrong = frameFault(frames[i], flags)
    if (wrong) return refused(isPacked ? `frames[${i}]: ${wrong}` : wrong)
  }
  return parsed({
    kind: 'can',
    vehicle: common.vehicle,
    ts: common.ts,
    deviceTs: common.deviceTs,
    bus,
    flags,
    frames: frames as PackedFrame[],
  })
}

/**
 * Returns the flags of the frames as bits. A flag that is not a boolean is refused, because reading it as false would
 * change the frame.
 */
function flagsOf({ ext, fd, rtr }: Fields): number | undefined {
  let flags = 0
  for (const [flag, bit] of [
    [ext, frameFlags.ext],
    [fd, frameFlags.fd],
    [rtr, frameFlags.rtr],
  ] as const) {
    if (flag === true) flags |= bit
    else if (flag !== undefined && flag !== null && flag !== false) return undefined
  }
  return flags
}

function singleFrame(fields: Fields): unknown[] {
  const { id, data } = fields
  const number = typeof id === 'string' && /^(0[xX])?[0-9a-fA-F]{1,8}$/.test(id) ? parseInt(id, 16) : id
  return [[0, number, data ?? '']]
}

function frameFault(frame: unknown, flags: number): string | undefined {
  if (!Array.isArray(frame) || frame.length !== 3) return 'a frame is [dt_us, id, "hex"]'
  const dtUs: unknown = frame[0]
  const id: unknown = frame[1]
  const hex: unknown = frame[2]
  if (typeof dtUs !== 'number' || !(dtUs >= 0 && dtUs <= 3.6e9))
    return 'dt_us: microseconds from 0 to 3,600,000,000 are needed'
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > 0x1fffffff)
    return 'id: an arbitration id of 11 or 29 bits is needed'
  const most = (flags & frameFlags.fd) !== 0 ? 128 : 16
  if (typeof hex !== 'string' || hex.length > most || !hexPattern.test(hex)) {
    return `data: at most ${most / 2} bytes in hexadecimal are needed`
  }
  return undefined
}

function flagFields(flags: number): Record<string, true> {
  return Object.fromEntries(
    Object.entries(frameFlags)
      .filter(([, bit]) => (flags & bit) !== 0)
      .map(([name]) => [name, true]),
  )
}
