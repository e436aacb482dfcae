import { Button } from '@blueprintjs/core'
import {
  AddIcon,
  ConfirmIcon,
  FilterRemoveIcon,
  GraphIcon,
  RedoIcon,
  TrashIcon,
  TreeIcon,
  UndoIcon,
} from '@blueprintjs/icons'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { useColumns } from '../../core/table/use-columns.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { ArtefactDrawer } from '../../graph/drawer/artefact-drawer.tsx'
import { OrphanedEdits } from '../../graph/editing/orphaned-edits.tsx'
import { NewArtefact } from '../../graph/page/new-artefact.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { ProgramPage } from '../../graph/page/program-page.tsx'
import { whereOf } from '../../graph/page/search.ts'
import { artefactOf } from '../../graph/store/graph-state.ts'
import { useGraph } from '../../graph/store/program-store.ts'
import { TableProvider, tableStore } from '../../graph/table/table-state.ts'
import { ExportMenu } from '../import/export-menu.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import type { WorksheetSearch } from '../search.ts'
import { type ProfileNow, useProfile } from '../use-profile.ts'
import { ActionsList } from './actions-list.tsx'
import { columnsOf, type SheetColumn } from './columns.ts'
import { FailureNet } from './failure-net.tsx'
import { WorksheetGrid } from './grid.tsx'
import { GridProvider, gridStore, reorder, select, useGrid, useGridStore } from './grid-store.ts'
import { fmeaFields, fmeaKinds, formOf, lineReader, type Rated } from './lines.ts'
import { RemoveLines } from './remove-lines.tsx'
import { movedBy, orderOf } from './selection.ts'
import { worksheetOf } from './sheet.ts'
import { type SheetActions, sheetActions } from './sheet-actions.ts'
import { groupKeys, viewOf, type ViewOptions } from './shown.ts'
import { WorksheetToolbar } from './toolbar.tsx'
import { undoHistory } from './undo.ts'
import { fmeasIn, whichFmea } from './which-fmea.ts'
import './worksheet.css'

const title = 'FMEA Analysis'

interface WorksheetPageProps {
  readonly search: WorksheetSearch
  readonly go: (search: WorksheetSearch, replace?: boolean) => void
}

/** The kinds that it reads besides the lines. */
const related = fmeaKinds.filter((each) => each !== 'fmea-line')

/** The worksheet of an FMEA: its lines as a spreadsheet, with its actions and the failure net beside it. */
export function WorksheetPage({ search, go }: WorksheetPageProps) {
  return (
    <ProgramPage title={title} kind="fmea-line" related={related} search={search} go={go}>
      <WithTable>
        <Loaded search={search} go={go} />
      </WithTable>
    </ProgramPage>
  )
}

function WithTable({ children }: { readonly children: ReactNode }) {
  const { edits } = usePageContext()
  const [table] = useState(tableStore)
  useLeaveWarning(useStore(edits.state, ({ all }) => all.size > 0))
  return <TableProvider value={table}>{children}</TableProvider>
}

function Loaded({ search, go }: WorksheetPageProps) {
  const { program } = usePageContext()
  const graph = useGraph(program, (state) => state)
  const fmea = whichFmea(graph, search)
  const profile = useProfile(fmea ? fmeaFields(fmea).profile : null)
  if (!graph.isWhole && graph.problem !== undefined)
    return (
      <>
        <PageHead title={title} />
        <ErrorState title="The FMEA did not load" onRetry={program.reload}>
          {graph.problem}
        </ErrorState>
      </>
    )
  if (graph.isWhole && !fmea) return <NoFmea search={search} go={go} />
  if (!graph.isWhole || !fmea || !profile)
    return (
      <>
        <PageHead title={title} />
        <SkeletonRows rows={16} columns={['52px', '110px', '140px', '180px', '180px', '180px', '1fr']} />
      </>
    )
  return <Sheet key={fmea.uuid} fmea={fmea} profile={profile} search={search} go={go} />
}

function NoFmea({ search, go }: WorksheetPageProps) {
  const { refusal } = usePageContext()
  const [isMaking, setMaking] = useState(false)
  const action =
    refusal === undefined
      ? { action: <Button intent="primary" icon={<AddIcon />} onClick={() => setMaking(true)} text="New FMEA" /> }
      : {}
  return (
    <>
      <PageHead title={title} />
      <EmptyState icon={<TreeIcon size={24} />} title="No FMEA yet" {...action}>
        An FMEA finds how functions and components can fail, what causes it, and what it leads to.
      </EmptyState>
      {isMaking && (
        <NewArtefact
          kind="fmea"
          onClose={() => setMaking(false)}
          onMade={({ code }) => (setMaking(false), go({ ...search, fmea: code }))}
        />
      )}
    </>
  )
}

interface SheetProps extends WorksheetPageProps {
  readonly fmea: Artefact
  readonly profile: ProfileNow
}

function Sheet(props: SheetProps) {
  const [store] = useState(gridStore)
  return (
    <GridProvider value={store}>
      <SheetBody {...props} />
    </GridProvider>
  )
}

/** The worksheet and what changes it; the worksheet that a change works on is read when the change comes. */
function useSheet({ fmea, profile, search }: SheetProps) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const store = useGridStore()
  const folded = useGrid((state) => state.folded)
  const { form: formWord } = fmeaFields(fmea)
  const form = formOf({ form: formWord })
  const rated = useMemo<Rated>(() => ({ profile: profile.content, form }), [profile.content, form])
  const columns = useMemo(() => columnsOf(rated), [rated])
  const id = `fmea.${form}`
  const shown = useColumns(id, columns).shown as readonly SheetColumn[]
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
            sheet: worksheetOf(rows, of),
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

/** The rows of the worksheet, without the heads of groups. */
const rowKeys = (lines: ReturnType<typeof viewOf>['lines']) =>
  lines.flatMap((line) => (line.is === 'group' ? [] : [line.key]))

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
      <Notice actions={actions} />
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
          <WorksheetGrid
            id={id}
            label={`Lines of ${fmea.code}`}
            columns={columns}
            shown={shown}
            view={view}
            actions={actions}
            openUuid={opened?.uuid}
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

/** The FMEAs of the program. */
function FmeaTabs({ fmea, search, go }: WorksheetPageProps & { readonly fmea: Artefact }) {
  const graph = usePageGraph((state) => state)
  const all = fmeasIn(graph)
  return (
    <select
      className="fw-which"
      aria-label="FMEA"
      value={fmea.code}
      onChange={({ target: { value } }) =>
        go({ programId: search.programId, projectId: search.projectId, fmea: value, group: search.group })
      }
    >
      {all.map(({ uuid, code, title: name }) => (
        <option key={uuid} value={code}>
          {code} {name}
        </option>
      ))}
    </select>
  )
}

/** What was left out of the last change, or why it was not stored. */
function Notice({ actions }: { readonly actions: SheetActions }) {
  const notice = useStore(actions.notice, ({ now }) => now)
  if (!notice) return null
  const close = () => actions.notice.setState({ now: undefined })
  return (
    <div className="fw-notice" role="alert">
      <strong>{notice.title}</strong>
      <ul tabIndex={0} aria-label={notice.title}>
        {notice.reasons.slice(0, 50).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {notice.reasons.length > 50 && <li>{`${number(notice.reasons.length - 50)} more`}</li>}
      </ul>
      <span className="fw-notice-acts">
        {notice.again && (
          <Button size="small" variant="outlined" text="Try again" onClick={() => (close(), notice.again!())} />
        )}
        <Button size="small" variant="minimal" text="Close" onClick={close} />
      </span>
    </div>
  )
}
