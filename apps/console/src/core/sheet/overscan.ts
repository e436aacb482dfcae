import { useEffect, useState } from 'react'

/** A table of at most this many rows is drawn as a whole: neither scrolling nor a move of the cursor draws rows. */
const wholeRows = 120
/** Beyond those in sight, of a longer table and at first. */
const fewRows = 6
/** A whole table is drawn some rows at a time, so that each time ends within a frame. */
const rowsAtATime = 2
const everyMs = 30

/** The next number of rows that are drawn above and below those in sight; the same: it does not grow any more. */
export function nextOverscan(now: number, rows: number): number {
  if (rows > wholeRows) return fewRows
  return Math.max(fewRows, Math.min(rows, now + rowsAtATime))
}

/** How many rows above and below those in sight are drawn. */
export function useOverscan(rows: number): number {
  const [overscan, setOverscan] = useState(fewRows)
  useEffect(() => {
    if (nextOverscan(overscan, rows) === overscan) return
    const timer = setTimeout(() => setOverscan(nextOverscan(overscan, rows)), everyMs)
    return () => clearTimeout(timer)
  }, [overscan, rows])
  return overscan
}
