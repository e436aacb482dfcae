import { Button, MenuItem } from '@blueprintjs/core'
import { FilterRemoveIcon, ImportIcon, TrashIcon } from '@blueprintjs/icons'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { GridProvider, gridStore, select, useGrid, useGridStore } from '../../core/sheet/grid-store.ts'
import { SheetGrid } from '../../core/sheet/grid.tsx'
import { Notice } from '../../core/sheet/notice.tsx'
import type { Laid } from '../../core/table/table-head.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementContext } from '../use-agreement.ts'
import { type ShownRows, shownRows, type TableSearch } from '../search.ts'
import { partyNameOf } from '../words.ts'
import { Above } from './above.tsx'
import { tableColumns } from './columns.ts'
import { useTableContent } from './content.tsx'
import { RowDrawer } from './drawer/row-drawer.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { AddRowDialog, AgreeDialog, RemoveRowDialog, whyNotRemove } from './row-dialogs.tsx'
import { useRowAtWork } from './row-at-work.ts'
import { type Heading, mayAgreeTo, rowReader, type TableRow } from './rows.ts'
import { TableToolbar } from './toolbar.tsx'
import { toggling } from './toggling.ts'
import { tableId, useTable } from './use-table.ts'
import { countsOf } from './view.ts'
import './exchange-table.css'

const title = 'Information Exchange'

interface TablePageProps {
  readonly search: TableSearch
  readonly go: (search: TableSearch, replace?: boolean) => void
}

type Dialog = { readonly what: 'add' | 'agree' | 'import' } | { readonly what: 'remove'; readonly row: Heading }

/** The table of work products: what each side has to do with them, and what is agreed (rule AGREEMENT-UI-40). */
export function TablePage({ search, go }: TablePageProps) {
  const [store] = useState(gridStore)
  const [dialog, setDialog] = useState<Dialog>()
  return (
    <GridProvider value={store}>
      <AgreementFrame
        title={title}
        search={search}
        renderTools={(context) => <Filters {...context} search={search} go={go} />}
        renderMore={(refusal) => (
          <MenuItem
            icon={<ImportIcon />}
            text="Import a table…"
            disabled={refusal !== undefined}
            onClick={() => setDialog({ what: 'import' })}
          />
        )}
      >
        {(context) => <Table {...context} search={search} go={go} dialog={dialog} onDialog={setDialog} />}
      </AgreementFrame>
    </GridProvider>
  )
}

const filterTexts: Readonly<Record<ShownRows, string>> = {
  proposals: 'Proposals',
  open: 'Open',
  conflicts: 'Conflicts',
}

/** Which rows are shown, each with how many there are. */
function Filters({ agreement, search, go }: AgreementContext & TablePageProps) {
  const { rows } = useMemo(() => rowReader()(agreement, []), [agreement])
  const counts = countsOf(rows)
  return (
    <Segments
      look="switch"
      label="Rows"
      chosen={search.show ?? 'all'}
      segments={[
        { key: 'all', label: 'All', detail: String(rows.length) },
        ...shownRows.map((key) => ({ key, label: filterTexts[key], detail: String(counts[key]) })),
      ]}
      onChoose={(key) => go({ ...search, show: key === 'all' ? undefined : key }, true)}
    />
  )
}

interface TableProps extends AgreementContext, TablePageProps {
  readonly dialog: Dialog | undefined
  readonly onDialog: (dialog: Dialog | undefined) => void
}

function Table({ search, go, dialog, onDialog, ...context }: TableProps) {
  const { agreement, people, refusal, refetch } = context
  const { uuid, side, is_sent: isSent } = agreement
  const store = useGridStore()
  const other = partyNameOf(agreement, otherSide(side)) ?? `the ${otherSide(side)}`
  const read = useMemo(() => rowReader(), [])
  const rows = useMemo(() => read(agreement, people), [read, agreement, people])
  const { view, shown, actions, written } = useTable(context, rows, search)
  useRowAtWork(uuid, refusal !== undefined)

  const latest = useRef({ search, rows: rows.rows })
  latest.current = { search, rows: rows.rows }
  const marks = useMemo(
    () => toggling({ grid: store, actions, rowAt: (key) => latest.current.rows.find((row) => row.key === key) }),
    [store, actions],
  )
  const show = useCallback(
    (key: string | undefined) =>
      go({ ...latest.current.search, row: key === undefined ? undefined : Number(key) }, true),
    [go],
  )
  const [asked, setAsked] = useState(0)
  const open = useCallback(
    (key: string) => {
      show(key)
      setAsked((before) => before + 1)
    },
    [show],
  )
  const close = () => {
    show(undefined)
    focusGrid()
  }
  const removeHeading = useRemoveHeading(rows.headings, !isSent && refusal === undefined, onDialog)
  const content = useTableContent({
    written,
    other,
    onOpen: open,
    onToggle: refusal === undefined ? marks.toggle : nothing,
    besideGroup: removeHeading,
  })
  const renderAbove = useCallback(
    (laid: readonly Laid<never>[]) => <Above laid={laid} side={side} other={other} isSent={isSent} />,
    [side, other, isSent],
  )
  const cursorRow = () => store.getState().selection?.anchor.row
  const opened = rows.rows.find(({ id }) => id === search.row)
  useFollowing(opened?.key, show)
  useShowing(opened?.key)
  const agreeable = useMemo(() => (isSent ? rows.rows.filter(mayAgreeTo) : []), [rows, isSent])

  const moveTo = (row: TableRow | undefined) => {
    if (!row) return
    const column = store.getState().selection?.anchor.column ?? 'work_product'
    select(store, { anchor: { row: row.key, column }, head: { row: row.key, column } })
    if (opened) show(row.key)
  }
  const move = (by: 1 | -1) => {
    const at = view.shown.findIndex(({ key }) => key === (opened?.key ?? cursorRow()))
    moveTo(view.shown[at < 0 ? 0 : at + by])
  }
  useHotkeys([
    { keys: 'j', title: 'Next row', group: title, run: () => move(1) },
    { keys: 'k', title: 'Previous row', group: title, run: () => move(-1) },
    { keys: 'Ctrl-Z', title: 'Undo', group: title, run: () => void actions.undo() },
    { keys: 'Ctrl-Y', title: 'Redo', group: title, run: () => void actions.redo() },
    { keys: 'Escape', title: 'Close the row', group: title, run: () => opened && close() },
  ])
  const { isBusy } = useStore(actions.history)
  const isUnsaved = useGrid(({ pending }) => pending.size > 0)
  useLeaveWarning(isBusy || isUnsaved)

  const [found, total, agreeableRows] = [view.found.length, rows.rows.length, agreeable.length]
  // it is drawn again only when something in it changes: not with each value that is typed
  const toolbar = useMemo(
    () => (
      <TableToolbar
        search={search}
        go={go}
        actions={actions}
        refusal={refusal}
        shown={found}
        total={total}
        agreeable={agreeableRows}
        onAgree={() => onDialog({ what: 'agree' })}
        onAdd={() => onDialog({ what: 'add' })}
        removal={
          <RemoveButton
            whyNot={(key) =>
              whyNotRemove(
                { is_sent: isSent, side },
                latest.current.rows.find((row) => row.key === key),
              )
            }
            refusal={refusal}
            onRemove={(key) => {
              const row = latest.current.rows.find((one) => one.key === key)
              if (row) onDialog({ what: 'remove', row: named(row) })
            }}
          />
        }
      />
    ),
    [search, go, actions, refusal, found, total, agreeableRows, onDialog, isSent, side],
  )
  return (
    <div className="ia-columns ia-beside-table">
      <section className="ia-main" aria-label={`Work products of ${agreement.code}`}>
        {toolbar}
        <Notice store={actions.notice} />
        {view.found.length === 0 && rows.rows.length > 0 && (
          <EmptyState
            icon={<FilterRemoveIcon size={24} />}
            title="No row matches"
            action={
              <Button
                variant="outlined"
                text="Clear the filters"
                onClick={() => go({ ...search, q: undefined, show: undefined })}
              />
            }
          >
            {`None of the ${rows.rows.length} work products is found by them.`}
          </EmptyState>
        )}
        <div className="ia-table">
          <SheetGrid
            id={tableId}
            label={`Rows of ${agreement.code}`}
            columns={tableColumns}
            shown={shown}
            frozen={1}
            look="one-line"
            renderAbove={renderAbove}
            lines={view.lines}
            content={content}
            actions={actions}
            isReadOnly={refusal !== undefined}
            onKey={marks.onKey}
            openKey={opened?.key}
            onOpen={open}
          />
        </div>
      </section>
      {opened && (
        <RowDrawer
          {...context}
          row={opened}
          other={other}
          section={rows.headings.find(({ id }) => id === opened.section)?.title ?? ''}
          onMove={move}
          asked={asked}
          onClose={close}
          onCounter={() => counter(opened)}
        />
      )}
      {dialog?.what === 'add' && (
        <AddRowDialog
          agreement={agreement}
          after={placeOf(
            rows.rows.find(({ key }) => key === cursorRow()),
            rows,
          )}
          onAdded={(row) => open(String(row))}
          onDone={refetch}
          onClose={() => onDialog(undefined)}
        />
      )}
      {dialog?.what === 'remove' && (
        <RemoveRowDialog agreement={agreement} row={dialog.row} onDone={refetch} onClose={() => onDialog(undefined)} />
      )}
      {dialog?.what === 'agree' && (
        <AgreeDialog agreement={agreement} rows={agreeable} onDone={refetch} onClose={() => onDialog(undefined)} />
      )}
      {dialog?.what === 'import' && (
        <ImportDialog rows={rows} isSent={isSent} onImport={actions.apply} onClose={() => onDialog(undefined)} />
      )}
    </div>
  )

  /** Puts the cursor on the first cell that the other side proposes, so that another value is typed over it. */
  function counter(row: TableRow): void {
    const proposed = Object.keys(row.line.open[otherSide(side)]?.changes ?? {})
    const column = shown.find(({ field }) => proposed.includes(field))?.key ?? 'work_product'
    const spot = { row: row.key, column }
    select(store, { anchor: spot, head: spot })
    focusGrid()
  }
}

const nothing = () => undefined
const focusGrid = () => document.querySelector<HTMLElement>('.ia-table [role=grid]')?.focus()
const named = ({ id, line }: TableRow): Heading => ({ id, title: line.row.work_product })

interface RemoveButtonProps {
  readonly refusal: string | undefined
  /** Why a row, by its key, cannot be removed. */
  readonly whyNot: (row: string | undefined) => string | undefined
  readonly onRemove: (row: string) => void
}

/** Removes the selected row; it alone is drawn again when the cursor moves. */
function RemoveButton({ refusal, whyNot, onRemove }: RemoveButtonProps) {
  const cursor = useGrid(({ selection, range }) => (range ? selection?.anchor.row : undefined))
  return (
    <ActButton
      size="medium"
      icon={<TrashIcon />}
      aria-label="Remove the row"
      refusal={refusal ?? whyNot(cursor)}
      onClick={() => cursor !== undefined && onRemove(cursor)}
    />
  )
}

/** A new row comes behind the selected one, or at the end. */
function placeOf(selected: TableRow | undefined, { rows, headings }: ReturnType<ReturnType<typeof rowReader>>) {
  if (selected) return named(selected)
  const [row, heading] = [rows.at(-1), headings.at(-1)]
  return heading && (!row || (row.section !== heading.id && heading.id > row.id)) ? heading : row && named(row)
}

/** A button at the end of each heading that removes it, where that is possible. */
function useRemoveHeading(
  headings: readonly Heading[],
  isPossible: boolean,
  onDialog: (dialog: Dialog) => void,
): (group: string) => ReactNode {
  return useCallback(
    (group) => {
      const heading = isPossible && headings.find(({ id }) => String(id) === group)
      if (!heading) return null
      const remove = () => onDialog({ what: 'remove', row: heading })
      return (
        <IconButton icon={<TrashIcon size={12} />} size="small" label={`Remove ${heading.title}`} onClick={remove} />
      )
    },
    [headings, isPossible, onDialog],
  )
}

/** The cursor rests for so long before the open drawer shows its row, ms. */
const followMs = 150

/** An open drawer shows the row of the cursor, once it rests. */
function useFollowing(opened: string | undefined, show: (key: string) => void): void {
  const store = useGridStore()
  useEffect(() => {
    if (opened === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.subscribe(({ selection, range }, before) => {
      const row = range && selection?.anchor.row
      if (row === before.selection?.anchor.row) return
      clearTimeout(timer)
      if (row !== undefined && row !== opened) timer = setTimeout(() => show(row), followMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, opened, show])
}

/** The cursor is on the row that is open. */
function useShowing(opened: string | undefined): void {
  const store = useGridStore()
  useEffect(() => {
    if (opened === undefined || store.getState().selection?.anchor.row === opened) return
    const spot = { row: opened, column: 'work_product' }
    select(store, { anchor: spot, head: spot })
  }, [opened, store])
}
