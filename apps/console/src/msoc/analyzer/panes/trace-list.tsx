import { Button } from '@blueprintjs/core'
import { idDigits } from '@carapace/shared/msoc/can/frame'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/columns.ts'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useBench, useAnalyzerState } from '../bench.ts'
import type { TraceRow } from '../engine/protocol.ts'
import { idWord } from '../search.ts'
import { exactTime, isSameTime, millis, signedSeconds } from '../times.ts'
import { Bytes, isRemote } from './bytes.tsx'
import { FrameTable, type FrameTableHandle } from './frame-table.tsx'
import { useLongList, usePick } from './long-list.ts'
import { NothingFound } from './nothing-found.tsx'

const timings = ['absolute', 'relative', 'delta'] as const
type Timing = (typeof timings)[number]

const timingTitles: Readonly<Record<Timing, string>> = { absolute: 'Time', relative: 'Relative', delta: 'Since own' }

function columnsOf(timing: Timing, origin: number): readonly Column<TraceRow>[] {
  return [
    {
      key: 'time',
      title: timingTitles[timing],
      width: 170,
      mono: true,
      always: true,
      render: (row) => timeText(row, timing, origin),
    },
    { key: 'bus', title: 'Bus', width: 56, priority: 4, render: ({ bus }) => <span className="an-faint">{bus}</span> },
    {
      key: 'id',
      title: 'Id',
      width: 74,
      mono: true,
      always: true,
      render: (row) => <b className="an-id">{idDigits(row)}</b>,
    },
    {
      key: 'name',
      title: 'Message',
      width: 120,
      grow: 0.6,
      render: ({ name }) => name ?? <span className="an-faint">not in DBC</span>,
    },
    {
      key: 'dlc',
      title: 'DLC',
      width: 42,
      numeric: true,
      priority: 5,
      render: ({ data }) => <span className="an-faint">{data.length}</span>,
    },
    {
      key: 'data',
      title: 'Data',
      width: 226,
      mono: true,
      always: true,
      render: ({ data, change, flags }) => <Bytes data={data} change={change} rtr={isRemote(flags)} />,
    },
    {
      key: 'signals',
      title: 'Signals',
      width: 200,
      grow: 2,
      priority: 2,
      render: ({ text }) => (
        <span className="an-trace-text" title={text}>
          {text}
        </span>
      ),
    },
  ]
}

function timeText({ ts, sinceOwn }: TraceRow, timing: Timing, origin: number): string {
  if (timing === 'absolute') return exactTime(ts)
  if (timing === 'relative') return `${signedSeconds(ts - origin)} s`
  return sinceOwn === undefined ? '\u2013' : `${millis(sinceOwn)} ms`
}

/**
 * All frames as single rows. If the user scrolled back while frames arrive, the list does not move and shows the number
 * of newer frames (rule ANALYZER-UI-10).
 */
export function TraceList() {
  const { source, goTo, focusTime } = useBench()
  const trace = useAnalyzerState((state) => state.trace)
  const from = useAnalyzerState(({ summary }) => summary?.from)
  const [timing, setTiming] = useState<Timing>('absolute')
  const table = useRef<FrameTableHandle>(null)
  const origin = focusTime ?? from ?? 0
  const columns = useMemo(() => columnsOf(timing, timing === 'relative' ? origin : 0), [timing, origin])
  const list = useLongList(trace, table)
  const pick = usePick(list, (row) => goTo(row.ts, idWord(row)))
  const current = useCurrent(trace.rows, list.base)
  if (trace.total === 0) return <NothingFound what="frames" />
  if (!list.isOpen) return <SkeletonRows rows={16} columns={['140px', '48px', '140px', '1fr', '1fr']} rowHeight={28} />

  return (
    <div className="an-list">
      <div className="an-list-bar">
        <span className="an-switch an-switch-small" role="group" aria-label="Time format">
          {timings.map((each) => (
            <button key={each} type="button" aria-pressed={each === timing} onClick={() => setTiming(each)}>
              {timingTitles[each]}
            </button>
          ))}
        </span>
        <span className="num">{number(trace.total)} frames</span>
        {source.kind === 'live' && <NewerBar table={table} />}
      </div>
      <FrameTable
        id="analyzer-trace"
        label="Frames"
        columns={columns}
        count={list.count}
        rowAt={list.rowAt}
        standIn={list.standIn}
        current={current}
        onPick={pick}
        classOf={({ ts }) => (isSameTime(ts, focusTime) ? 'an-moment' : undefined)}
        openAt={list.openAt}
        onView={list.onView}
        onEnd={list.onEnd}
        follows={list.follows}
        handle={table}
      />
    </div>
  )
}

/** The row of the frame at the focused time, if it is visible. */
function useCurrent(rows: readonly TraceRow[], base: number): number {
  const { focusTime, look } = useBench()
  if (focusTime === undefined) return -1
  const at = rows.filter(({ ts }) => isSameTime(ts, focusTime))
  const row = at.find((each) => idWord(each) === look.id) ?? at[0]
  return row === undefined ? -1 : row.row - base
}

function NewerBar({ table }: { readonly table: RefObject<FrameTableHandle | null> }) {
  const { isPaused, setPaused } = useBench()
  const frames = useAnalyzerState(({ progress }) => progress.frames)
  const held = useRef(frames)
  useEffect(() => {
    if (!isPaused) held.current = frames
  }, [isPaused, frames])
  if (!isPaused) return null
  const resume = () => {
    setPaused(false)
    table.current?.toEnd()
  }
  return (
    <Button
      size="small"
      variant="minimal"
      className="an-newer num"
      text={`${number(frames - held.current)} newer frames`}
      onClick={resume}
    />
  )
}
