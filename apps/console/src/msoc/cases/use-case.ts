import { alertsChannel } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, casesChannel, getCase } from '@carapace/shared/msoc/cases/cases.contract'
import { useCallback, useEffect, useState } from 'react'
import { auditTime, debounceTime, filter, merge, startWith, Subject, switchMap, tap } from 'rxjs'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'

export type CaseDetail = z.output<typeof getCase.output>

interface CaseState {
  readonly detail: CaseDetail | undefined
  readonly problem: string | undefined
}

/**
 * Delay before the case is read again, ms. Short, so that changes show soon; but repeating alerts do not reread
 * everything with each repeat.
 */
const soonMs = 150
const alertsMs = 3_000

/** One case in full, read again after each change of it or of its alerts (rule CASE-UI-20). */
export function useCase(uuid: string) {
  const [state, setState] = useState<CaseState>({ detail: undefined, problem: undefined })
  const [reloads] = useState(() => new Subject<void>())

  const accept = useCallback(
    (news: Case) => setState((before) => ({ ...before, detail: before.detail && renewed(before.detail, news) })),
    [],
  )

  useEffect(() => {
    setState({ detail: undefined, problem: undefined })
    const changes = live(casesChannel, {}).pipe(
      filter(
        (message) =>
          message.op === 'snapshot' ||
          message.op === 'gap' ||
          (message.op === 'changes' && message.data.some((change) => change.uuid === uuid)),
      ),
      tap((message) => {
        const news =
          message.op === 'changes' ? message.data.findLast((change) => change.uuid === uuid)?.case : undefined
        if (news) accept(news)
      }),
      debounceTime(soonMs),
    )
    const alerts = live(alertsChannel, { filter: { case: uuid } }).pipe(
      filter(({ op }) => op === 'changes'),
      auditTime(alertsMs),
    )
    const reading = merge(reloads, changes, alerts)
      .pipe(
        startWith(undefined),
        switchMap(() => read(uuid)),
      )
      .subscribe(({ detail, problem }) => setState((before) => ({ detail: detail ?? before.detail, problem })))
    return () => reading.unsubscribe()
  }, [uuid, reloads, accept])

  const again = useCallback(() => reloads.next(), [reloads])
  return { ...state, again, accept }
}

/** Updates the case, unless the received version is older. */
function renewed(detail: CaseDetail, news: Case): CaseDetail {
  return news.uuid === detail.case.uuid && news.revision >= detail.case.revision ? { ...detail, case: news } : detail
}

async function read(uuid: string): Promise<CaseState> {
  try {
    return { detail: await call(getCase, { uuid }), problem: undefined }
  } catch (problem) {
    return { detail: undefined, problem: messageOf(problem) }
  }
}
