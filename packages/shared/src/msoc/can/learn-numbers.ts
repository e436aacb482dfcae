import type { Columns } from './learn-columns.ts'
import {
  type Correlations,
  correlationsOf,
  fitPairs,
  foldSample,
  relationsOf,
  restoreCorrelations,
  sampleMs,
  saveCorrelations,
  type SavedCorrelations,
} from './learn-correlations.ts'
import type { BitGroup } from './bits.ts'
import { findFields } from './learn-fields.ts'
import {
  foldTracks,
  numbersIn,
  restoreTracks,
  saveTracks,
  type SavedTracks,
  type Tracks,
  tracksMost,
  tracksOf,
} from './learn-tracks.ts'
import { modelled } from './model.ts'
import type { CorrelationProfile, SignalProfile } from './profile.ts'

/** The numbers on a bus: their bits, their behaviour, and their correlations. */
export interface Numbers {
  /**
   * Call it after the payload was counted in the columns. `isTaken`: bits of an id that are known to be counters or
   * checksums.
   */
  fold(columns: Columns, place: number, ts: number, data: Uint8Array, isNext: boolean): void
  /** Searches for numbers if a search is due by the seconds of learning. */
  look(
    columns: Columns,
    ids: number,
    seconds: number,
    isTaken: (place: number, byte: number, bit: number) => boolean,
  ): void
  signalsOf(place: number): SignalProfile[]
  relations(columns: Columns): CorrelationProfile[]
  save(): SavedNumbers | undefined
}

export interface SavedNumbers {
  readonly tracks: SavedTracks
  readonly correlations: SavedCorrelations
}

/** Seconds of learning at which numbers are searched for: bits that rarely flip are found later. */
const looks = [20, 60, 120, 180, 240, 330, 420, 540, 900, 1_800, 3_600]
/** Minimum number of frames of an id to search it for numbers. */
const framesLeast = 60

export function createNumbers(saved: SavedNumbers | undefined, seconds: number): Numbers {
  let tracks: Tracks | undefined = saved && restoreTracks(saved.tracks)
  let correlations: Correlations | undefined = saved && restoreCorrelations(saved.correlations)
  let nextLook = looks.find((at) => at > seconds) ?? Infinity
  let sampled = -Infinity

  return {
    fold(columns, place, ts, data, isNext) {
      if (!tracks || !correlations) return
      foldTracks(tracks, place, data, isNext)
      const passed = ts - sampled
      if (passed >= 0 && passed < sampleMs) return
      sampled = ts
      foldSample(correlations, columns, tracks, ts)
    },
    look(columns, ids, learned, isTaken) {
      if (learned < nextLook) return
      nextLook = looks.find((at) => at > learned) ?? Infinity
      // before the movers change, because a new mover resets all covariances
      if (correlations) fitPairs(correlations)
      const found = tracksOf(fieldsByPlace(columns, ids, isTaken), tracks, columns.payload)
      correlations = correlationsOf(columns, found, tracks && correlations && { correlations, tracks })
      tracks = found
    },
    signalsOf: (place) => (tracks ? numbersIn(tracks, place) : []),
    relations: (columns) => (tracks && correlations ? relationsOf(correlations, columns, tracks) : []),
    save: () =>
      tracks && correlations ? { tracks: saveTracks(tracks), correlations: saveCorrelations(correlations) } : undefined,
  }
}

/** Returns the numbers found in each id, those of frequent ids first, up to the number of tracks. */
function fieldsByPlace(columns: Columns, ids: number, isTaken: Parameters<Numbers['look']>[3]): BitGroup[][] {
  const byPlace: BitGroup[][] = Array.from({ length: ids }, () => [])
  const frequent = Array.from({ length: ids }, (_, place) => place).sort(
    (a, b) => columns.frames[b]! - columns.frames[a]! || a - b,
  )
  let left = tracksMost
  for (const place of frequent) {
    if (columns.frames[place]! < framesLeast) break
    const found = findFields(columns, place, modelled, (byte, bit) => isTaken(place, byte, bit)).slice(0, left)
    byPlace[place] = found
    left -= found.length
  }
  return byPlace
}
