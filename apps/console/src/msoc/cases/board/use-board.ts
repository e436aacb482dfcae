import {
  caseBoard,
  casesChannel,
  type BoardColumn,
  type Case,
  updateCase,
} from '@carapace/shared/msoc/cases/cases.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { Failure } from '@carapace/shared/core/failure'
import { useCallback, useEffect, useMemo } from 'react'
import { debounceTime, filter, tap } from 'rxjs'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import { endpointQuery, patch, useEndpoint } from '../../../core/call/query.ts'
import { live } from '../../../core/live/live.ts'
import { toast } from '../../../core/ui/toast.ts'
import { caseId } from '../list.ts'
import type { CasesQuery } from '../search.ts'
import { changeFor, isShown, movedTo, placed } from './columns.ts'

const perColumn = 50
/** Several changes in a row are read once after this delay, ms. */
const settleMs = 300

type Board = z.output<typeof caseBoard.output>

/**
 * The board, kept up to date: a card that a colleague moves changes its column at once, and the board is read again
 * soon after (rule CASE-UI-45 of ../SPEC.md).
 */
export function useBoard(query: CasesQuery) {
  const key = JSON.stringify(query)
  const input = useMemo(() => ({ ...(JSON.parse(key) as CasesQuery), limit: perColumn }), [key])
  const { data, problem, refetch } = useEndpoint(caseBoard, input)
  const place = useCallback(
    (row: Case, always = false) =>
      patch<Board>(endpointQuery(caseBoard, input), ({ columns }) => ({
        columns: always || isShown(columns, row.uuid) ? [...placed(columns, row)] : columns,
      })),
    [input],
  )

  useEffect(() => {
    const feed = live(casesChannel, {})
      .pipe(
        filter(({ op }) => op !== 'error'),
        tap((message) => {
          if (message.op === 'changes') for (const { case: row } of message.data) if (row !== null) place(row)
        }),
        debounceTime(settleMs),
      )
      .subscribe(refetch)
    return () => feed.unsubscribe()
  }, [place, refetch])

  const move = async (row: Case, column: BoardColumn, closeAlerts?: Resolution) => {
    place(movedTo(row, column), true)
    try {
      const change = { ...changeFor(column), ...(closeAlerts && { stage: column.stage, close_alerts: closeAlerts }) }
      const answer = await call(updateCase, { uuid: row.uuid, revision: row.revision, ...change })
      place(answer.case, true)
    } catch (refused) {
      toast.error(`${caseId(row)} was not moved. ${whyNot(refused)}`)
    }
    refetch()
  }
  return { columns: data?.columns, problem, refetch, move }
}

/** After a conflict the board shows the current column; the user decides again. */
function whyNot(problem: unknown): string {
  const isLate = problem instanceof Failure && problem.code === 'ROW_CHANGED'
  return isLate ? 'Somebody changed it first. The board shows its current state. Try again.' : messageOf(problem)
}
