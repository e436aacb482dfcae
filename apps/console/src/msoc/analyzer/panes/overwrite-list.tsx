import { idDigits } from '@carapace/shared/msoc/can/frame'
import { useEffect, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import type { Column, Sort } from '../../../core/table/columns.ts'
import { useBench, useAnalyzerState } from '../bench.ts'
import type { OverwriteOrder, OverwriteRow } from '../engine/protocol.ts'
import { idWord, selectedIn } from '../search.ts'
import { fineSpan, millis, rate } from '../times.ts'
import { Bytes } from './bytes.tsx'
import { FrameTable } from './frame-table.tsx'
import { NothingFound } from './nothing-found.tsx'
import { TimingStrip } from './timing-strip.tsx'

interface Row extends OverwriteRow {
  /** The age of its latest frame, ms; relative to the latest frame of all if the source is not live. */
  readonly age: number
}

const isOff = ({ oddity }: OverwriteRow): boolean => oddity === 'fast' || oddity === 'slow'

const columns: readonly Column<Row>[] = [
  { key: 'bus', title: 'Bus', width: 64, extra: true, render: ({ bus }) => bus },
  {
    key: 'id',
    title: 'Id',
    width: 60,
    mono: true,
    always: true,
    sortable: true,
    render: (row) => <b className="an-id">{idDigits(row)}</b>,
  },
  {
    key: 'name',
    title: 'Message',
    width: 152,
    grow: 2,
    sortable: true,
    render: ({ name, oddity }) =>
      name ?? <span className={oddity === 'unknown' ? 'an-unknown' : 'an-faint'}>not in DBC</span>,
  },
  {
    key: 'ecu',
    title: 'ECU',
    width: 52,
    grow: 0.2,
    priority: 4,
    render: ({ ecu, name }) => <span className="an-faint">{ecu ?? (name === undefined ? '?' : '')}</span>,
  },
  {
    key: 'dlc',
    title: 'DLC',
    width: 40,
    numeric: true,
    priority: 5,
    render: ({ data }) => <span className="an-faint">{data.length}</span>,
  },
  {
    key: 'data',
    title: 'Data',
    width: 226,
    grow: 0.4,
    mono: true,
    always: true,
    render: ({ data, change, rtr }) => <Bytes data={data} change={change} rtr={rtr} />,
  },
  {
    key: 'count',
    title: 'Count',
    width: 58,
    numeric: true,
    priority: 2,
    sortable: true,
    render: ({ count }) => number(count),
  },
  {
    key: 'rate',
    title: 'Hz',
    width: 56,
    numeric: true,
    sortable: true,
    render: (row) => <span className={isOff(row) ? 'an-off' : 'an-strong'}>{rate(row.hz)}</span>,
  },
  {
    key: 'period',
    title: 'Period',
    width: 62,
    numeric: true,
    priority: 1,
    sortable: true,
    render: (row) => (
      <span className={isOff(row) ? 'an-off' : 'an-strong'}>
        {row.period === undefined ? '\u2013' : millis(row.period)}
      </span>
    ),
  },
  {
    key: 'jitter',
    title: 'Jitter',
    width: 56,
    numeric: true,
    priority: 3,
    sortable: true,
    render: (row) => (
      <span className={isOff(row) ? 'an-off' : undefined}>
        {row.jitter === undefined ? '\u2013' : millis(row.jitter)}
      </span>
    ),
  },
  {
    key: 'timing',
    title: 'Timing',
    width: 164,
    priority: 6,
    render: (row) => <TimingStrip {...row} isOff={isOff(row)} />,
  },
  {
    key: 'age',
    title: 'Age',
    width: 64,
    numeric: true,
    priority: 2,
    sortable: true,
    render: ({ age }) => <span className="an-faint">{fineSpan(age)}</span>,
  },
]

/** The latest frame of each id. */
export function OverwriteList() {
  const { analyzer, look, select, source, isPaused } = useBench()
  const rows = useAnalyzerState((state) => state.overwrite)
  const to = useAnalyzerState(({ summary }) => summary?.to)
  const [sort, setSort] = useState<Sort>({ key: 'id', order: 'asc' })
  useEffect(
    () => analyzer.look({ sort: { by: sort.key as OverwriteOrder, isDescending: sort.order === 'desc' } }),
    [analyzer, sort],
  )
  const selected = selectedIn(look)
  const current =
    selected === undefined ? -1 : rows.findIndex(({ bus, key }) => bus === selected.bus && key === selected.key)
  if (rows.length === 0) return <NothingFound what="ids" />

  const now = source.kind === 'live' && !isPaused ? Date.now() : (to ?? 0)
  const rowAt = (index: number): Row | undefined => {
    const row = rows[index]
    return row && { ...row, age: Math.max(0, now - row.at) }
  }
  return (
    <FrameTable
      id="analyzer-overwrite"
      label="Latest frame of each id"
      columns={columns}
      count={rows.length}
      rowAt={rowAt}
      current={current}
      onPick={(index) => {
        const row = rows[index]
        if (row !== undefined) select(idWord(row))
      }}
      classOf={tintOf}
      sort={sort}
      onSort={setSort}
    />
  )
}

function tintOf({ oddity }: OverwriteRow): string | undefined {
  return oddity === undefined ? undefined : oddity === 'unknown' ? 'dt-tint-high' : 'dt-tint-critical'
}
