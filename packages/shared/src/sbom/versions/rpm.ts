import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumerals, compareText, firstDifference, numeralOf, type Numeral } from './parts.ts'

/** What rpmvercmp compares piece by piece. A piece of another kind than the other's decides by its rank. */
interface Segment {
  readonly rank: number
  readonly value: Numeral | string
}

// `1.0~rc1` < `1.0` < `1.0^git1` < `1.0a` < `1.0.1`
const tilde: Segment = { rank: 0, value: 0 }
const end: Segment = { rank: 1, value: 0 }
const caret: Segment = { rank: 2, value: 0 }
const letters = 3
const digits = 4

interface RpmVersion {
  readonly epoch: Numeral
  readonly version: readonly Segment[]
  /** Undefined where the text has no hyphen: less than any release. */
  readonly release: readonly Segment[] | undefined
}

/** Reads `[epoch:]version[-release]`; a colon after anything but digits belongs to the version (VERSION-21). */
function readRpm(text: string): RpmVersion | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || /\s/.test(trimmed)) return undefined

  const [, epoch = '0', rest = ''] = /^(?:([0-9]*):)?(.*)$/.exec(trimmed)!
  const hyphen = rest.indexOf('-')
  return {
    epoch: numeralOf(epoch === '' ? '0' : epoch),
    version: segmentsOf(hyphen === -1 ? rest : rest.slice(0, hyphen)),
    release: hyphen === -1 ? undefined : segmentsOf(rest.slice(hyphen + 1)),
  }
}

/** Returns the pieces of a text: runs of digits, runs of letters, `~`, `^`; everything else only separates them. */
function segmentsOf(text: string): Segment[] {
  const found = text.match(/[0-9]+|[A-Za-z]+|[~^]/g) ?? []
  return [...found.map(segmentOf), end]
}

function segmentOf(piece: string): Segment {
  if (piece === '~') return tilde
  if (piece === '^') return caret
  return /^[0-9]/.test(piece) ? { rank: digits, value: numeralOf(piece) } : { rank: letters, value: piece }
}

function compareSegments(a: Segment, b: Segment): Sign {
  if (a.rank !== b.rank) return compareNumerals(a.rank, b.rank)
  return typeof a.value === 'string'
    ? compareText(a.value, b.value as string)
    : compareNumerals(a.value, b.value as Numeral)
}

function compareReleases(a: RpmVersion['release'], b: RpmVersion['release']): Sign {
  if (a === undefined || b === undefined) return compareNumerals(a === undefined ? 0 : 1, b === undefined ? 0 : 1)
  return compareLists(a, b, compareSegments)
}

function compareRpm(a: RpmVersion, b: RpmVersion): Sign {
  return firstDifference(
    () => compareNumerals(a.epoch, b.epoch),
    () => compareLists(a.version, b.version, compareSegments),
    () => compareReleases(a.release, b.release),
  )
}

export const rpm = defineOrder('rpm', readRpm, compareRpm)
