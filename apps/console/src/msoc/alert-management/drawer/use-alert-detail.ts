import { getAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useCallback, useEffect, useRef } from 'react'
import { auditTime, debounceTime, filter, merge, type Observable, partition } from 'rxjs'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { endpointQuery, queryClient, useRequest } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import type { AlertQueue } from '../queue/queue.store.ts'

export type Detail = z.output<typeof getAlert.output>

/**
 * Delay before the detail is read again after a change, in ms. Short, so that actions show soon; but a rising count
 * does not reread everything with each repeat.
 */
const soonMs = 300
const countMs = 5_000

/**
 * Evidence is stored about two seconds after the alert. If no change message reports it, it is read again after this
 * time, in ms.
 */
const pendingMs = 2_500

/** Merged alerts are counted on, and timers end, without a change of this alert: it is read again after this, ms. */
const movingMs = 10_000

/**
 * Delay before a request, in ms: a user who moves through the list with j does not trigger a request for each alert.
 */
const settleMs = 120

/**
 * The full detail of one alert, read again after each change of it. Its evidence (at most `events` events) is read
 * until it is available, and then kept (rule QUEUE-75). `again` reads everything again.
 */
export function useAlertDetail(uuid: string, queue: AlertQueue, events: number) {
  const isSettled = useSettled(uuid, settleMs) === uuid
  const readsAll = useRef(false)
  const { queryKey } = endpointQuery(getAlert, { uuid, evidence: events })
  const { data, problem, refetch } = useRequest(
    queryKey,
    (signal) => {
      const known = readsAll.current ? undefined : queryClient.getQueryData<Detail>(queryKey)
      readsAll.current = false
      return detailOf(uuid, events, known, signal)
    },
    {
      enabled: isSettled,
      keepPrevious: false,
      refetchEveryMs: (detail) => (detail?.evidence?.filled_at === null ? pendingMs : isMoving(detail) && movingMs),
    },
  )
  const again = useCallback(() => {
    readsAll.current = true
    refetch()
  }, [refetch])

  useEffect(() => {
    const changes = changesOf(queue, uuid).subscribe(refetch)
    return () => changes.unsubscribe()
  }, [uuid, queue, refetch])

  return { uuid, detail: data, problem, again }
}

function isMoving(detail: Detail | undefined): boolean {
  return detail !== undefined && (detail.parts.length > 0 || detail.timers.length > 0)
}

/** Reads the detail, without the evidence if that is known. */
async function detailOf(uuid: string, events: number, known: Detail | undefined, signal: AbortSignal): Promise<Detail> {
  if (!isThere(known)) return call(getAlert, { uuid, evidence: events }, { signal })
  const detail = await call(getAlert, { uuid, evidence: 1 }, { signal })
  return { ...detail, evidence: known.evidence }
}

/** Whether the evidence is complete, so that there is nothing more to wait for. */
function isThere(detail: Detail | undefined): detail is Detail {
  return detail !== undefined && detail.evidence !== null && detail.evidence.filled_at !== null
}

function changesOf(queue: AlertQueue, uuid: string): Observable<unknown> {
  const own = queue.changes.pipe(filter((change) => change.uuid === uuid))
  const [counts, others] = partition(own, ({ kind }) => kind === 'count')
  return merge(counts.pipe(auditTime(countMs)), others.pipe(debounceTime(soonMs)))
}
