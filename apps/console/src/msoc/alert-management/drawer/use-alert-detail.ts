import { getAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import {
  auditTime,
  catchError,
  debounceTime,
  filter,
  from,
  map,
  merge,
  Observable,
  of,
  partition,
  startWith,
  Subject,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import type { AlertQueue } from '../queue/queue.store.ts'

export type Detail = z.output<typeof getAlert.output>

interface DetailState {
  /** The alert of this detail: the detail of another alert must never show under this alert's title. */
  readonly uuid: string
  readonly detail: Detail | undefined
  readonly problem: string | undefined
}

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

/**
 * Delay before a request, in ms: a user who moves through the list with j does not trigger a request for each alert.
 */
const settleMs = 120

/**
 * The full detail of one alert, read again after each change of it. Its evidence (at most `events` events) is read
 * until it is available, and then kept (rule QUEUE-75). `again` reads everything again.
 */
export function useAlertDetail(
  uuid: string,
  queue: AlertQueue,
  events: number,
): DetailState & { readonly again: () => void } {
  const [state, setState] = useState<DetailState>(nothing(uuid))
  const [reloads] = useState(() => new Subject<void>())

  useEffect(() => {
    let kept: Detail['evidence'] | undefined
    const show = ({ detail, problem }: DetailResult) => {
      if (isThere(detail)) kept ??= detail?.evidence
      setState((before) => ({
        uuid,
        problem,
        detail: withEvidence(detail, kept) ?? (before.uuid === uuid ? before.detail : undefined),
      }))
    }
    const fullReads = merge(timer(settleMs), reloads).pipe(tap(() => (kept = undefined)))
    const reading = merge(fullReads, changesOf(queue, uuid))
      .pipe(switchMap(() => read(uuid, kept === undefined ? events : 1)))
      .subscribe(show)
    return () => reading.unsubscribe()
  }, [uuid, queue, reloads, events])

  const shown = state.uuid === uuid ? state : nothing(uuid)
  return { ...shown, again: () => reloads.next() }
}

/** Whether the evidence is complete, so that there is nothing more to wait for. */
const isThere = (detail: Detail | undefined) =>
  detail !== undefined && detail.evidence !== null && detail.evidence.filled_at !== null

const withEvidence = (detail: Detail | undefined, kept: Detail['evidence'] | undefined) =>
  detail && (kept === undefined ? detail : { ...detail, evidence: kept })

const nothing = (uuid: string): DetailState => ({ uuid, detail: undefined, problem: undefined })

function changesOf(queue: AlertQueue, uuid: string): Observable<unknown> {
  const own = queue.changes.pipe(filter((change) => change.uuid === uuid))
  const [counts, others] = partition(own, ({ kind }) => kind === 'count')
  return merge(counts.pipe(auditTime(countMs)), others.pipe(debounceTime(soonMs)))
}

type DetailResult = Pick<DetailState, 'detail' | 'problem'>

/** Reads the detail repeatedly until the evidence is available. */
function read(uuid: string, events: number): Observable<DetailResult> {
  return readOnce(uuid, events).pipe(
    switchMap((result) => {
      const pending = result.detail?.evidence?.filled_at === null
      return pending
        ? timer(pendingMs).pipe(
            switchMap(() => read(uuid, events)),
            startWith(result),
          )
        : of(result)
    }),
  )
}

function readOnce(uuid: string, events: number): Observable<DetailResult> {
  return new Observable((subscriber) => {
    const aborted = new AbortController()
    const reading = from(call(getAlert, { uuid, evidence: events }, aborted))
      .pipe(
        map((detail): DetailResult => ({ detail, problem: undefined })),
        catchError((thrown: unknown) => of<DetailResult>({ detail: undefined, problem: messageOf(thrown) })),
      )
      .subscribe(subscriber)
    return () => {
      reading.unsubscribe()
      aborted.abort()
    }
  })
}
