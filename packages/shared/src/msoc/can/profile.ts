/**
 * What is normal on one bus of one vehicle model: learned from benign traffic, or derived from a DBC. Detectors read
 * it, people review it. JSON as it is stored; rules PROFILE-1.. of ./SPEC.md.
 */
export interface CanProfile {
  /** Of this shape. */
  readonly shape: 1
  /** What it was learned from; all 0 where it was derived. */
  readonly learned: { readonly frames: number; readonly seconds: number; readonly vehicles: number }
  /** Frames a second on the whole bus: the mean, and the most within one second. 0: not known. */
  readonly load: { readonly mean: number; readonly peak: number }
  readonly ids: readonly IdProfile[]
  /** What the reviewer has a detector keep quiet about: one id, or all where it is null. */
  readonly exceptions: readonly ProfileException[]
  /** Numbers of different ids that go together; absent in profiles of before these were learned. */
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
  /** Of the DBC's message, where one is known. */
  readonly name: string | null
  readonly frames: number
  /** Payload lengths in bytes that were seen, ascending. */
  readonly lengths: readonly number[]
  /** How it is sent, ms; null: not in a cycle. */
  readonly cycle: CycleProfile | null
  /** The most frames within one second; 0: not known. */
  readonly peak: number
  /** The most frames in a row that said the same; 0: not known. */
  readonly repeats: number
  /** By byte of the payload, up to the longest length. */
  readonly bytes: readonly ByteProfile[]
  readonly counters: readonly CounterProfile[]
  readonly checksums: readonly ChecksumProfile[]
  /** Groups of bits that behave as numbers: of the DBC, or found. */
  readonly signals: readonly SignalProfile[]
}

export interface CycleProfile {
  readonly ms: number
  /** Standard deviation of the time between frames. */
  readonly jitterMs: number
  readonly minMs: number
  readonly maxMs: number
}

export interface ByteProfile {
  /** Bits that never changed, and what they were; 0xFF: the whole byte. */
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

/** A byte that the others determine. */
export interface ChecksumProfile {
  readonly byte: number
  /** `xor`, `sum`, `crc8-j1850`, `crc8-h2f` …: see ./checksums.ts. */
  readonly kind: string
  /** What the sum starts with, or is closed with; where the method has one. */
  readonly seed: number
}

export interface SignalProfile {
  readonly name: string
  readonly startBit: number
  readonly length: number
  readonly isIntel: boolean
  readonly isSigned: boolean
  /** Raw values: what the DBC allows, or was seen. */
  readonly min: number
  readonly max: number
  /** The most by which it changed from one frame to the next, raw; null: not known. */
  readonly maxStep: number | null
  /** The most frames in a row that said the same; 0: not known. */
  readonly repeats: number
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

/** Two numbers that say the same in other words: y = gain x + offset. All raw. */
export interface CorrelationProfile {
  readonly x: CorrelatedField
  readonly y: CorrelatedField
  readonly gain: number
  readonly offset: number
  /** How far y ever was from that. */
  readonly spread: number
  /** Of y. */
  readonly min: number
  readonly max: number
  /** How often they were held against each other. */
  readonly samples: number
}
