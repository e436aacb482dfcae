import { keyOf } from '@carapace/shared/msoc/can/frame'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../core/call/call.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { type AnalyzerDialog, type Bench, BenchContext, type Subject, useBench, useAnalyzerState } from './bench.ts'
import type { Analyzer, AnalyzerState } from './engine/analyzer.ts'
import { AnalyzerKeys } from './keys.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { NoteDialog } from './notes/note-dialog.tsx'
import { useNotes } from './notes/use-notes.ts'
import { Detail } from './panes/detail/detail.tsx'
import { Foot } from './panes/foot.tsx'
import { FrameLists } from './panes/frame-lists.tsx'
import { Timeline } from './panes/timeline/timeline.tsx'
import { Toolbar } from './panes/toolbar/toolbar.tsx'
import { type AnalyzerLook, idWord, plottedIn, usualPlot, viewOf } from './search.ts'
import type { Source } from './sources/source.ts'
import { useAnalyzer } from './use-analyzer.ts'
import './analyzer.css'

interface AnalyzerScreenProps {
  readonly source: Source
  readonly look: AnalyzerLook
  readonly lookAt: Bench['lookAt']
  /** Switches to the live frames; absent if there are none. */
  readonly onLive: (() => void) | undefined
  /** The header of the standalone page; a tab already has a header. */
  readonly head?: ReactNode
}

/**
 * The frames of a bus: as a list of ids, as single frames, or as transported messages; over time, in bits and in
 * signals.
 */
export function AnalyzerScreen(props: AnalyzerScreenProps) {
  const analyzer = useAnalyzer(props.source)
  if (analyzer === undefined) return <SkeletonRows rows={16} columns={['64px', '1fr', '1fr', '2fr']} />
  return <Shown key={props.source.kind} {...props} analyzer={analyzer} />
}

interface ShownProps extends AnalyzerScreenProps {
  readonly analyzer: Analyzer
}

function Shown({ onLive, head, ...props }: ShownProps) {
  const [dialog, setDialog] = useState<AnalyzerDialog>()
  const bench = useSharedBench(props, setDialog)
  useView(bench)
  useOwnId(bench)
  useChosenDbc(bench)
  return (
    <BenchContext value={bench}>
      {head}
      <div className="an">
        <Toolbar onLive={onLive} />
        <Frames />
      </div>
      <AnalyzerKeys />
      {dialog?.about === 'keep' && <KeepDialog onClose={() => setDialog(undefined)} />}
      {dialog?.about === 'note' && (
        <NoteDialog
          note={bench.notes.list.find(({ uuid }) => uuid === dialog.uuid)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </BenchContext>
  )
}

function Frames() {
  const { analyzer } = useBench()
  const load = useAnalyzerState((state) => state.load)
  if (typeof load === 'object')
    return (
      <ErrorState title="The frames did not load" onRetry={() => analyzer.retry()}>
        {load.failed}
      </ErrorState>
    )
  return (
    <>
      <Timeline />
      <div className="an-body">
        <div className="an-left">
          <FrameLists />
          <Foot />
        </div>
        <Detail />
      </div>
    </>
  )
}

type Shared = Pick<ShownProps, 'analyzer' | 'source' | 'look' | 'lookAt'>

function useSharedBench({ analyzer, source, look, lookAt }: Shared, setDialog: Bench['setDialog']): Bench {
  const sourceSubject = useStore(analyzer.state, (state) => state.subject)
  const subject = useMemo(() => subjectOf(source, sourceSubject), [source, sourceSubject])
  const notes = useNotes(subject)
  const plotted = usePlotted(analyzer, look)
  const [liveFocusTime, setLiveFocusTime] = useState<number>()
  const [isPaused, setPaused] = useState(false)
  const [isNotched, setNotched] = useState(false)
  const isLive = source.kind === 'live'
  const hold = useCallback(
    (paused: boolean) => {
      setPaused(paused)
      analyzer.pause(paused)
      if (!paused) setLiveFocusTime(undefined)
    },
    [analyzer],
  )
  const standAt = useCallback(
    (at: number | undefined) => {
      setLiveFocusTime(at)
      if (at !== undefined) hold(true)
    },
    [hold],
  )
  return useMemo(
    (): Bench => ({
      analyzer,
      source,
      subject,
      look,
      lookAt,
      notes,
      plotted,
      isPaused,
      isNotched,
      setDialog,
      focusTime: isLive ? liveFocusTime : (look.at ?? sourceSubject?.around),
      // in live frames, a focused time is temporary: it is stored in the address only if the frames are stored
      goTo: (at, id) => {
        if (isLive) standAt(at)
        const change = { ...(!isLive && { at }), ...(id !== undefined && { id }) }
        if (Object.keys(change).length > 0) lookAt({ ...look, ...change }, true)
      },
      select: (id) => lookAt({ ...look, id }, true),
      setPaused: hold,
      setNotched: (notched) => {
        setNotched(notched)
        analyzer.notch(notched)
        analyzer.look({ isNotched: notched })
      },
    }),
    [
      analyzer,
      source,
      subject,
      look,
      lookAt,
      notes,
      plotted,
      isPaused,
      isNotched,
      isLive,
      liveFocusTime,
      sourceSubject,
      hold,
      standAt,
      setDialog,
    ],
  )
}

function subjectOf(source: Source, sourceSubject: AnalyzerState['subject']): Subject {
  const vehicle = sourceSubject?.vehicle?.vin ?? ('vehicle' in source ? source.vehicle : undefined)
  if (source.kind === 'capture' || source.kind === 'alert')
    return { kind: source.kind, uuid: source.uuid, name: sourceSubject?.title ?? source.kind, vehicle }
  return { kind: 'vehicle', uuid: sourceSubject?.vehicle?.uuid, name: vehicle ?? '', vehicle }
}

/** Sends the view of the address to the worker. */
function useView({ analyzer, look, focusTime, plotted }: Bench): void {
  useEffect(() => analyzer.look(viewOf(look, focusTime)), [analyzer, look, focusTime])
  useEffect(() => analyzer.look({ plotted }), [analyzer, plotted])
}

/** The plotted signals; returns the same array as long as the same signals are plotted. */
function usePlotted(analyzer: Analyzer, { plot }: AnalyzerLook): readonly string[] {
  const word = useStore(analyzer.state, ({ detail }) => plot ?? usualPlot(detail))
  return useMemo(() => plottedIn({ plot: word }), [word])
}

/** Selects the alert's own id in evidence, unless the address names another id (rule ANALYZER-UI-9). */
function useOwnId({ analyzer, source, look, lookAt }: Bench): void {
  const sourceSubject = useStore(analyzer.state, (state) => state.subject)
  useEffect(() => {
    const [id] = sourceSubject?.ids ?? []
    if (source.kind !== 'alert' || look.id !== undefined || id === undefined || sourceSubject?.bus === undefined) return
    lookAt({ ...look, id: idWord({ bus: sourceSubject.bus, key: keyOf(id, id > 0x7ff) }) }, true)
  }, [source, sourceSubject, look, lookAt])
}

/**
 * Decodes the shown bus, or all buses, with the version that the address names; otherwise with the assigned versions
 * (rule ANALYZER-UI-16).
 */
function useChosenDbc({ analyzer, look: { dbc, bus } }: Bench): void {
  const load = useStore(analyzer.state, (state) => state.load)
  const isReady = load === 'live' || load === 'whole'
  useEffect(() => {
    if (dbc === undefined || !isReady) return
    const buses = bus === undefined ? new Set(['', ...analyzer.state.getState().dbcs.map((each) => each.bus)]) : [bus]
    for (const each of buses)
      analyzer.readWith(each, dbc).catch((thrown: unknown) => toast.error(messageOf(thrown), { key: 'analyzer-dbc' }))
    return () => {
      for (const each of buses) void analyzer.readWith(each, undefined)
    }
  }, [analyzer, dbc, bus, isReady])
}
