import { LayersIcon, PauseIcon, PlayIcon } from '@blueprintjs/icons'
import { idDigits } from '@carapace/shared/msoc/can/frame'
import { canChannel } from '@carapace/shared/msoc/history/history.contract'
import { useEffect, useState } from 'react'
import { age, number } from '../../../core/format/format.ts'
import { live } from '../../../core/live/live.ts'
import type { Column } from '../../../core/table/columns.ts'
import { DataTable } from '../../../core/table/data-table.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { Panel } from '../panel.tsx'
import { inOrder, type Latest, overwrite } from './overwrite.ts'

/** Interval for drawing the table, ms: nobody can read hexadecimal faster. */
const drawMs = 250

const columns: readonly Column<Latest>[] = [
  { key: 'bus', title: 'Bus', width: 72, priority: 2, render: ({ frame }) => frame.bus },
  {
    key: 'id',
    title: 'Id',
    width: 84,
    mono: true,
    always: true,
    render: ({ frame }) => <b className="vh-id">{idDigits(frame)}</b>,
  },
  {
    key: 'data',
    title: 'Data',
    width: 216,
    grow: 1,
    mono: true,
    always: true,
    render: (latest) => <Bytes {...latest} />,
    text: ({ frame }) => frame.data,
  },
  {
    key: 'rate',
    title: 'Rate',
    width: 76,
    numeric: true,
    priority: 1,
    render: ({ rate }) => (rate === 0 ? '' : `${rate.toFixed(rate < 10 ? 1 : 0)} /s`),
  },
  { key: 'count', title: 'Count', width: 72, numeric: true, priority: 3, render: ({ count }) => number(count) },
  { key: 'at', title: 'Age', width: 64, numeric: true, priority: 4, render: ({ at }) => age(Date.now() - at) },
]

function Bytes({ frame, changed }: Latest) {
  if (frame.rtr) return <span className="vh-faint">remote request</span>
  return (frame.data.match(/../g) ?? []).map((byte, index) => (
    <span key={index} className="vh-byte" data-changed={changed[index] === true}>
      {byte}
    </span>
  ))
}

/** The live frames: the latest of each id overwrites the previous one. */
export function CanTail({ vehicle }: { readonly vehicle: string }) {
  const [paused, setPaused] = useState(false)
  const { rows, left } = useOverwrite(vehicle, paused)
  return (
    <Panel
      title="Live frames"
      className="vh-rows"
      tools={
        <>
          <span className={left > 0 ? 'vh-stale num' : 'num'}>{number(left)} left out</span>
          <IconButton
            icon={paused ? <PlayIcon /> : <PauseIcon />}
            label={paused ? 'Go on' : 'Pause'}
            size="small"
            onClick={() => setPaused(!paused)}
          />
        </>
      }
    >
      <DataTable
        id="vehicle-can"
        label="Live CAN frames"
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        rowHeight={28}
        empty={
          <EmptyState icon={<LayersIcon size={24} />} title="No frames now">
            Frames show up here by themselves while the vehicle forwards its bus.
          </EmptyState>
        }
      />
    </Panel>
  )
}

interface Tail {
  readonly rows: readonly Latest[]
  /** Number of frames that were dropped by the server, in transit, or for lack of room. */
  readonly left: number
}

/** Always listens, so that counts and rates stay correct; renders at a readable rate, and not while paused. */
function useOverwrite(vehicle: string, paused: boolean): Tail {
  const [tail, setTail] = useState<Tail>({ rows: [], left: 0 })
  const [book, setBook] = useState<{ table: Map<string, Latest>; left: number }>()

  useEffect(() => {
    const opened = { table: new Map<string, Latest>(), left: 0 }
    setBook(opened)
    const feed = live(canChannel, { vehicle }).subscribe((message) => {
      if (message.op === 'gap') opened.left += message.dropped
      if (message.op === 'snapshot') opened.left += overwrite(opened.table, message.data.frames)
      if (message.op === 'changes') opened.left += overwrite(opened.table, message.data)
    })
    return () => feed.unsubscribe()
  }, [vehicle])

  useEffect(() => {
    if (paused || book === undefined) return undefined
    const draw = () => setTail({ rows: inOrder(book.table), left: book.left })
    draw()
    const timer = setInterval(draw, drawMs)
    return () => clearInterval(timer)
  }, [paused, book])

  return tail
}
