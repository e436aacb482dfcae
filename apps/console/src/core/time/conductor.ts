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

/** For a page's `validateSearch`: the window in the address. */
export const TimeSearch = { time: z.string().max(80).optional().catch(undefined) }

interface Remembered {
  /** The window for a page without a window in its address. */
  readonly word: string
  /** The windows before each zoom, the latest last. */
  readonly zooms: readonly string[]
}

const StoredTime = z.object({ word: z.string(), zooms: z.array(z.string()) })
const storageKey = 'carapace.time'
/** The maximum number of zooms to undo. */
const mostZooms = 20

const remembered = createStore<Remembered>(() => stored() ?? { word: wordOf(usualRange), zooms: [] })
remembered.subscribe((state) => sessionStorage.setItem(storageKey, JSON.stringify(state)))

function stored(): Remembered | undefined {
  try {
    return StoredTime.safeParse(JSON.parse(globalThis.sessionStorage?.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined // not ours, or a partial write: the default window is used
  }
}

/** The window as text: from the address, else from the previous page (rule TIME-3). */
function useTimeWord(): string {
  const timeParam = useSearch({ strict: false, select: (search) => (search as { readonly time?: unknown }).time })
  const kept = useStore(remembered, (state) => state.word)
  return typeof timeParam === 'string' && rangeNamed(timeParam) ? timeParam : kept
}

interface Conductor {
  readonly range: TimeRange
  readonly set: (range: TimeRange) => void
  /** Zooms to a part of the shown window; `zoomOut` goes back. */
  readonly zoomTo: (from: number, to: number) => void
  readonly zoomOut: () => void
  readonly canZoomOut: boolean
}

/**
 * The time window that all views share, and the functions to change it. It is in the address, and is kept for pages
 * without a window in their address.
 */
export function useTimeRange(): Conductor {
  const word = useTimeWord()
  const navigate = useNavigate()
  const zooms = useStore(remembered, (state) => state.zooms)

  // a window from a link is kept for the next page, like a window that was chosen here
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
 * Writes the window into an address without one, so that `back` from a page with another window finds this window
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
 * The window as times. A live window moves on every `everyMs`; between moves it is the same object, so that it can be a
 * dependency.
 */
export function useTimeWindow(everyMs = 60_000): TimeWindow {
  const range = rangeNamed(useTimeWord()) ?? usualRange
  const now = useNow(everyMs)
  const moving = range.mode === 'live' ? now : 0
  const word = wordOf(range)
  return useMemo(() => windowAt(rangeNamed(word) ?? usualRange, moving), [word, moving])
}
