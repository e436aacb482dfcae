import { canFlags } from '@carapace/shared/msoc/can/frame'
import type { Summary } from './protocol.ts'

/**
 * Bits per second of the arbitration phase, and the factor for the data phase of CAN FD: the usual 500 kbit/s and 2
 * Mbit/s.
 */
const bitRate = 500_000
const fdFactor = 4

/**
 * Factor for stuff bits: at worst one per five bits, about one per ten in typical payloads (ISO 11898-1:2024, bit
 * stuffing).
 */
const stuffing = 1.1

/**
 * How long a frame occupies the bus, in bits of the arbitration phase including the interframe space (ISO 11898-1:2024,
 * frame formats).
 */
export function bitsOf(flags: number, bytes: number): number {
  const isExtended = (flags & canFlags.ext) !== 0
  if ((flags & canFlags.fd) === 0) return 13 + stuffing * ((isExtended ? 54 : 34) + 8 * bytes)
  const checksum = bytes > 16 ? 21 : 17
  return 12 + stuffing * (isExtended ? 36 : 17) + (stuffing * (9 + 8 * bytes) + checksum * 1.25 + 4) / fdFactor
}

/** The load of each bus over time, in steps that grow so that there are never more than a few thousand. */
export interface BusLoad {
  add(bus: number, ts: number, bits: number): void
  /** Removes the steps that end before a time. */
  forget(before: number): void
  /** The load of one bus, or at each step that of the bus with the highest load. */
  shares(bus: number | undefined): Summary['load']
}

const mostSteps = 4_096
/** Number of steps to show: one or two pixels each. */
const shownSteps = 480

export function createBusLoad(): BusLoad {
  let stepMs = 50
  /** The time at which step 0 begins. */
  let from = NaN
  /** By bus: the number of bits in each step. */
  let bits: Float64Array[] = []
  let used = 0
  /** The latest time. */
  let to = NaN

  function coarser(): void {
    bits = bits.map((each) =>
      Float64Array.from({ length: mostSteps }, (_, i) => (each[2 * i] ?? 0) + (each[2 * i + 1] ?? 0)),
    )
    stepMs *= 2
    used = Math.ceil(used / 2)
  }

  return {
    add(bus, ts, more) {
      if (Number.isNaN(from)) from = to = ts
      to = Math.max(to, ts)
      while (ts - from >= mostSteps * stepMs) coarser()
      const step = Math.max(0, Math.floor((ts - from) / stepMs))
      while (bits.length <= bus) bits.push(new Float64Array(mostSteps))
      bits[bus]![step]! += more
      used = Math.max(used, step + 1)
    },
    forget(before) {
      const gone = Math.floor((before - from) / stepMs)
      if (!(gone >= mostSteps / 4)) return
      for (const each of bits) {
        each.copyWithin(0, gone)
        each.fill(0, Math.max(0, used - gone))
      }
      used = Math.max(0, used - gone)
      from += gone * stepMs
    },
    shares(bus) {
      const together = Math.max(1, Math.ceil(used / shownSteps))
      const share = new Float32Array(Math.ceil(used / together))
      const shownMs = stepMs * together
      const full = (bitRate / 1_000) * shownMs
      // the last step is incomplete: the load is computed together with the previous step
      const last = share.length - 1
      const begun = Math.min(1, (to - from) / shownMs - last)
      for (const each of bus === undefined ? bits : [bits[bus] ?? new Float64Array(0)]) {
        for (let step = 0; step < share.length; step++) {
          const isLast = step === last && step > 0
          let sum = 0
          for (let i = (isLast ? step - 1 : step) * together; i < (step + 1) * together; i++) sum += each[i] ?? 0
          share[step] = Math.max(share[step]!, Math.min(1, sum / (isLast ? full * (1 + begun) : full)))
        }
      }
      return { from: Number.isNaN(from) ? 0 : from, step: shownMs, share }
    },
  }
}
