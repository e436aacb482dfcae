import { useEffect, useRef, useState } from 'react'
import { type GridColumn, textIn } from './grid-lines.ts'
import type { SheetContent } from './sheet-content.ts'

/** How long a cell that somebody else changed is marked, ms. */
const markedMs = 2_500

const none: ReadonlySet<string> = new Set()

/** The columns of a row that somebody else has just changed (rule SHEET-9). */
export function useTheirChanges<Entry, C extends GridColumn>(
  entry: Entry | undefined,
  columns: readonly C[],
  content: SheetContent<Entry, C>,
): ReadonlySet<string> {
  const before = useRef(entry)
  const [marked, setMarked] = useState(none)
  useEffect(() => {
    const earlier = before.current
    before.current = entry
    if (earlier === undefined || entry === undefined || earlier === entry) return
    const theirs = changedByOthers(earlier, entry, columns, content)
    if (theirs.size > 0) setMarked(theirs)
  }, [entry, columns, content])
  useEffect(() => {
    if (marked === none) return
    const timer = setTimeout(() => setMarked(none), markedMs)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}

/** The keys of the columns whose text somebody else changed. */
export function changedByOthers<Entry, C extends GridColumn>(
  before: Entry,
  now: Entry,
  columns: readonly C[],
  { cellIn, isByOthers }: Pick<SheetContent<Entry, C>, 'cellIn' | 'isByOthers'>,
): ReadonlySet<string> {
  if (!isByOthers(before, now)) return none
  const text = (entry: Entry, column: C) => textIn(cellIn(entry, column), column)
  return new Set(columns.filter((one) => text(before, one) !== text(now, one)).map(({ key }) => key))
}
