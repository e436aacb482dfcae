import { alertsChannel } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Case, casesChannel, getCase } from '@carapace/shared/msoc/cases/cases.contract'
import { useCallback, useEffect } from 'react'
import { auditTime, debounceTime, filter, merge, tap } from 'rxjs'
import type { z } from 'zod'
import { endpointQuery, patch, useEndpoint } from '../../core/call/query.ts'
import { live } from '../../core/live/live.ts'

export type CaseDetail = z.output<typeof getCase.output>

/**
 * Delay before the case is read again, ms. Short, so that changes show soon; but repeating alerts do not reread
 * everything with each repeat.
 */
const soonMs = 150
const alertsMs = 3_000

/** One case in full, read again after each change of it or of its alerts (rule CASE-UI-20). */
export function useCase(uuid: string) {
  const { data: detail, problem, refetch: again } = useEndpoint(getCase, { uuid }, { keepPrevious: false })
  const accept = useCallback(
    (news: Case) => patch<CaseDetail>(endpointQuery(getCase, { uuid }), (known) => renewed(known, news)),
    [uuid],
  )

  useEffect(() => {
    const feed = merge(changesOf(uuid, accept), alertChangesOf(uuid)).subscribe(again)
    return () => feed.unsubscribe()
  }, [uuid, again, accept])

  return { detail, problem, again, accept }
}

/** Emits soon after the case changed or may have changed; what a message states is accepted at once. */
function changesOf(uuid: string, accept: (news: Case) => void) {
  return live(casesChannel, {}).pipe(
    tap((message) => {
      const news = message.op === 'changes' ? message.data.findLast((change) => change.uuid === uuid)?.case : undefined
      if (news) accept(news)
    }),
    filter(
      (message) =>
        message.op === 'snapshot' ||
        message.op === 'gap' ||
        (message.op === 'changes' && message.data.some((change) => change.uuid === uuid)),
    ),
    debounceTime(soonMs),
  )
}

function alertChangesOf(uuid: string) {
  return live(alertsChannel, { filter: { case: uuid } }).pipe(
    filter(({ op }) => op === 'changes'),
    auditTime(alertsMs),
  )
}

/** Updates the case, unless the received version is older. */
function renewed(detail: CaseDetail, news: Case): CaseDetail {
  return news.uuid === detail.case.uuid && news.revision >= detail.case.revision
    ? { ...detail, case: { ...detail.case, ...news } }
    : detail
}
