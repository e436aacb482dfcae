import { jobsChannel } from '@carapace/shared/account/jobs.contract'
import { listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { useCallback, useEffect, useState } from 'react'
import { throttleTime } from 'rxjs'
import { useEndpoint } from '../../core/call/query.ts'
import { live } from '../../core/live/live.ts'

const perPage = 100
const mostRows = 200
/** Minimum interval between two readings of the list, ms: jobs report often. */
const soonMs = 300

/**
 * The captures that match, latest first, read again whenever a job of the organisation changes. More are loaded when
 * the end is visible.
 */
export function useCaptures({ q, case: of }: { readonly q?: string | undefined; readonly case?: string | undefined }) {
  const [limit, setLimit] = useState(perPage)
  const {
    data,
    problem,
    refetch: again,
  } = useEndpoint(listCaptures, { limit, q, case: of }, { keepPrevious: of === undefined })
  const total = data?.total

  useEffect(() => {
    const feed = live(jobsChannel, {})
      .pipe(throttleTime(soonMs, undefined, { leading: false, trailing: true }))
      .subscribe(again)
    return () => feed.unsubscribe()
  }, [again])

  const more = useCallback(
    () => setLimit((before) => (total !== undefined && before < total ? mostRows : before)),
    [total],
  )
  return { rows: data?.captures, total, problem, more, again }
}
