import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { Cycle } from './cycle.ts'

/**
 * What the page and the analyzer's worker tell each other. The page brings frames and says what it looks at; the worker
 * keeps them, decodes, counts, filters and answers only what is in sight. Rules ANALYZER-1.. of ../SPEC.md.
 */

/** How frames are listed: the latest of each id, each by itself, or what they carry together. */
export const listModes = ['overwrite', 'trace', 'transport'] as const
export type ListMode = (typeof listModes)[number]

/** What the page looks at. Absent parts stay as they are; the worker answers with what changed by it. */
export interface View {
  readonly mode: ListMode
  /** Undefined: all buses. */
  readonly bus: string | undefined
  /**
   * In the filter's language (rules ANALYZER-30 to ANALYZER-36): ids (`2C1`, `0x7E0-0x7EF`), words of names and
   * signals, `rate > 50`, `changed`, `not in dbc` …; joined by spaces.
   */
  readonly filter: string
  /** Whether bytes and bits that are known to change are told apart from those that change now. */
  readonly isNotched: boolean
  /** The id whose detail is shown: bus and `keyOf`. */
  readonly selected: { readonly bus: string; readonly key: number } | undefined
  /**
   * Part of the time that overwrite rows, detail and plots count, epoch ms; undefined: all that is kept. The trace is
   * of all that is kept.
   */
  readonly span: { readonly from: number; readonly to: number } | undefined
  /**
   * The moment that one looks at: an alert's, say; epoch ms. The detail shows the payload as of then, and where no
   * `span` is set, timing and plots are of thirty seconds before and after it.
   */
  readonly focusTime: number | undefined
  /** Rows of the trace, or of the transport list, in sight: from (inclusive) to (exclusive). */
  readonly rows: readonly [number, number]
  /** How overwrite rows are ordered. */
  readonly sort: { readonly by: OverwriteOrder; readonly isDescending: boolean }
  /** Signals in the plot, as `message.signal` of the selected bus. */
  readonly plotted: readonly string[]
}
export type OverwriteOrder = 'id' | 'name' | 'count' | 'rate' | 'period' | 'jitter' | 'age'

/** Page to worker. */
export type Order =
  /** Forgets everything. `keepMs`: of live frames the latest so long are kept, at most `keepFrames`; undefined: all. */
  | { readonly op: 'open'; readonly keepMs: number | undefined; readonly keepFrames: number }
  /**
   * Frames, in their order as far as they have one: late ones are put where they belong. The arrays are handed over.
   */
  | { readonly op: 'frames'; readonly frames: FrameColumns }
  /** A deflated frame block in base64, as the api answers it. */
  | { readonly op: 'block'; readonly block: string }
  /** Frames are missing here: what comes next does not follow what came before. */
  | { readonly op: 'gap' }
  | { readonly op: 'ended' }
  /** What reads a bus ('' reads every other one); undefined: nothing does. */
  | { readonly op: 'dbc'; readonly bus: string; readonly text: string | undefined }
  | { readonly op: 'profile'; readonly bus: string; readonly profile: CanProfile | undefined }
  | { readonly op: 'view'; readonly view: Partial<View> }
  /** What changed up to now is known from here on (`isNotched`); or nothing is. */
  | { readonly op: 'notch'; readonly isKnown: boolean }
  /** Stands still: frames go on being kept, what is shown doesn't move. */
  | { readonly op: 'pause'; readonly isPaused: boolean }
  /** The page has drawn the last report: another may come. */
  | { readonly op: 'drawn' }
  /**
   * Where the first frame after the moment `from` (epoch ms) is that passes the filter, or the last before it; answered
   * by `found`.
   */
  | { readonly op: 'find'; readonly from: number; readonly isBackward: boolean }
  /** Which row of the trace is at a moment or the first after it, else the last; answered by `found`. */
  | { readonly op: 'seek'; readonly at: number }

/** One id in overwrite mode. */
export interface OverwriteRow {
  readonly bus: string
  readonly key: number
  readonly id: number
  readonly ext: boolean
  readonly fd: boolean
  readonly rtr: boolean
  /** The message's name; undefined: no DBC knows it. */
  readonly name: string | undefined
  readonly ecu: string | undefined
  /** The latest payload. */
  readonly data: Uint8Array
  /**
   * Per byte of it: 1 went up, -1 went down, 0 stayed, against the frame before; a byte that is notched and changed is
   * 2.
   */
  readonly change: Int8Array
  readonly count: number
  readonly hz: number
  /** ms, of the last frames; undefined: fewer than three. */
  readonly period: number | undefined
  readonly jitter: number | undefined
  /** The last times between frames, ms, at most 24; and the cycle that they should keep. */
  readonly intervals: Float32Array
  readonly expected: Cycle | undefined
  /** Epoch ms of the latest. */
  readonly at: number
  /** What is odd about it: far off its cycle, in no DBC or not in the profile. */
  readonly oddity: 'fast' | 'slow' | 'unknown' | undefined
}

/** One frame in trace mode. */
export interface TraceRow {
  /** Its place among all that pass the filter. */
  readonly row: number
  readonly ts: number
  /** ms since the frame of this id before it; undefined: the first. */
  readonly sinceOwn: number | undefined
  readonly bus: string
  readonly key: number
  readonly id: number
  readonly ext: boolean
  readonly flags: number
  readonly dlc: number
  readonly data: Uint8Array
  readonly change: Int8Array
  readonly name: string | undefined
  /** The signals in words: `TorqueReq 200 Nm, TorqueMode Normal`. */
  readonly text: string
}

/** A message that several frames carry, or that a protocol above CAN gives a meaning: ISO-TP, UDS, OBD-II, J1939. */
export interface TransportRow {
  readonly row: number
  readonly ts: number
  readonly endTs: number
  readonly bus: string
  readonly key: number
  readonly protocol: 'ISO-TP' | 'UDS' | 'OBD-II' | 'J1939'
  /** `7E0 -> 7E8`, or source and destination address. */
  readonly between: string
  /** `SecurityAccess, requestSeed 0x01`, `negative response: invalid key` … */
  readonly text: string
  readonly tone: 'plain' | 'negative' | 'broken'
  readonly data: Uint8Array
  readonly frames: number
}

export interface SignalRow {
  readonly name: string
  /** `16..31`, and each bit as byte * 8 + bit (bit 7 is the left one), for the grid. */
  readonly bits: readonly number[]
  readonly bitsText: string
  readonly raw: string
  readonly value: number
  /** The value's name, or the number with the decimals that its factor has. */
  readonly text: string
  readonly unit: string
  readonly range: string
  readonly isOutOfRange: boolean
  /** Not in the latest frame: another multiplexor value. */
  readonly isAbsent: boolean
  readonly isConstant: boolean
  /** Up to 48 values over the span; NaN where there is none. */
  readonly spark: Float32Array
  /** 0 to 4, as its colour in grid, list and plot; signals beyond share -1. */
  readonly colour: number
}

/** Everything of the selected id. */
export interface Detail {
  readonly bus: string
  readonly key: number
  readonly id: number
  readonly ext: boolean
  readonly name: string | undefined
  readonly comment: string
  /** `VCU, cycle 20 ms, 8 bytes, Motorola` without what is not known. */
  readonly facts: readonly string[]
  readonly data: Uint8Array
  /** Share of frames (0 to 1) in which a bit differs from the frame before; byte * 8 + (7 - bit). */
  readonly flips: Float32Array
  /** Bits that are notched, the same way. */
  readonly notched: Uint8Array
  readonly signals: readonly SignalRow[]
  /** What is odd, in sentences: `Alive counter repeats 11`, `Checksum does not match in 3 of 200 frames`. */
  readonly oddities: readonly string[]
  /**
   * Times between frames: epoch ms, ms (NaN where frames are missing between), and whether outside of the band. At most
   * 8,000, thinned evenly.
   */
  readonly timing: { readonly at: Float64Array; readonly ms: Float32Array; readonly isOutside: Uint8Array }
  /** The cycle that it should keep, and the band around it, ms. */
  readonly cycle:
    { readonly ms: number; readonly by: Cycle['by']; readonly low: number; readonly high: number } | undefined
}

/** A plotted signal: epoch ms and values, at most 8,000 points, the extremes of each step kept. */
export interface Plot {
  readonly signal: string
  readonly unit: string
  readonly at: Float64Array
  readonly value: Float32Array
}

export interface Summary {
  readonly frames: number
  /** Epoch ms of the first and the last frame kept; undefined: none is. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly buses: readonly { readonly bus: string; readonly frames: number; readonly ids: number }[]
  readonly ids: number
  /** Ids of the bus in sight that pass the filter; of them at most 2,000 are rows. */
  readonly idsShown: number
  /** Of those shown. */
  readonly idsInDbc: number
  readonly idsUnknown: number
  /** Frames that fell out of the window that is kept. */
  readonly forgotten: number
  /** Live frames that came too late to be put in their place. */
  readonly unread: number
  /**
   * The share of the bus that is taken, 0 to 1, by equal steps of the span that is kept (bits by length at 500 kbit/s,
   * FD data at 2 Mbit/s); of several buses the fullest.
   */
  readonly load: { readonly from: number; readonly step: number; readonly share: Float32Array }
  readonly isWhole: boolean
  readonly isPaused: boolean
  readonly filterFault: string | undefined
}

/** Rows in sight of a list. */
export interface Listed<Row> {
  /** All rows that pass the filter. */
  readonly total: number
  /** Rows that fell out at the front since the list began: what was row `n` is `n` less so many. */
  readonly forgotten: number
  readonly rows: readonly Row[]
}

/** Worker to page, at most one on its way: what changed since the last. */
export interface Report {
  readonly op: 'report'
  readonly summary?: Summary
  readonly overwrite?: readonly OverwriteRow[]
  readonly trace?: Listed<TraceRow>
  readonly transport?: Listed<TransportRow>
  readonly detail?: Detail | null
  readonly plots?: readonly Plot[]
}

/** What a DBC reads, to choose signals from. */
export interface Catalogue {
  readonly bus: string
  readonly messages: readonly {
    readonly name: string
    readonly key: number
    readonly signals: readonly { readonly name: string; readonly unit: string }[]
  }[]
  /** Why it reads nothing: `line 12, column 4: …`. */
  readonly fault: string | undefined
}

export type Answer =
  | Report
  | { readonly op: 'catalogue'; readonly catalogue: Catalogue }
  | { readonly op: 'found'; readonly row: number | undefined; readonly ts: number | undefined }
  | { readonly op: 'failed'; readonly message: string }
