import { getAlert } from '@carapace/shared/msoc/alerts.contract'
import { useEffect, useState } from 'react'
import { auditTime, catchError, debounceTime, filter, from, map, merge, Observable, of, partition, startWith, Subject, switchMap, timer } from 'rxjs'
import type { z } from 'zod'
import { call, messagesOf } from '../../../core/call.ts'
import type { AlertQueue } from '../queue.store.ts'

export type Detail = z.output<typeof getAlert.output>

interface DetailState {
  /** Whose detail this is: another alert's never shows under this one's title. */
  readonly uuid: string
  readonly detail: Detail | undefined
  readonly problem: string | undefined
}

/** How many events of the evidence to ask for: what one reads in a drawer; the analyzer has the rest. */
const evidenceShown = 200

/** What was done to an alert shows soon; a count that climbs does not ask for everything again with each repeat, ms. */
const soonMs = 300
const countMs = 5_000

/** Evidence is filled about two seconds after the alert; where no change tells of it, look again, ms. */
const pendingMs = 2_500

/** Who runs through the list with j does not ask for each alert on the way, ms. */
const settleMs = 120

/** One alert in full, read again whenever something happens to it. `again` reads it anew. */
export function useAlertDetail(uuid: string, queue: AlertQueue): DetailState & { readonly again: () => void } {
  const [state, setState] = useState<DetailState>(nothing(uuid))
  const [asked] = useState(() => new Subject<void>())

  useEffect(() => {
    const reading = merge(timer(settleMs), asked, changesOf(queue, uuid))
      .pipe(switchMap(() => read(uuid)))
      .subscribe((told) => setState((before) => ({ uuid, problem: told.problem, detail: told.detail ?? (before.uuid === uuid ? before.detail : undefined) })))
    return () => reading.unsubscribe()
  }, [uuid, queue, asked])

  const shown = state.uuid === uuid ? state : nothing(uuid)
  return { ...shown, again: () => asked.next() }
}

const nothing = (uuid: string): DetailState => ({ uuid, detail: undefined, problem: undefined })

function changesOf(queue: AlertQueue, uuid: string): Observable<unknown> {
  const own = queue.changes.pipe(filter((change) => change.uuid === uuid))
  const [counts, others] = partition(own, ({ kind }) => kind === 'count')
  return merge(counts.pipe(auditTime(countMs)), others.pipe(debounceTime(soonMs)))
}

type Told = Pick<DetailState, 'detail' | 'problem'>

/** Reads until the evidence is there. */
function read(uuid: string): Observable<Told> {
  return readOnce(uuid).pipe(
    switchMap((told) => {
      const pending = told.detail?.evidence?.filled_at === null
      return pending ? timer(pendingMs).pipe(switchMap(() => read(uuid)), startWith(told)) : of(told)
    }),
  )
}

function readOnce(uuid: string): Observable<Told> {
  return new Observable((subscriber) => {
    const aborted = new AbortController()
    const reading = from(call(getAlert, { uuid, evidence: evidenceShown }, aborted))
      .pipe(
        map((detail): Told => ({ detail, problem: undefined })),
        catchError((thrown: unknown) => of<Told>({ detail: undefined, problem: messagesOf(thrown).join(' ') })),
      )
      .subscribe(subscriber)
    return () => {
      reading.unsubscribe()
      aborted.abort()
    }
  })
}
