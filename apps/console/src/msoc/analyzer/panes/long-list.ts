import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useBench, useAnalyzerState } from '../bench.ts'
import { halfMicrosecond, isSameTime } from '../times.ts'
import type { FrameTableHandle } from './frame-table.tsx'

/** Number of rows to request beyond the visible ones, so that scrolling finds them loaded. */
const beyond = 150

/**
 * The same before the visible rows while the end is followed: the worker sends five hundred at once, and most of them
 * should be the next rows.
 */
const behind = 20
const coming = 500

/** Number of rendered rows at either end that may be out of view. */
const edge = 8

/** Maximum number of rows that are scrolled at a time: a browser lays out about 33 million px. */
export const mostRows = 1_000_000

interface Paged<Row> {
  readonly total: number
  readonly rows: readonly (Row & { readonly row: number })[]
}

interface Timed {
  /** Unix time, ms. */
  readonly ts: number
}

/**
 * The first row of the scrolled part of a list that is too long for the browser's layout; each end of the part leads to
 * the next part (rule ANALYZER-UI-10).
 */
export function baseFor(row: number, base: number, total: number): number {
  const last = Math.max(0, total - mostRows)
  const isNear = (edge: number) => Math.abs(row - edge) < beyond
  const isInside = row >= base && row < base + mostRows
  const stays = isInside && !(isNear(base) && base > 0) && !(isNear(base + mostRows) && base < last)
  return stays ? Math.min(base, last) : Math.max(0, Math.min(last, Math.round(row - mostRows / 2)))
}

/**
 * A list in the worker; the page has only its visible rows. It opens at the focused time, otherwise at its end while
 * frames arrive. Scrolling back from the end holds the list, so that the visible rows do not move.
 */
export function useLongList<Row>({ total, rows }: Paged<Row>, table: RefObject<FrameTableHandle | null>) {
  const { source, isPaused, setPaused } = useBench()
  const opening = useOpening(total)
  const [base, setBase] = useState<number>()
  const shownBase = base ?? (opening.row === undefined ? 0 : baseFor(opening.row, 0, total))
  const isLive = source.kind === 'live'
  const { view, requestRows } = useRowsInSight(shownBase)

  const show = (row: number) => {
    const next = baseFor(row, shownBase, total)
    setBase(next)
    table.current?.toMiddle(row - next)
  }
  /** The time of the row that the user picked last in this list. */
  const picked = useRef<number>(undefined)
  useShowFocusTime(opening.isOpen, picked, (row) => {
    const [first, end] = view.current
    if (row < shownBase + first + edge || row >= shownBase + end - edge) show(row)
  })

  const seen = (first: number, end: number) => {
    const middle = shownBase + Math.round((first + end) / 2)
    if (baseFor(middle, shownBase, total) === shownBase) requestRows(first, end)
    else show(middle)
  }
  const latest = useRef(seen)
  latest.current = seen
  const onView = useCallback((first: number, end: number) => latest.current(first, end), [])
  const start = rows[0]?.row ?? 0
  return {
    isOpen: opening.isOpen,
    base: shownBase,
    count: Math.min(total - shownBase, mostRows),
    /** The initial row of the table. */
    openAt: opening.row === undefined ? undefined : opening.row - shownBase,
    onView,
    picked,
    rowAt: (index: number): (Row & { readonly row: number }) | undefined => rows[shownBase + index - start],
    /** Of the last received rows, those that were visible then. */
    standIn: (place: number): Row | undefined => rows[Math.min(beyond, Math.max(0, rows.length - beyond)) + place],
    follows: isLive && !isPaused,
    // the end leaves the view when the user scrolls back
    onEnd: (isAtEnd: boolean) => {
      if (isLive && !isAtEnd && !isPaused) setPaused(true)
    },
  }
}

/** Selects a row, or a row that is still being loaded once it arrives: a key can jump to the end of a list. */
export function usePick<Row extends Timed>(
  { rowAt, picked }: { rowAt: (index: number) => Row | undefined; picked: RefObject<number | undefined> },
  then: (row: Row) => void,
): (index: number) => void {
  const wanted = useRef<number>(undefined)
  const pick = (index: number) => {
    const row = rowAt(index)
    wanted.current = row === undefined ? index : undefined
    if (row === undefined) return
    picked.current = row.ts
    then(row)
  }
  useEffect(() => {
    if (wanted.current !== undefined) pick(wanted.current)
  })
  return pick
}

/** Requests the visible rows and some beyond them from the worker. */
function useRowsInSight(base: number) {
  const { analyzer, source, isPaused } = useBench()
  const isFollowed = source.kind === 'live' && !isPaused
  const view = useRef<readonly [number, number]>([0, 40])
  const requestRows = useCallback(
    (first: number, end: number) => {
      view.current = [first, end]
      const [before, after] = isFollowed ? [behind, coming] : [beyond, beyond]
      analyzer.look({ rows: [Math.max(0, base + first - before), base + end + after] })
    },
    [analyzer, base, isFollowed],
  )
  useEffect(() => requestRows(...view.current), [requestRows])
  return { view, requestRows }
}

interface Opening {
  /** Whether the initial position is known. */
  readonly isOpen: boolean
  readonly row: number | undefined
}

/** The initial position of a list of stored frames: at the focused time, once the frames are read that far. */
function useOpening(total: number): Opening {
  const { analyzer, focusTime, source } = useBench()
  const isRead = useAnalyzerState(
    ({ summary }) => summary?.isWhole === true || (focusTime !== undefined && (summary?.to ?? 0) >= focusTime),
  )
  const opensAtFocusTime = focusTime !== undefined && source.kind !== 'live'
  const [opening, setOpening] = useState<Opening>({ isOpen: !opensAtFocusTime, row: undefined })
  const isReady = opensAtFocusTime && !opening.isOpen && isRead && total > 0

  useEffect(() => {
    if (!isReady) return
    let isWanted = true
    void analyzer
      .seek(focusTime - halfMicrosecond)
      .then((place) => isWanted && setOpening({ isOpen: true, row: place?.row }))
    return () => void (isWanted = false)
  }, [analyzer, isReady, focusTime])
  return opening
}

/**
 * Scrolls to the frame at the focused time whenever that time or the filter changes. A time that the user picked in the
 * list is in view already: the answer about it would come late and undo the scrolling of the next key.
 */
function useShowFocusTime(isOpen: boolean, picked: RefObject<number | undefined>, show: (row: number) => void): void {
  const { analyzer, focusTime, look, source } = useBench()
  const question = JSON.stringify([focusTime, look.q, look.bus])
  const latest = useRef({ show, question })
  latest.current.show = show

  useEffect(() => {
    const isAnother = latest.current.question !== question
    latest.current.question = question
    if (focusTime === undefined || !isOpen || !isAnother || source.kind === 'live') return
    const isPicked = picked.current !== undefined && isSameTime(picked.current, focusTime)
    picked.current = undefined
    if (isPicked) return
    void analyzer
      .seek(focusTime - halfMicrosecond)
      .then((place) => place !== undefined && latest.current.show(place.row))
  }, [analyzer, source, focusTime, question, isOpen, picked])
}
