import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { Cycle } from './cycle.ts'

/**
 * The messages between the page and the analyzer's worker. The page sends frames and its view; the worker stores,
 * decodes, counts and filters the frames, and returns only the visible rows. Rules ANALYZER-1.. of ../SPEC.md.
 */

/** The list modes: the latest frame of each id, all frames, or the transported messages. */
export const listModes = ['overwrite', 'trace', 'transport'] as const
export type ListMode = (typeof listModes)[number]

/** The page's view. Absent fields stay unchanged; the worker responds with the changed parts. */
export interface View {
  readonly mode: ListMode
  /** Undefined: all buses. */
  readonly bus: string | undefined
  /**
   * A filter expression (rules ANALYZER-30 to ANALYZER-36): ids (`2C1`, `0x7E0-0x7EF`), words of names and signals,
   * `rate > 50`, `changed`, `not in dbc` …; separated by spaces.
   */
  readonly filter: string
  /** Whether bytes and bits that are known to change are distinguished from those that change now. */
  readonly isNotched: boolean
  /** The id whose detail is shown: bus and `keyOf`. */
  readonly selected: { readonly bus: string; readonly key: number } | undefined
  /**
   * The time span for overwrite rows, detail and plots, epoch ms; undefined: all kept frames. The trace always lists
   * all kept frames.
   */
  readonly span: { readonly from: number; readonly to: number } | undefined
  /**
   * The focused time, for example of an alert; epoch ms. The detail shows the payload at that time, and if no `span` is
   * set, timing and plots cover thirty seconds before and after it.
   */
  readonly focusTime: number | undefined
  /** The visible rows of the trace or of the transport list: from (inclusive) to (exclusive). */
  readonly rows: readonly [number, number]
  /** The order of the overwrite rows. */
  readonly sort: { readonly by: OverwriteOrder; readonly isDescending: boolean }
  /** The plotted signals, as `message.signal` of the selected bus. */
  readonly plotted: readonly string[]
}
export type OverwriteOrder = 'id' | 'name' | 'count' | 'rate' | 'period' | 'jitter' | 'age'

/** Messages from the page to the worker. */
export type Order =
  /** Removes everything. `keepMs`: how long live frames are kept, at most `keepFrames`; undefined: all. */
  | { readonly op: 'open'; readonly keepMs: number | undefined; readonly keepFrames: number }
  /** Frames, roughly in order: late ones are inserted at their position. The arrays are transferred. */
  | { readonly op: 'frames'; readonly frames: FrameColumns }
  /** A deflated frame block in base64, as sent by the API. */
  | { readonly op: 'block'; readonly block: string }
  /** Frames are missing here: the next frames do not directly follow the previous ones. */
  | { readonly op: 'gap' }
  | { readonly op: 'ended' }
  /** The database text that decodes a bus ('': all others); undefined: none. */
  | { readonly op: 'dbc'; readonly bus: string; readonly text: string | undefined }
  | { readonly op: 'profile'; readonly bus: string; readonly profile: CanProfile | undefined }
  | { readonly op: 'view'; readonly view: Partial<View> }
  /** Marks all bits that changed until now as known (`isNotched`), or clears the marks. */
  | { readonly op: 'notch'; readonly isKnown: boolean }
  /** Pauses the view: frames are still stored, but the shown rows do not change. */
  | { readonly op: 'pause'; readonly isPaused: boolean }
  /** The page has drawn the last report: the next report may be sent. */
  | { readonly op: 'drawn' }
  /**
   * Requests the position of the first frame after the time `from` (epoch ms) that passes the filter, or of the last
   * before it; answered by `found`.
   */
  | { readonly op: 'find'; readonly from: number; readonly isBackward: boolean }
  /** Requests the trace row at a time or the first after it, otherwise the last; answered by `found`. */
  | { readonly op: 'seek'; readonly at: number }

/** One id in overwrite mode. */
export interface OverwriteRow {
  readonly bus: string
  readonly key: number
  readonly id: number
  readonly ext: boolean
  readonly fd: boolean
  readonly rtr: boolean
  /** The message's name; undefined if no DBC contains it. */
  readonly name: string | undefined
  readonly ecu: string | undefined
  /** The latest payload. */
  readonly data: Uint8Array
  /**
   * The change of each byte against the previous frame: 1 increased, -1 decreased, 0 unchanged, 2 changed in notched
   * bits.
   */
  readonly change: Int8Array
  readonly count: number
  readonly hz: number
  /** Mean of the last frames, ms; undefined if there are fewer than three. */
  readonly period: number | undefined
  readonly jitter: number | undefined
  /** The last times between frames, ms, at most 24; and the expected cycle. */
  readonly intervals: Float32Array
  readonly expected: Cycle | undefined
  /** Time of the latest frame, epoch ms. */
  readonly at: number
  /** Its oddity: far from its cycle, or in no DBC or not in the profile. */
  readonly oddity: 'fast' | 'slow' | 'unknown' | undefined
}

/** One frame in trace mode. */
export interface TraceRow {
  /** Its index among all frames that pass the filter. */
  readonly row: number
  readonly ts: number
  /** ms since the previous frame of this id; undefined for the first. */
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
  /** The signals as text: `TorqueReq 200 Nm, TorqueMode Normal`. */
  readonly text: string
}

/** A message of several frames, or of a protocol above CAN: ISO-TP, UDS, OBD-II, J1939. */
export interface TransportRow {
  readonly row: number
  readonly ts: number
  readonly endTs: number
  readonly bus: string
  readonly key: number
  readonly protocol: 'ISO-TP' | 'UDS' | 'GMLAN' | 'OBD-II' | 'J1939'
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
  /** `16..31`, and each bit as byte * 8 + bit (bit 7 is the leftmost), for the grid. */
  readonly bits: readonly number[]
  readonly bitsText: string
  readonly raw: string
  readonly value: number
  /** The name of the value, or the number with the decimals of its factor. */
  readonly text: string
  readonly unit: string
  readonly range: string
  readonly isOutOfRange: boolean
  /** Whether it is not in the latest frame: the frame has another multiplexor value. */
  readonly isAbsent: boolean
  readonly isConstant: boolean
  /** Up to 48 values over the span; NaN for missing values. */
  readonly spark: Float32Array
  /** 0 to 4: its colour in grid, list and plot; -1 for further signals. */
  readonly colour: number
}

/** The detail of the selected id. */
export interface Detail {
  readonly bus: string
  readonly key: number
  readonly id: number
  readonly ext: boolean
  readonly name: string | undefined
  readonly comment: string
  /** `VCU, cycle 20 ms, 8 bytes, Motorola`, without unknown facts. */
  readonly facts: readonly string[]
  readonly data: Uint8Array
  /** Share of frames (0 to 1) in which a bit differs from the previous frame; byte * 8 + (7 - bit). */
  readonly flips: Float32Array
  /** The notched bits, at the same indices. */
  readonly notched: Uint8Array
  readonly signals: readonly SignalRow[]
  /** The oddities as sentences: `Alive counter repeats 11`, `Checksum does not match in 3 of 200 frames`. */
  readonly oddities: readonly string[]
  /**
   * Times between frames: epoch ms, ms (NaN if frames are missing in between), and whether outside the band. At most
   * 8,000, thinned evenly.
   */
  readonly timing: { readonly at: Float64Array; readonly ms: Float32Array; readonly isOutside: Uint8Array }
  /** The expected cycle and the band around it, ms. */
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
  /** Epoch ms of the first and the last kept frame; undefined if there is none. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly buses: readonly { readonly bus: string; readonly frames: number; readonly ids: number }[]
  readonly ids: number
  /** Number of ids of the shown bus that pass the filter; at most 2,000 of them are rows. */
  readonly idsShown: number
  /** Number of the shown ids that are in a DBC. */
  readonly idsInDbc: number
  readonly idsUnknown: number
  /** Number of frames that left the kept window. */
  readonly forgotten: number
  /** Number of live frames that came too late to be inserted. */
  readonly unread: number
  /**
   * The bus load, 0 to 1, in equal steps of the kept span (bits by length at 500 kbit/s, FD data at 2 Mbit/s); for
   * several buses the highest.
   */
  readonly load: { readonly from: number; readonly step: number; readonly share: Float32Array }
  readonly isWhole: boolean
  readonly isPaused: boolean
  readonly filterFault: string | undefined
}

/** The visible rows of a list. */
export interface Listed<Row> {
  /** Number of all rows that pass the filter. */
  readonly total: number
  /** Number of rows removed at the front since the list began: the former row `n` is now row `n` minus this number. */
  readonly forgotten: number
  readonly rows: readonly Row[]
}

/** Messages from the worker to the page, at most one in transit: the changes since the last report. */
export interface Report {
  readonly op: 'report'
  readonly summary?: Summary
  readonly overwrite?: readonly OverwriteRow[]
  readonly trace?: Listed<TraceRow>
  readonly transport?: Listed<TransportRow>
  readonly detail?: Detail | null
  readonly plots?: readonly Plot[]
}

/** The contents of a DBC, for the selection of signals. */
export interface Catalogue {
  readonly bus: string
  readonly messages: readonly {
    readonly name: string
    readonly key: number
    readonly signals: readonly { readonly name: string; readonly unit: string }[]
  }[]
  /** Why it could not be parsed: `line 12, column 4: …`. */
  readonly fault: string | undefined
}

export type Answer =
  | Report
  | { readonly op: 'catalogue'; readonly catalogue: Catalogue }
  | { readonly op: 'found'; readonly row: number | undefined; readonly ts: number | undefined }
  | { readonly op: 'failed'; readonly message: string }
