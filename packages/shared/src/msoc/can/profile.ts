/**
 * What is normal on one bus of one vehicle model: learned from benign traffic, or derived from a DBC. Detectors read
 * it, users review it. Stored as this JSON; rules PROFILE-1.. of ./SPEC.md.
 */
export interface CanProfile {
  /** Version of this structure. */
  readonly shape: 1
  /** The amount of data it was learned from; all 0 if it was derived. */
  readonly learned: { readonly frames: number; readonly seconds: number; readonly vehicles: number }
  /** Frames per second on the whole bus: the mean, and the maximum within one second. 0: not known. */
  readonly load: { readonly mean: number; readonly peak: number }
  readonly ids: readonly IdProfile[]
  /** Detectors that the reviewer has muted: for one id, or for all ids where it is null. */
  readonly exceptions: readonly ProfileException[]
  /** Correlated numbers of different ids; absent in profiles older than this feature. */
  readonly correlations?: readonly CorrelationProfile[]
}

export interface ProfileException {
  readonly id: number | null
  readonly ext: boolean
  /** A detector's name. */
  readonly detector: string
}

export interface IdProfile {
  readonly id: number
  readonly ext: boolean
  /** Name of the message in the DBC, if known. */
  readonly name: string | null
  readonly frames: number
  /** Payload lengths in bytes that were seen, ascending. */
  readonly lengths: readonly number[]
  /** How it is sent, ms; null: not in a cycle. */
  readonly cycle: CycleProfile | null
  /** The maximum number of frames within one second; 0: not known. */
  readonly peak: number
  /** The maximum number of consecutive frames with the same payload; 0: not known. */
  readonly repeats: number
  /** By byte of the payload, up to the longest length. */
  readonly bytes: readonly ByteProfile[]
  readonly counters: readonly CounterProfile[]
  readonly checksums: readonly ChecksumProfile[]
  /** Bit groups that behave as numbers: from the DBC, or found. */
  readonly signals: readonly SignalProfile[]
}

export interface CycleProfile {
  readonly ms: number
  /** Standard deviation of the time between frames. */
  readonly jitterMs: number
  readonly minMs: number
  readonly maxMs: number
  /**
   * For how long its sender was seen to keep to the beat, s, never moving the frame to another task; absent: it moved
   * it, or that is not known.
   */
  readonly steadySeconds?: number | undefined
}

export interface ByteProfile {
  /** Bits that never changed, and their values; 0xFF: the whole byte. */
  readonly constantMask: number
  readonly constantValue: number
  readonly min: number
  readonly max: number
  /** All values seen, ascending; null: too many to list. */
  readonly values: readonly number[] | null
}

/** Consecutive bits that count up by `step`, modulo 2^length. Bits in DBC numbering. */
export interface CounterProfile {
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly step: number
}

/** A byte that is computed from the others. */
export interface ChecksumProfile {
  readonly byte: number
  /** `xor`, `sum`, `crc8-j1850`, `crc8-h2f` …: see ./checksums.ts. */
  readonly kind: string
  /** The initial or final value of the sum, if the method has one. */
  readonly seed: number
}

export interface SignalProfile {
  readonly name: string
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
  /** Raw limits: as the DBC allows, or as seen. */
  readonly min: number
  readonly max: number
  /** The largest change from one frame to the next, raw; null: not known. */
  readonly maxStep: number | null
  /** The maximum number of consecutive frames with the same value; 0: not known. */
  readonly repeats: number
  /** How often it changed; absent: not known. */
  readonly moves?: number | undefined
  /** In how many frames it was counted: its bits may have been found late; absent: in all of its id. */
  readonly frames?: number | undefined
}

/** A number on the bus; bits in DBC numbering. */
export interface CorrelatedField {
  readonly id: number
  readonly ext: boolean
  readonly name: string
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
}

/** Two numbers in a linear relation: y = gain x + offset, x taken `lagMs` earlier. All raw. */
export interface CorrelationProfile {
  readonly x: CorrelatedField
  readonly y: CorrelatedField
  readonly gain: number
  readonly offset: number
  /** By how much y follows x; absent: not at all. */
  readonly lagMs?: number
  /** The largest distance of y from that line. */
  readonly spread: number
  /** Range of y. */
  readonly min: number
  readonly max: number
  /** Number of times the two were compared. */
  readonly samples: number
}
