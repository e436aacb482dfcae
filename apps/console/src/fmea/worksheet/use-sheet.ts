import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { rowKeys, sheetOf } from '../../core/sheet/grid-lines.ts'
import { reorder, useGrid, useGridStore } from '../../core/sheet/grid-store.ts'
import { orderOf } from '../../core/sheet/selection.ts'
import { useColumns } from '../../core/table/use-columns.ts'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { whereOf } from '../../graph/page/search.ts'
import type { ProfileNow } from '../use-profile.ts'
import { type LineColumn, columnsOf } from './columns.ts'
import { type Rated, fmeaFields, formOf, lineReader } from './lines.ts'
import { cellIn } from './sheet.ts'
import { sheetActions } from './sheet-actions.ts'
import { type ViewOptions, groupKeys, viewOf } from './shown.ts'
import { undoHistory } from './undo.ts'
import type { WorksheetPageProps } from './page-props.ts'

export interface SheetProps extends WorksheetPageProps {
  readonly fmea: Artefact
  readonly profile: ProfileNow
}

/** The worksheet and what changes it; the worksheet that a change works on is read when the change comes. */
export function useSheet({ fmea, profile, search }: SheetProps) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const store = useGridStore()
  const folded = useGrid((state) => state.folded)
  const { form: formWord } = fmeaFields(fmea)
  const form = formOf({ form: formWord })
  const rated = useMemo<Rated>(() => ({ profile: profile.content, form }), [profile.content, form])
  const columns = useMemo(() => columnsOf(rated), [rated])
  const id = `fmea.${form}`
  const shown = useColumns(id, columns).shown as readonly LineColumn[]
  const group = groupKeys.find((key) => key === search.group)
  const options = useMemo<ViewOptions>(
    () => ({
      fmeaUuid: fmea.uuid,
      rated,
      columns: shown,
      q: search.q,
      where: whereOf(search.where),
      group,
      folded,
      mayAdd: refusal === undefined,
    }),
    [fmea.uuid, rated, shown, search.q, search.where, group, folded, refusal],
  )
  const [read, readNow] = useMemo(() => [lineReader(), lineReader()], [])
  const view = useMemo(() => viewOf(graph, read, options), [graph, read, options])
  const order = useMemo(
    () =>
      orderOf(
        rowKeys(view.lines),
        shown.map(({ key }) => key),
      ),
    [view, shown],
  )
  useEffect(() => reorder(store, order), [store, order])

  const latest = useRef({ options, refusal, form })
  latest.current = { options, refusal, form }
  const newUuid = useCallback(() => uuidInProgram(program.programUuid, crypto.randomUUID()), [program])
  const history = useMemo(() => undoHistory(program, newUuid), [program, newUuid])
  const actions = useMemo(
    () =>
      sheetActions({
        grid: store,
        history,
        newUuid,
        now: () => {
          const { options: asked, refusal: why, form: now } = latest.current
          const state = program.state.getState()
          const { rows, lines } = viewOf(state, readNow, asked)
          const of = asked.columns
          return {
            graph: state,
            fmeaUuid: asked.fmeaUuid,
            columns: of,
            isProcess: now === 'process',
            sheet: sheetOf(rows, of, cellIn),
            order: orderOf(
              rowKeys(lines),
              of.map(({ key }) => key),
            ),
            refusal: why,
          }
        },
      }),
    [store, history, newUuid, program, readNow],
  )
  return { id, columns, shown, view, rated, actions, history, newUuid, group }
}
