import { hexOf } from '@carapace/shared/msoc/can/frame'
import { useRef } from 'react'
import type { Column } from '../../../core/table/columns.ts'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useBench, useAnalyzerState } from '../bench.ts'
import type { TransportRow } from '../engine/protocol.ts'
import { idWord } from '../search.ts'
import { exactTime, fineSpan, isSameTime } from '../times.ts'
import { FrameTable, type FrameTableHandle } from './frame-table.tsx'
import { useLongList, usePick } from './long-list.ts'
import { NothingFound } from './nothing-found.tsx'

/** Number of bytes of a longer message that are shown in its row. */
const shownBytes = 32

const columns: readonly Column<TransportRow>[] = [
  { key: 'time', title: 'Time', width: 154, mono: true, always: true, render: ({ ts }) => exactTime(ts) },
  { key: 'bus', title: 'Bus', width: 56, priority: 4, render: ({ bus }) => <span className="an-faint">{bus}</span> },
  { key: 'protocol', title: 'Protocol', width: 68, render: ({ protocol }) => protocol },
  {
    key: 'between',
    title: 'Between',
    width: 108,
    mono: true,
    always: true,
    render: ({ between }) => <b className="an-id">{between}</b>,
  },
  {
    key: 'message',
    title: 'Message',
    width: 300,
    grow: 3,
    always: true,
    render: ({ text, tone }) => (
      <span className={`an-tone-${tone}`} title={text}>
        {text}
      </span>
    ),
  },
  { key: 'bytes', title: 'Bytes', width: 52, numeric: true, priority: 2, render: ({ data }) => data.length },
  { key: 'frames', title: 'Frames', width: 58, numeric: true, priority: 3, render: ({ frames }) => frames },
  {
    key: 'took',
    title: 'Took',
    width: 64,
    numeric: true,
    priority: 3,
    render: ({ ts, endTs, frames }) => (frames > 1 ? fineSpan(endTs - ts) : ''),
  },
  {
    key: 'data',
    title: 'Data',
    width: 120,
    grow: 1,
    mono: true,
    priority: 1,
    render: ({ data }) => (
      <span className="an-faint">
        {hexOf(data.subarray(0, shownBytes), ' ')}
        {data.length > shownBytes && ' …'}
      </span>
    ),
  },
]

/** Messages of several frames, decoded by a protocol above CAN. */
export function TransportList() {
  const { goTo, focusTime } = useBench()
  const transport = useAnalyzerState((state) => state.transport)
  const table = useRef<FrameTableHandle>(null)
  const list = useLongList(transport, table)
  const pick = usePick(list, (row) => goTo(row.ts, idWord(row)))
  if (transport.total === 0) return <NothingFound what="messages" />
  if (!list.isOpen) return <SkeletonRows rows={16} columns={['140px', '72px', '1fr', '1fr']} rowHeight={28} />
  const current = transport.rows.find(({ ts }) => isSameTime(ts, focusTime))
  return (
    <FrameTable
      id="analyzer-transport"
      label="Messages of higher protocols"
      columns={columns}
      count={list.count}
      rowAt={list.rowAt}
      standIn={list.standIn}
      current={current === undefined ? -1 : current.row - list.base}
      onPick={pick}
      classOf={({ tone }) => (tone === 'broken' ? 'dt-tint-high' : undefined)}
      openAt={list.openAt}
      onView={list.onView}
      onEnd={list.onEnd}
      follows={list.follows}
      handle={table}
    />
  )
}
