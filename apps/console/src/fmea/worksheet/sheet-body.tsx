import { Button } from '@blueprintjs/core'
import { ConfirmIcon, FilterRemoveIcon, GraphIcon, RedoIcon, TrashIcon, UndoIcon } from '@blueprintjs/icons'
import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { GridProvider, gridStore, select, useGrid, useGridStore } from '../../core/sheet/grid-store.ts'
import { SheetGrid } from '../../core/sheet/grid.tsx'
import { Notice } from '../../core/sheet/notice.tsx'
import { movedBy } from '../../core/sheet/selection.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { ArtefactDrawer } from '../../graph/drawer/artefact-drawer.tsx'
import { OrphanedEdits } from '../../graph/editing/orphaned-edits.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { artefactOf } from '../../graph/store/graph-state.ts'
import { ExportMenu } from '../import/export-menu.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import type { WorksheetSearch } from '../search.ts'
import { ActionsList } from './actions-list.tsx'
import { FailureNet } from './failure-net.tsx'
import { RemoveLines } from './remove-lines.tsx'
import { WorksheetToolbar } from './toolbar.tsx'
import { useSheetContent } from './content.tsx'
import { type SheetProps, useSheet } from './use-sheet.ts'
import { title } from './page-props.ts'
import { FmeaTabs } from './fmea-tabs.tsx'

/** The worksheet of one FMEA. */
export function Sheet(props: SheetProps) {
  const [store] = useState(gridStore)
  return (
    <GridProvider value={store}>
      <SheetBody {...props} />
    </GridProvider>
  )
}

function SheetBody(props: SheetProps) {
  const { fmea, profile, search, go } = props
  const { refusal, program } = usePageContext()
  const graph = usePageGraph((state) => state)
  const store = useGridStore()
  const { id, columns, shown, view, rated, actions, history, newUuid, group } = useSheet(props)
  const [isRemoving, setRemoving] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const cursorRow = useGrid(({ selection, range }) => (range ? selection?.anchor.row : undefined))
  const line = view.rows.find(({ row }) => row.uuid === cursorRow)
  const opened = artefactOf(graph, search.open)
  const open = useCallback(
    (uuid: string) => {
      const row = program.state.getState().artefacts.get(uuid)
      if (row) go({ ...search, open: row.code, part: search.part })
    },
    [program, go, search],
  )
  const beside = (what: WorksheetSearch['beside']) =>
    go({ ...search, beside: search.beside === what ? undefined : what, open: undefined }, true)
  const step = (key: 'ArrowDown' | 'ArrowUp') => {
    const next = movedBy(store.getState().order, store.getState().selection, { key, isExtending: false, isFar: false })
    if (!next) return
    select(store, next)
    if (search.open !== undefined) open(next.anchor.row)
  }
  const content = useSheetContent(newUuid, open)
  useHotkeys([
    { keys: 'j', title: 'Next line', group: title, run: () => step('ArrowDown') },
    { keys: 'k', title: 'Previous line', group: title, run: () => step('ArrowUp') },
    { keys: 'Ctrl-Z', title: 'Undo', group: title, run: () => void actions.undo() },
    { keys: 'Ctrl-Y', title: 'Redo', group: title, run: () => void actions.redo() },
    {
      keys: 'Escape',
      title: 'Close what is beside the worksheet',
      group: title,
      run: () => go({ ...search, open: undefined, part: undefined, beside: undefined }),
    },
  ])
  const { done, undone, isBusy } = useStore(history.state)
  useLeaveWarning(isBusy)
  return (
    <div className="fw-page">
      <PageHead title={title} tabs={<FmeaTabs fmea={fmea} search={search} go={go} />}>
        <span className="c-note" role="status">
          {isBusy ? 'Saving…' : ''}
        </span>
        <IconButton
          icon={<UndoIcon />}
          label="Undo"
          keys="Ctrl-Z"
          disabled={done.length === 0}
          onClick={() => void actions.undo()}
        />
        <IconButton
          icon={<RedoIcon />}
          label="Redo"
          keys="Ctrl-Y"
          disabled={undone.length === 0}
          onClick={() => void actions.redo()}
        />
        <ActButton
          size="medium"
          icon={<TrashIcon />}
          text="Remove lines"
          refusal={refusal ?? (line ? undefined : 'Select lines first.')}
          onClick={() => setRemoving(true)}
        />
        <ExportMenu fmea={fmea} onImport={() => setImporting(true)} />
        <Button
          variant="outlined"
          icon={<GraphIcon />}
          active={search.beside === 'net'}
          text="Failure net"
          onClick={() => beside('net')}
        />
        <Button
          variant="outlined"
          icon={<ConfirmIcon />}
          active={search.beside === 'actions'}
          text="Actions"
          onClick={() => beside('actions')}
        />
      </PageHead>
      <WorksheetToolbar
        id={id}
        columns={columns}
        group={group}
        search={search}
        go={go}
        profile={profile.name}
        shown={view.rows.length}
        total={view.all.length}
      />
      {graph.problem !== undefined && (
        <p className="gr-outdated" role="alert">
          This worksheet is not up to date: {graph.problem}{' '}
          <Button size="small" variant="outlined" onClick={program.reload}>
            Try again
          </Button>
        </p>
      )}
      {profile.problem !== undefined && (
        <p className="gr-outdated" role="alert">
          Rated by the shipped profile: {profile.problem}
        </p>
      )}
      <Notice store={actions.notice} />
      <OrphanedEdits />
      <div className="gr-body">
        <section className="gr-main" aria-label={fmea.title}>
          {view.rows.length === 0 && view.all.length > 0 && (
            <EmptyState
              icon={<FilterRemoveIcon size={24} />}
              title="No lines match"
              action={
                <Button variant="outlined" onClick={() => go({ ...search, q: undefined, where: undefined })}>
                  Clear the filters
                </Button>
              }
            >
              {`None of the ${number(view.all.length)} lines is found by them.`}
            </EmptyState>
          )}
          <SheetGrid
            id={id}
            label={`Lines of ${fmea.code}`}
            columns={columns}
            shown={shown}
            frozen={0}
            lines={view.lines}
            content={content}
            actions={actions}
            isReadOnly={refusal !== undefined}
            openKey={opened?.uuid}
            onOpen={open}
          />
        </section>
        {opened && <ArtefactDrawer key={opened.uuid} artefact={opened} />}
        {!opened && search.beside === 'net' && (
          <FailureNet
            failureUuid={(line?.mode ?? line?.effect ?? line?.cause)?.uuid}
            onClose={() => beside(undefined)}
          />
        )}
        {!opened && search.beside === 'actions' && (
          <ActionsList
            lines={view.rows}
            rated={rated}
            actions={actions}
            line={line}
            newUuid={newUuid}
            today={new Date().toISOString().slice(0, 10)}
            onClose={() => beside(undefined)}
          />
        )}
      </div>
      {isImporting && (
        <ImportDialog lines={view.all} columns={columns} actions={actions} onClose={() => setImporting(false)} />
      )}
      {isRemoving && <RemoveLines view={view} onClose={() => setRemoving(false)} />}
    </div>
  )
}
