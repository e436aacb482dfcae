import { hexOf } from '../frame.ts'
import { ofManyIds } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Newcomers, Sign } from './bus-detector.ts'
import { busSignOf, isOutgrown, isTalk, signOf, textOfKey } from './signs.ts'

interface UnknownId {
  readonly since: number
  count: number
  isReported: boolean
  readonly seqs: number[]
}

interface Memory {
  readonly unknownIds: Map<number, UnknownId>
}

/** Maximum number of unknown ids that are remembered; beyond that, the oldest is dropped. */
const unknownIdsKept = 64
const seqsKept = 16
/** Minimum learning for every unknown id to be reported at once. */
const learnedEnough = { seconds: 60, frames: 1_000 } as const
/** On a bus with a self-learned model a new id is reported for this long. */
const newMs = 30_000
/**
 * Other new ids within this time are reported together, except: that many ids appear within ten seconds, or one id
 * sends that many frames in its first second.
 */
const togetherMs = 10 * 60_000
const crowd = { ids: 4, ms: 10_000 } as const
const loud = { frames: 5, ms: 1_000 } as const
const newcomersKept = 256
const newcomersListed = 8

/**
 * Detects arbitration ids that were never seen while the bus was learned. After little learning only ids are reported
 * whose rate makes it nearly impossible that learning missed them: at a rate r, the chance is e^(-rT).
 */
export const canUnknownId: BusDetector<Memory> = {
  name: 'can-unknown-id',
  family: { ...ofManyIds, strength: 6 },
  start: () => ({ unknownIds: new Map() }),
  step({ unknownIds }, frame, facts, emit) {
    const { model, newcomers } = facts
    if (newcomers && newcomers.waiting.length > 0 && Math.abs(frame.ts - newcomers.reportedAt) > togetherMs)
      emitWaiting(newcomers, frame, facts, emit)
    if (!model || frame.index >= 0 || isTalk(frame, facts) || frame.isRequested === true) return
    const unknownId = unknownIds.get(frame.key) ?? meet(unknownIds, frame.key, frame.ts)
    unknownId.count += 1
    if (unknownId.seqs.length < seqsKept) unknownId.seqs.push(frame.seq)
    const isLearned =
      model.seconds === 0 || (model.seconds >= learnedEnough.seconds && model.frames >= learnedEnough.frames)
    unknownId.isReported ||=
      isLearned ||
      (unknownId.count >= 5 &&
        (model.seconds * 1000 * (unknownId.count - 1)) / Math.max(1, frame.ts - unknownId.since) >= 16)
    if (!unknownId.isReported || (newcomers && !isNews(newcomers, unknownId, frame))) return
    // one rare id is expected where little was learned
    const severity = isOutgrown(facts) && unknownId.count < loud.frames ? 'medium' : 'high'
    emit(
      signOf('can-unknown-id', severity, 'Unknown arbitration id', frame, facts, unknownId.seqs.splice(0), [
        { field: 'can.id', observed: textOfKey(frame.key), expected: `one of ${model.keys.length} learned ids` },
        { field: 'data', observed: hexOf(frame.data), expected: '' },
      ]),
    )
  },
}

function meet(unknownIds: Map<number, UnknownId>, key: number, since: number): UnknownId {
  if (unknownIds.size >= unknownIdsKept) unknownIds.delete(unknownIds.keys().next().value!)
  const unknownId: UnknownId = { since, count: 0, isReported: false, seqs: [] }
  unknownIds.set(key, unknownId)
  return unknownId
}

/**
 * Returns true if a frame of a new id is to be reported at once. A model learned in a minute contains the cyclic ids
 * but not those of rare events: each of these is reported once and is known from then on. Of ids that appear one at a
 * time only the first is reported alone.
 */
function isNews(newcomers: Newcomers, { since, count }: UnknownId, { key, ts, seq }: BusFrame): boolean {
  const first = newcomers.since.get(key) ?? addNewcomer(newcomers, key, ts)
  if (!(ts - first < newMs)) return false
  const isWaiting = newcomers.waiting.some((one) => one.key === key)
  const isLoud = count >= loud.frames && ts - since < loud.ms
  const isCrowd = newcomers.waiting.filter((one) => ts - one.ts < crowd.ms).length >= crowd.ids
  if (isLoud || isCrowd || (!isWaiting && (first !== ts || Math.abs(ts - newcomers.reportedAt) > togetherMs))) {
    if (first === ts) newcomers.reportedAt = ts
    if (isWaiting) newcomers.waiting = newcomers.waiting.filter((one) => one.key !== key)
    return true
  }
  if (!isWaiting && newcomers.waiting.length < newcomersKept) newcomers.waiting.push({ key, ts, seq })
  return false
}

function addNewcomer({ since }: Newcomers, key: number, ts: number): number {
  if (since.size >= newcomersKept) since.delete(since.keys().next().value!)
  since.set(key, ts)
  return ts
}

function emitWaiting(newcomers: Newcomers, frame: BusFrame, facts: BusFacts, emit: (sign: Sign) => void): void {
  const { waiting } = newcomers
  newcomers.waiting = []
  newcomers.reportedAt = frame.ts
  const listed = waiting
    .slice(0, newcomersListed)
    .map(({ key }) => textOfKey(key))
    .join(', ')
  emit(
    busSignOf(
      'can-unknown-id',
      'medium',
      'New arbitration ids',
      frame.ts,
      facts,
      waiting.map(({ seq }) => seq),
      [
        {
          field: 'can.id',
          observed: `${waiting.length}: ${listed}${waiting.length > newcomersListed ? ' …' : ''}`,
          expected: `one of ${facts.model?.keys.length ?? 0} learned ids`,
        },
      ],
    ),
  )
}
