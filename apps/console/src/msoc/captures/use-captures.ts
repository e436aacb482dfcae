import { jobsChannel } from '@carapace/shared/account/jobs.contract'
import { type Capture, listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { useCallback, useEffect, useState } from 'react'
import { debounceTime, merge, startWith, Subject, throttleTime } from 'rxjs'
import { call, messageOf } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'

interface CapturesState {
  /** Undefined until they are loaded. */
  readonly rows: readonly Capture[] | undefined
  readonly total: number | undefined
  readonly problem: string | undefined
}

const nothing: CapturesState = { rows: undefined, total: undefined, problem: undefined }
const perPage = 100
const mostRows = 200
/** Minimum interval between two readings of the list, ms: jobs report often. */
const soonMs = 300

/**
 * The captures that match, latest first, read again whenever a job of the organisation changes. More are loaded when
 * the end is visible.
 */
export function useCaptures(query: { readonly q?: string | undefined; readonly case?: string | undefined }) {
  const [state, setState] = useState(nothing)
  const [limit, setLimit] = useState(perPage)
  const [again] = useState(() => new Subject<void>())
  const { q, case: of } = query

  useEffect(() => setState(nothing), [q, of])
  useEffect(() => {
    let controller = new AbortController()
    const read = () => {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      call(
        listCaptures,
        { limit, ...(q !== undefined && { q }), ...(of !== undefined && { case: of }) },
        { signal },
      ).then(
        ({ captures, total }) => setState({ rows: captures, total, problem: undefined }),
        (problem: unknown) => signal.aborted || setState((before) => ({ ...before, problem: messageOf(problem) })),
      )
    }
    const moved = live(jobsChannel, {}).pipe(throttleTime(soonMs, undefined, { leading: false, trailing: true }))
    const feed = merge(moved, again.pipe(debounceTime(0)))
      .pipe(startWith(undefined))
      .subscribe(read)
    return () => {
      feed.unsubscribe()
      controller.abort()
    }
  }, [q, of, limit, again])

  const more = useCallback(
    () => setLimit((before) => (state.total !== undefined && before < state.total ? mostRows : before)),
    [state.total],
  )
  return { ...state, more, again: () => again.next() }
}
