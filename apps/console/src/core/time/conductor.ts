import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useNow } from '../format/format.ts'
import {
  fixedBetween,
  rangeNamed,
  type TimeRange,
  type TimeWindow,
  usualRange,
  windowAt,
  wordOf,
  zoomedOut,
} from './range.ts'

export type { TimeRange, TimeWindow } from './range.ts'

/** What a page spreads into its `validateSearch`: the window as the address says it. */
export const TimeSearch = { time: z.string().max(80).optional().catch(undefined) }

interface Remembered {
  /** The window that a page without one in its address takes over. */
  readonly word: string
  /** The windows that were zoomed into, the latest last. */
  readonly zooms: readonly string[]
}

const StoredTime = z.object({ word: z.string(), zooms: z.array(z.string()) })
const storageKey = 'carapace.time'
/** So many zooms can be undone. */
const mostZooms = 20

const remembered = createStore<Remembered>(() => stored() ?? { word: wordOf(usualRange), zooms: [] })
remembered.subscribe((state) => sessionStorage.setItem(storageKey, JSON.stringify(state)))

function stored(): Remembered | undefined {
  try {
    return StoredTime.safeParse(JSON.parse(globalThis.sessionStorage?.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined // not ours, or half written: the usual window does
  }
}

/** The window as a word: what the address says, else what the page before had (rule TIME-3). */
function useTimeWord(): string {
  const timeParam = useSearch({ strict: false, select: (search) => (search as { readonly time?: unknown }).time })
  const kept = useStore(remembered, (state) => state.word)
  return typeof timeParam === 'string' && rangeNamed(timeParam) ? timeParam : kept
}

interface Conductor {
  readonly range: TimeRange
  readonly set: (range: TimeRange) => void
  /** Narrows to a part of what is shown; `zoomOut` goes back. */
  readonly zoomTo: (from: number, to: number) => void
  readonly zoomOut: () => void
  readonly canZoomOut: boolean
}

/**
 * The time window that all views share, and how to change it. It is in the address, and goes along to pages that don't
 * say one.
 */
export function useTimeRange(): Conductor {
  const word = useTimeWord()
  const navigate = useNavigate()
  const zooms = useStore(remembered, (state) => state.zooms)

  // a word that came by a link goes along to the next page as one that was chosen here does
  useEffect(() => {
    if (remembered.getState().word !== word) remembered.setState({ word })
  }, [word])

  const show = useCallback(
    (next: string, kept: readonly string[]) => {
      remembered.setState({ word: next, zooms: kept.slice(-mostZooms) })
      void navigate({ to: '.', search: ((search: object) => ({ ...search, time: next })) as never })
    },
    [navigate],
  )

  return useMemo(
    () => ({
      range: rangeNamed(word) ?? usualRange,
      set: (range) => show(wordOf(range), []),
      zoomTo: (from, to) => {
        const range = fixedBetween(Math.round(from), Math.round(to))
        if (range) show(wordOf(range), [...zooms, word])
      },
      zoomOut: () => {
        const out = zoomedOut(zooms, word)
        if (out) show(out.word, out.stack)
      },
      canZoomOut: zoomedOut(zooms, word) !== undefined,
    }),
    [word, zooms, show],
  )
}

/**
 * Writes the window into an address that doesn't say it, so that `back` from a page with another window finds this one
 * again.
 */
export function usePinnedTime(): void {
  const word = useTimeWord()
  const timeParam = useSearch({ strict: false, select: (search) => (search as { readonly time?: unknown }).time })
  const navigate = useNavigate()
  useEffect(() => {
    if (timeParam === undefined)
      void navigate({ to: '.', search: ((search: object) => ({ ...search, time: word })) as never, replace: true })
  }, [timeParam, word, navigate])
}

/**
 * The window in moments. Live, it moves on every `everyMs`; between moves it is the same object, so that it can be a
 * dependency.
 */
export function useTimeWindow(everyMs = 60_000): TimeWindow {
  const range = rangeNamed(useTimeWord()) ?? usualRange
  const now = useNow(everyMs)
  const moving = range.mode === 'live' ? now : 0
  const word = wordOf(range)
  return useMemo(() => windowAt(rangeNamed(word) ?? usualRange, moving), [word, moving])
}
