import { listRejects } from '@carapace/shared/msoc/history/history.contract'
import { useCallback, useEffect, useState } from 'react'
import { switchMap, timer } from 'rxjs'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import { useTimeWindow } from '../../../core/time/conductor.ts'
import { refreshIntervalMs, type Reject, withLatest } from './reject-list.ts'

export type RejectFilter = Pick<z.input<typeof listRejects.input>, 'state' | 'source' | 'q'>

const perPage = 100

interface RejectsState {
  /** Undefined until they are loaded. */
  readonly rows: readonly Reject[] | undefined
  readonly next: string | null
  readonly problem: string | undefined
}

const nothing: RejectsState = { rows: undefined, next: null, problem: undefined }

/**
 * The rejected events of the time window that pass a filter: read again at an interval, which is short while some are
 * being retried (rule REJECT-UI-4).
 */
export function useRejects(filter: RejectFilter) {
  const window = useTimeWindow()
  // a live window moves automatically, and its rows with it: only another window selection is another list
  const within = window.live
    ? { from: String(Math.floor(window.from)) }
    : { from: String(Math.floor(window.from)), to: String(Math.ceil(window.to)) }
  const query = JSON.stringify({ ...filter, ...within })
  const list = JSON.stringify({ ...filter, ...(window.live ? { span: window.to - window.from } : within) })
  const [state, setState] = useState(nothing)
  const [count, setCount] = useState(0)
  const isRetrying = state.rows?.some((row) => row.state === 'RETRYING') ?? false

  useEffect(() => setState(nothing), [list])
  useEffect(() => {
    const reading = timer(0, refreshIntervalMs(isRetrying))
      .pipe(switchMap(() => read(query)))
      .subscribe((result) =>
        setState((before) => ({
          rows:
            result.page === undefined
              ? before.rows
              : withLatest(before.rows, result.page.rejects, result.page.next_cursor !== null),
          next:
            result.page === undefined || (before.rows?.length ?? 0) > perPage ? before.next : result.page.next_cursor,
          problem: result.problem,
        })),
      )
    return () => reading.unsubscribe()
  }, [query, isRetrying, count])

  const more = () => {
    if (state.next === null) return
    call(listRejects, { ...(JSON.parse(query) as RejectFilter), limit: perPage, cursor: state.next }).then(
      ({ rejects, next_cursor: next }) =>
        setState((before) => ({ ...before, rows: [...(before.rows ?? []), ...rejects], next })),
      (problem: unknown) => setState((before) => ({ ...before, problem: messageOf(problem) })),
    )
  }
  return { ...state, more, again: useCallback(() => setCount((before) => before + 1), []) }
}

async function read(query: string) {
  try {
    return {
      page: await call(listRejects, { ...(JSON.parse(query) as RejectFilter), limit: perPage }),
      problem: undefined,
    }
  } catch (problem) {
    return { page: undefined, problem: messageOf(problem) }
  }
}
