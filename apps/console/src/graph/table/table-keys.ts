import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react'
import type { TableVirtuosoHandle } from 'react-virtuoso'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { type Ending, isCellPart } from '../editing/cell-editor.tsx'
import { type PageContext, setPart, usePageContext } from '../page/page-context.tsx'
import { type ArtefactColumn, groupOf, type Line, wordsIn } from './rows.ts'
import { filteredIn, filteredOut, whereOf, whereText } from '../page/search.ts'
import { columnBeside, editableBeside, lineAfter, type TableStore, toggled, useTableStore } from './table-state.ts'
import { fieldOf, valueOf } from '../editing/values.ts'

interface Over {
  readonly lines: readonly Line[]
  readonly columns: readonly ArtefactColumn[]
  readonly table: RefObject<TableVirtuosoHandle | null>
  readonly grid: RefObject<HTMLElement | null>
  readonly onOpen: (row: Artefact) => void
  readonly hasBelow: boolean
}

interface Reach extends Over {
  readonly context: PageContext
  readonly store: TableStore
}

export type TableKeys = ReturnType<typeof tableKeys>

/** The effects of keys and clicks on a table of artefacts (rules GRAPH-UI-10, GRAPH-UI-11). */
export function useTableKeys(over: Over): TableKeys {
  const context = usePageContext()
  const store = useTableStore()
  const latest = useRef<Reach>({ ...over, context, store })
  latest.current = { ...over, context, store }
  const keys = useMemo(() => tableKeys(latest), [])
  const group = 'Table'
  useHotkeys([
    { keys: 'j', title: 'Next row', group, run: () => keys.move('ArrowDown') },
    { keys: 'k', title: 'Previous row', group, run: () => keys.move('ArrowUp') },
    { keys: 'o', title: 'Open the row', group, run: () => keys.openRow() },
    { keys: 'x', title: 'Select or deselect the row', group, run: () => keys.select() },
    { keys: 'f', title: 'Only rows like the cell', group, run: () => keys.filter(filteredIn) },
    { keys: 'v', title: 'No rows like the cell', group, run: () => keys.filter(filteredOut) },
    ...(over.hasBelow ? [{ keys: 'p', title: 'Show details below the row', group, run: () => keys.unfold() }] : []),
  ])
  return keys
}

function tableKeys(latest: RefObject<Reach>) {
  return { move, openRow, select, unfold, filter, begin, end, click, onKeyDown }

  function lineNow(): Line | undefined {
    const { lines, store } = latest.current
    const { cursor } = store.getState()
    return cursor && lines.find(({ key }) => key === cursor.key)
  }

  function rowNow(): Artefact | undefined {
    const line = lineNow()
    return line?.is === 'row' ? line.row : undefined
  }

  function columnNow(): ArtefactColumn | undefined {
    const { columns, store } = latest.current
    return columns.find(({ key }) => key === store.getState().cursor?.column)
  }

  /** Moves the cursor; an open drawer follows it. */
  function move(step: string): boolean {
    const { lines, store, table, grid } = latest.current
    const { cursor } = store.getState()
    const line = lineAfter(lines, cursor?.key, step)
    if (!line) return false
    point(line.key, cursor?.column ?? 'title')
    table.current?.scrollIntoView({ index: lines.indexOf(line) })
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN')
      grid.current?.focus({ preventScroll: true })
    follow(line)
    return true
  }

  function follow(line: Line): void {
    const { context } = latest.current
    if (line.is === 'row' && context.search.open !== undefined) context.go({ open: line.row.code }, true)
  }

  function point(key: string, column: string): void {
    latest.current.store.setState({ cursor: { key, column } })
  }

  function moveSideways(by: 1 | -1): void {
    const { columns, store } = latest.current
    const line = lineNow()
    if (line?.is === 'group') return fold(line, by === -1)
    const { cursor } = store.getState()
    const column = columnBeside(columns, cursor?.column, by)
    if (cursor && column !== undefined) point(cursor.key, column)
  }

  function fold(line: Line, isFolded?: boolean): void {
    const { store } = latest.current
    const uuid = groupOf(line.key)
    store.setState(({ folded }) =>
      isFolded !== undefined && folded.has(uuid) === isFolded ? {} : { folded: toggled(folded, uuid) },
    )
  }

  function openRow(): void {
    const row = rowNow()
    if (row) latest.current.onOpen(row)
  }

  function select(): void {
    const row = rowNow()
    if (row) latest.current.store.setState(({ selected }) => ({ selected: toggled(selected, row.uuid) }))
  }

  function unfold(): void {
    const row = rowNow()
    if (row) latest.current.store.setState(({ opened }) => ({ opened: toggled(opened, row.uuid) }))
  }

  /** Filters the list by the cell at the cursor (rule GRAPH-UI-17). */
  function filter(narrow: typeof filteredIn): void {
    const { context } = latest.current
    const [row, column] = [rowNow(), columnNow()]
    const words = row && column ? wordsIn(column, row) : []
    if (words.length > 0)
      context.go({ where: whereText(narrow(whereOf(context.search.where), column!.key, words)) }, true)
  }

  /** Starts editing a cell and returns whether it can be edited. A boolean is toggled at once. */
  function begin(row: Artefact, column: ArtefactColumn, byMouse = false): boolean {
    const { context, store } = latest.current
    if (context.refusal !== undefined) return false
    if (column.editor === undefined && (column.edits === undefined || !isCellPart(row.kind, column.edits))) return false
    leave()
    if (column.edits !== undefined && fieldOf(row.kind, column.edits)?.input === 'truth')
      void setPart(context, row, column.edits, valueOf(row, column.edits) !== true)
    else
      store.setState({
        cursor: { key: row.uuid, column: column.key },
        editing: { uuid: row.uuid, column: column.key, byMouse },
      })
    return true
  }

  /** Stores an edit in progress in another cell. */
  function leave(): void {
    const { context, store, columns } = latest.current
    const { editing } = store.getState()
    const part = editing && columns.find(({ key }) => key === editing.column)?.edits
    if (editing && part !== undefined) void context.edits.commit(editing.uuid, part)
    store.setState({ editing: undefined })
  }

  function end(row: Artefact, column: ArtefactColumn, ending: Ending): void {
    const { context, store, columns, grid } = latest.current
    if (column.edits !== undefined) {
      if (ending === 'cancel') context.edits.cancel(row.uuid, column.edits)
      else void context.edits.commit(row.uuid, column.edits)
    }
    const { editing } = store.getState()
    if (editing?.uuid === row.uuid && editing.column === column.key) store.setState({ editing: undefined })
    if (ending === 'left') return
    grid.current?.focus({ preventScroll: true })
    const next =
      ending === 'next' || ending === 'previous'
        ? editableBeside(columns, column.key, ending === 'next' ? 1 : -1)
        : undefined
    if (next) begin(row, next)
    else if (ending === 'enter') point(row.uuid, column.key)
  }

  /** The first click on an editable cell moves the cursor to it, the second edits it; other cells open the row. */
  function click(row: Artefact, column: ArtefactColumn): void {
    const { store, onOpen, context } = latest.current
    const { cursor } = store.getState()
    const wasHere = cursor?.key === row.uuid && cursor.column === column.key
    const isEditable = column.edits !== undefined || column.editor !== undefined
    if (isEditable && wasHere && begin(row, column, true)) return
    point(row.uuid, column.key)
    if (!isEditable || column.opens || context.refusal !== undefined || context.search.open !== undefined) onOpen(row)
  }

  /** Enter edits an editable cell, folds a group, and otherwise opens the row. */
  function enter(): void {
    const line = lineNow()
    const row = rowNow()
    const column = columnNow()
    if (line?.is === 'group') fold(line)
    else if (!(row && column && begin(row, column))) openRow()
  }

  /** Handles the keys that apply to the table only while it has the focus: elsewhere they scroll or press a button. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === 'F2') enter()
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') moveSideways(event.key === 'ArrowRight' ? 1 : -1)
    else if (event.key === ' ') select()
    else if (!move(event.key)) return
    event.preventDefault()
  }
}
