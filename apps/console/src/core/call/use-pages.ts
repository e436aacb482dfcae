import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from './call.ts'

interface Pages<Row> {
  /** Undefined until the first page is there. */
  readonly rows: readonly Row[] | undefined
  readonly problem: string | undefined
  /** All of it is there. */
  readonly whole: boolean
  readonly more: () => void
  readonly retry: () => void
}

type AskPage<Row> = (
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>

/**
 * A list that comes in pages as one scrolls. Another `ask` is another list (keep it with `useCallback`); until its
 * first page is there, the one before stays.
 */
export function usePages<Row>(ask: AskPage<Row>): Pages<Row> {
  const [state, setState] = useState<PagesState<Row>>({})
  const list = useRef<{ readonly more: () => void }>(undefined)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const asking = new AbortController()
    const pager = pagesOf(ask, asking.signal, setState)
    list.current = pager
    pager.more()
    return () => asking.abort()
  }, [ask, attempt])

  const more = useCallback(() => list.current?.more(), [])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return useMemo(
    () => ({ rows: state.rows, problem: state.problem, whole: state.whole ?? false, more, retry }),
    [state, more, retry],
  )
}

interface PagesState<Row> {
  readonly rows?: readonly Row[]
  readonly problem?: string
  readonly whole?: boolean
}

function pagesOf<Row>(ask: AskPage<Row>, signal: AbortSignal, show: (state: PagesState<Row>) => void) {
  let rows: readonly Row[] = []
  let next: string | null | undefined
  let busy = false
  return { more: () => void page() }

  async function page(): Promise<void> {
    if (busy || next === null) return
    busy = true
    try {
      const answer = await ask(next, signal)
      rows = [...rows, ...answer.rows]
      next = answer.next
      if (!signal.aborted) show({ rows, whole: next === null })
    } catch (thrown) {
      if (!signal.aborted) show({ ...(rows.length > 0 && { rows }), problem: messageOf(thrown) })
    }
    busy = false
  }
}
