import { useCallback, useState } from 'react'
import { useLeaveWarning } from '../../../core/page/use-leave-warning.ts'

/** The note of a row as it is typed, and the stored one that it is over. */
export interface TypedNote {
  readonly text: string
  readonly revision: number
}

/** What was typed beside a row and not stored. */
interface OfRow {
  readonly comment?: string | undefined
  readonly note?: TypedNote | undefined
}

export interface Unsent extends OfRow {
  readonly keep: (change: OfRow) => void
}

/** Keeps what was typed beside each row while the drawer shows another one; the browser warns of leaving with it. */
export function useUnsent(row: number): Unsent {
  const [all, setAll] = useState<ReadonlyMap<number, OfRow>>(new Map())
  const keep = useCallback(
    (change: OfRow) => setAll((before) => new Map(before).set(row, { ...before.get(row), ...change })),
    [row],
  )
  useLeaveWarning([...all.values()].some(({ comment, note }) => Boolean(comment?.trim()) || note !== undefined))
  return { ...all.get(row), keep }
}
