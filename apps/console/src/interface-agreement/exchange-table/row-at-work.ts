import { reportRowAtWork } from '@carapace/shared/interface-agreement/agreements.contract'
import { useEffect } from 'react'
import { call } from '../../core/call/call.ts'
import { type GridState, useGridStore } from '../../core/sheet/grid-store.ts'

/** The cursor rests for so long before the others see where, ms. */
const restMs = 400

/** The row that is being edited: from the first change in it until the cursor leaves it. */
export function rowAtWork(before: string | undefined, { selection, editing, pending }: GridState): string | undefined {
  const here = selection?.anchor.row
  const isChanging = editing !== undefined || [...pending.keys()].some((key) => key.startsWith(`${here} `))
  return isChanging || before === here ? here : undefined
}

/** Reports a row to the others. What they see is a hint: a report that fails is not repeated. */
function reportRow(agreementUuid: string, row: string | undefined): void {
  void call(reportRowAtWork, { agreement_uuid: agreementUuid, row: row === undefined ? null : Number(row) }).catch(
    () => undefined,
  )
}

/** Shows the others which row of an agreement is edited here (rule AGREEMENT-UI-46). */
export function useRowAtWork(agreementUuid: string, isReader: boolean): void {
  const store = useGridStore()
  useEffect(() => {
    if (isReader) return
    let row: string | undefined
    let reported: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = (at: string | undefined) => {
      reported = at
      reportRow(agreementUuid, at)
    }
    const stop = store.subscribe((state) => {
      const next = rowAtWork(row, state)
      if (next === row) return
      row = next
      clearTimeout(timer)
      timer = setTimeout(() => row !== reported && report(row), restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
      if (reported !== undefined) report(undefined)
    }
  }, [store, agreementUuid, isReader])
}
