import { saveAgreementCells } from '@carapace/shared/interface-agreement/agreements.contract'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { z } from 'zod'
import type { getAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { call } from '../../core/call/call.ts'
import { patch, queryClient } from '../../core/call/query.ts'
import { session } from '../../core/session/session.ts'
import { rowKeys, sheetOf } from '../../core/sheet/grid-lines.ts'
import { reorder, useGrid, useGridStore } from '../../core/sheet/grid-store.ts'
import { orderOf } from '../../core/sheet/selection.ts'
import { useColumns } from '../../core/table/use-columns.ts'
import type { AgreementContext } from '../use-agreement.ts'
import type { TableSearch } from '../search.ts'
import { agreementQuery } from '../use-agreement.ts'
import { type CellWrite, isOfCell, withCells } from './cells.ts'
import { type TableColumn, tableColumns } from './columns.ts'
import { cellIn, type OwnWrites, ownWrites } from './content.tsx'
import type { TableRows } from './rows.ts'
import { type TableActions, tableActions } from './table-actions.ts'
import { viewOf } from './view.ts'

/** The key under which the browser stores the columns. */
export const tableId = 'interface-agreement.table'

/** What the table shows, and what changes it; a change is planned on what is shown when its turn comes. */
export function useTable(context: AgreementContext, rows: TableRows, search: TableSearch) {
  const { agreement, refusal } = context
  const { uuid } = agreement
  const store = useGridStore()
  const folded = useGrid((state) => state.folded)
  const shown = useColumns(tableId, tableColumns).shown as readonly TableColumn[]
  const { show, q, group } = search
  const view = useMemo(() => viewOf(rows, { show, q, group, folded }), [rows, show, q, group, folded])
  const order = useMemo(
    () =>
      orderOf(
        rowKeys(view.lines),
        shown.map(({ key }) => key),
      ),
    [view, shown],
  )
  useEffect(() => reorder(store, order), [store, order])
  const latest = useRef({ view, shown, order, refusal })
  latest.current = { view, shown, order, refusal }
  const untilDrawn = useDrawn(uuid, agreement)
  const [actions, written] = useMemo((): [TableActions, OwnWrites] => {
    const writes = ownWrites()
    const made = tableActions({
      grid: store,
      now: () => {
        const { view: at, shown: columns, order: now, refusal: why } = latest.current
        return { sheet: sheetOf(at.shown, columns, cellIn), order: now, refusal: why }
      },
      // stored values are shown as those that are on their way until the table is drawn with them
      save: async (cells) => {
        const refused = await save(uuid, cells, writes)
        await untilDrawn()
        return refused
      },
    })
    return [made, writes]
  }, [store, uuid, untilDrawn])
  return { view, shown, actions, written }
}

/** Waits until the agreement is drawn as it was read or patched last. */
function useDrawn(uuid: string, agreement: AgreementContext['agreement']): () => Promise<void> {
  const drawn = useRef(agreement)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    drawn.current = agreement
    if (agreement === storedOf(uuid)) for (const go of waiting.current.splice(0)) go()
  }, [agreement, uuid])
  return useCallback(
    () => (drawn.current === storedOf(uuid) ? Promise.resolve() : new Promise((go) => waiting.current.push(go))),
    [uuid],
  )
}

/** The agreement as it was read or patched last, which may not be drawn yet. */
const storedOf = (uuid: string) =>
  queryClient.getQueryData<z.output<typeof getAgreement.output>>(agreementQuery(uuid).queryKey)?.agreement

async function save(uuid: string, cells: readonly CellWrite[], written: OwnWrites) {
  written.note(cells)
  const { refused } = await call(saveAgreementCells, { agreement_uuid: uuid, cells: [...cells] })
  const stored = cells.filter((cell) => !refused.some(isOfCell(cell)))
  const author = session.getState().user?.name ?? ''
  const at = new Date().toISOString()
  patch<z.output<typeof getAgreement.output>>(agreementQuery(uuid), ({ agreement, ...rest }) => ({
    ...rest,
    agreement: withCells(agreement, stored, author, at),
  }))
  return refused
}
