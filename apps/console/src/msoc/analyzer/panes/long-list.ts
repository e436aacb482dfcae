import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useBench, useAnalyzerState } from '../bench.ts'
import { halfMicrosecond } from '../times.ts'
import type { FrameTableHandle } from './frame-table.tsx'

/** Rows that are asked for beyond those in sight, so that scrolling finds them there. */
const beyond = 150

/**
 * The same before those in sight while the end is followed: the worker answers five hundred at once, and most of them
 * are to be the ones that come.
 */
const behind = 20
const coming = 500

/** Rows at either end of those that are drawn which may be out of sight. */
const edge = 8

/** A browser lays out some 33 million px; of a longer list so many rows are scrolled over at a time. */
export const mostRows = 1_000_000

interface Paged<Row> {
  readonly total: number
  readonly rows: readonly (Row & { readonly row: number })[]
}

/**
 * Which part of a list longer than the browser can lay out is scrolled over; each end of it leads on to the next part
 * (rule ANALYZER-UI-10).
 */
export function baseFor(row: number, base: number, total: number): number {
  const last = Math.max(0, total - mostRows)
  const isNear = (edge: number) => Math.abs(row - edge) < beyond
  const isInside = row >= base && row < base + mostRows
  const stays = isInside && !(isNear(base) && base > 0) && !(isNear(base + mostRows) && base < last)
  return stays ? Math.min(base, last) : Math.max(0, Math.min(last, Math.round(row - mostRows / 2)))
}

/**
 * A list in the worker, of which only what is in sight is on the page. Opens at the moment that is looked at, else at
 * its end while frames come. Scrolling back from the end holds everything, so that what is read keeps its place.
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
  useShowFocusTime(opening.isOpen, (row) => {
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
    /** Where the table begins, at its first drawing. */
    openAt: opening.row === undefined ? undefined : opening.row - shownBase,
    onView,
    rowAt: (index: number): (Row & { readonly row: number }) | undefined => rows[shownBase + index - start],
    /** Of the rows that were told last, those that were in sight then. */
    standIn: (place: number): Row | undefined => rows[Math.min(beyond, Math.max(0, rows.length - beyond)) + place],
    follows: isLive && !isPaused,
    // the end leaves sight when somebody scrolls back
    onEnd: (isAtEnd: boolean) => {
      if (isLive && !isAtEnd && !isPaused) setPaused(true)
    },
  }
}

/** Picks a row, or one that is still on its way once it is there: a key goes to the end of a list at once. */
export function usePick<Row>(
  rowAt: (index: number) => Row | undefined,
  then: (row: Row) => void,
): (index: number) => void {
  const wanted = useRef<number>(undefined)
  const pick = (index: number) => {
    const row = rowAt(index)
    wanted.current = row === undefined ? index : undefined
    if (row !== undefined) then(row)
  }
  useEffect(() => {
    if (wanted.current !== undefined) pick(wanted.current)
  })
  return pick
}

/** Asks the worker for the rows in sight, and for some beyond them. */
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
  /** Whether it is known where to begin. */
  readonly isOpen: boolean
  readonly row: number | undefined
}

/** Where a list of kept frames begins: at the moment, once the frames are read so far. */
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

/** Whenever another moment or another filter is looked at, the frame of the moment is brought into sight. */
function useShowFocusTime(isOpen: boolean, show: (row: number) => void): void {
  const { analyzer, focusTime, look, source } = useBench()
  const question = JSON.stringify([focusTime, look.q, look.bus])
  const latest = useRef({ show, question })
  latest.current.show = show

  useEffect(() => {
    const isAnother = latest.current.question !== question
    latest.current.question = question
    if (focusTime === undefined || !isOpen || !isAnother || source.kind === 'live') return
    void analyzer
      .seek(focusTime - halfMicrosecond)
      .then((place) => place !== undefined && latest.current.show(place.row))
  }, [analyzer, source, focusTime, question, isOpen])
}
