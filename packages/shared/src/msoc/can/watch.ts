import type { Arrival, Finding } from '../detect/detector.ts'
import { busDetectors } from './detect/all.ts'
import type { BusFacts, BusFrame, Newcomers, Sign } from './detect/bus-detector.ts'
import { createDiagnosticIds } from './detect/diagnostic-ids.ts'
import { createAnswers } from './detect/j1939/answers.ts'
import { startClocks } from './detect/clock/sender-clock.ts'
import { type CanFrame, canFlags, dlcOf, keyOf } from './frame.ts'
import { createIncidents } from './incidents.ts'
import { createLearner, type Learner } from './learn.ts'
import { type BusModel, compileModel, modelOf } from './model.ts'
import type { CanProfile } from './profile.ts'
import { needed, refinedSeconds, type SavedWatch } from './watch-state.ts'

/** What a watch knows in addition to the frames; read again with each frame. */
export interface WatchFacts {
  readonly vin: string
  readonly bus: string
  /** The active profile of the vehicle's model and bus; without one the bus is watched by its self-learned model. */
  readonly profile: CanProfile | undefined
  readonly isMoving: boolean | undefined
}

/**
 * Watches one bus of one vehicle: by a profile, or after silent learning by a self-learned model (rules WATCH-1 to
 * WATCH-7 of ./SPEC.md).
 */
export interface BusWatch {
  /** `onSign`: receives the signs of single detectors before they are combined into findings. */
  step(frame: CanFrame, emit: (finding: Finding) => void, onSign?: (sign: Sign) => void): void
  /** As `step`, but without learning: the saved state already includes this frame. */
  recall(frame: CanFrame, emit: (finding: Finding) => void): void
  /** Reports another event of the vehicle, at `ts`, for detectors of silence. */
  tick(ts: number, emit: (finding: Finding) => void, arrival?: Arrival): void
  /** Emits everything that was held back. */
  flush(emit: (finding: Finding) => void): void
  /** Returns what was learned, if it changed and is worth saving; `before`: the state saved last. */
  save(before?: SavedWatch): SavedWatch | undefined
}

/** Longer silences of the bus do not count as learning time. */
const silenceCountedMs = 60_000
/** For this long after a sign of fuzzing no new id is learned. */
const fuzzedMs = 5_000
/** How often the learned state is saved, and when it is refined: seconds of vehicle time. */
const keepEverySeconds = 30
const refinements = [120, 300, refinedSeconds]

export function createBusWatch(facts: WatchFacts, saved?: SavedWatch): BusWatch {
  const incidents = createIncidents(facts.bus)
  let learner: Learner | undefined =
    saved && saved.seconds >= refinedSeconds ? undefined : createLearner(saved?.learner, false)
  let seconds = saved?.seconds ?? 0
  let isLearned = saved?.isLearned ?? false
  let keptAt = seconds
  let isChanged = false
  let last = Number.NaN
  let own: BusModel | undefined = saved?.isLearned
    ? compileModel(createLearner(saved.learner, false).profile())
    : undefined
  let used: CanProfile | undefined
  let seq = -1
  let finished: SavedWatch | undefined
  const newcomers: Newcomers = {
    since: new Map(saved?.newcomers?.map((key) => [key, -Infinity])),
    waiting: [],
    reportedAt: -Infinity,
  }
  let savedNewcomers = newcomers.since.size
  let watchedFrom = Number.NaN
  let fuzzedUntil = -Infinity

  const known: { -readonly [K in keyof BusFacts]: BusFacts[K] } = {
    vin: facts.vin,
    bus: facts.bus,
    profile: undefined,
    model: undefined,
    crowded: new Uint8Array(),
    paces: undefined,
    clocks: undefined,
    suspectedAt: undefined,
    pairs: undefined,
    watchedMs: 0,
    newcomers: undefined,
    isMoving: undefined,
  }
  const seen = {
    ts: 0,
    bus: facts.bus,
    id: 0,
    flags: 0,
    dlc: 0,
    data: new Uint8Array(),
    key: 0,
    seq: 0,
    index: -1,
    isMisshapen: false,
    isRequested: false,
    answers: undefined as number | undefined,
  }
  const diagnostics = createDiagnosticIds()
  const isAnswer = createAnswers()
  let memories: unknown[] = []
  let onSign: ((sign: Sign) => void) | undefined

  const receive = (sign: Sign): void => {
    if (known.profile && isExcepted(known.profile, sign)) return
    onSign?.(sign)
    const suspect = sign.key === null ? undefined : known.model?.placeOf.get(sign.key)
    if (suspect !== undefined) known.suspectedAt![suspect] = sign.ts
    if (sign.detector === 'can-fuzz') fuzzedUntil = sign.ts + fuzzedMs
    incidents.fold(sign)
  }

  function use(profile: CanProfile | undefined): void {
    used = profile
    known.profile = profile
    known.model = profile ? modelOf(profile) : own
    known.newcomers = profile ? undefined : newcomers
    known.crowded = new Uint8Array(known.model?.keys.length ?? 0)
    known.pairs = diagnostics.pairs
    known.paces = new Float32Array(known.model?.keys.length ?? 0)
    known.clocks = startClocks(known.model?.keys.length ?? 0)
    known.suspectedAt = new Float64Array(known.model?.keys.length ?? 0).fill(-Infinity)
    watchedFrom = Number.NaN
    memories = busDetectors.map((detector) => detector.start(known))
  }
  use(facts.profile)

  /** Learns from the frame: from all frames at first, later only from those without suspicion. */
  function learn(frame: BusFrame): void {
    const passed = frame.ts - last
    if (passed > 0 && passed <= silenceCountedMs) seconds += passed / 1000
    if (!(passed < 0 && passed > -silenceCountedMs)) last = frame.ts
    if (frame.ts < fuzzedUntil && !learner!.knows(frame.key)) return
    if (isLearned && (frame.index < 0 || incidents.isSuspect(frame.key, frame.ts))) return
    learner!.push(frame)
    if (!isLearned && seconds >= needed.seconds && learner!.frames >= needed.frames) mature()
    else if (isLearned && refinements.some((at) => keptAt < at && seconds >= at)) mature()
    else if (seconds - keptAt >= keepEverySeconds) keep()
  }

  function mature(): void {
    isLearned = true
    own = compileModel(learner!.profile())
    use(undefined)
    keep()
    if (seconds < refinedSeconds) return
    finished = { seconds, isLearned, learner: learner!.save() }
    learner = undefined
  }

  function keep(): void {
    keptAt = seconds
    isChanged = true
  }

  /** Passes the frame to all detectors; returns false for a frame that they do not process. */
  function show(frame: CanFrame, listener: ((sign: Sign) => void) | undefined): boolean {
    if ((frame.flags & canFlags.error) !== 0) return false
    if (facts.profile !== used) use(facts.profile)
    seq += 1
    seen.ts = frame.ts
    seen.id = frame.id
    seen.flags = frame.flags
    seen.dlc = frame.dlc
    seen.data = frame.data as Uint8Array<ArrayBuffer>
    seen.seq = seq
    seen.key = keyOf(frame.id, (frame.flags & canFlags.ext) !== 0)
    seen.index = known.model?.placeOf.get(seen.key) ?? -1
    seen.isMisshapen = known.model !== undefined && seen.index >= 0 && isMisshapen(known.model, seen)
    known.isMoving = facts.isMoving
    if (!(frame.ts >= watchedFrom)) watchedFrom = frame.ts
    known.watchedMs = frame.ts - watchedFrom
    onSign = listener
    seen.isRequested = isAnswer(seen, known.model)
    seen.answers = diagnostics.take(seen, known)
    for (let i = 0; i < busDetectors.length; i++) busDetectors[i]!.step(memories[i], seen, known, receive)
    return true
  }

  return {
    step(frame, emit, listener) {
      if (!show(frame, listener)) return
      if (learner && used === undefined) learn(seen)
      incidents.release(frame.ts, emit)
    },
    recall(frame, emit) {
      if (show(frame, undefined)) incidents.release(frame.ts, emit)
    },
    tick(ts, emit, arrival = { at: ts, isLate: false }) {
      known.isMoving = facts.isMoving
      busDetectors.forEach((detector, i) => detector.tick?.(memories[i], ts, known, receive, arrival))
      incidents.release(ts, emit)
    },
    flush: (emit) => incidents.flush(emit),
    save(before) {
      if (!isChanged && savedNewcomers === newcomers.since.size) return undefined
      const kept = finished ?? (learner ? { seconds, isLearned, learner: learner.save() } : before)
      isChanged = false
      savedNewcomers = newcomers.since.size
      finished = undefined
      return kept && { ...kept, newcomers: [...newcomers.since.keys()] }
    },
  }
}

/** A model without lengths of an id accepts any length. */
function isMisshapen({ lengths }: BusModel, { index, data }: BusFrame): boolean {
  return lengths[index] !== 0 && (lengths[index]! & (1 << dlcOf(data.length))) === 0
}

function isExcepted({ exceptions }: CanProfile, { detector, key }: Sign): boolean {
  return exceptions.some(
    (exception) =>
      exception.detector === detector &&
      (exception.id === null || (key !== null && keyOf(exception.id, exception.ext) === key)),
  )
}
