import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  type UIEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { type Column, laidOut, type Sort } from '../../../core/table/columns.ts'
import { nextIndex } from '../../../core/table/cursor.ts'
import { type Laid, TableHead } from '../../../core/table/table-head.tsx'
import { useColumns } from '../../../core/table/use-columns.ts'
import { useWidth } from '../../../core/table/use-width.ts'
import { centred, drawnIn, isAtEnd, reached, type Sight } from './sight.ts'
import '../../../core/table/table.css'

/** px. */
const rowHeight = 28
const headHeight = 28

/** Controls the list from outside. */
export interface FrameTableHandle {
  readonly toMiddle: (index: number) => void
  readonly toEnd: () => void
}

export interface FrameTableProps<Row> {
  /** Key under which this browser stores widths and columns. */
  readonly id: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** The number of all rows; only the visible rows need to be loaded. */
  readonly count: number
  readonly rowAt: (index: number) => Row | undefined
  /** The row shown at a position whose own row is not loaded yet, so that fast scrolling shows rows instead of gaps. */
  readonly standIn?: ((place: number) => Row | undefined) | undefined
  /** The current row; -1: none. */
  readonly current: number
  readonly onPick: (index: number) => void
  readonly classOf?: (row: Row) => string | undefined
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Reports the rendered rows: from (inclusive) to (exclusive). */
  readonly onView?: (first: number, end: number) => void
  /** Reports with each scroll whether the last row is visible. */
  readonly onEnd?: (isAtEnd: boolean) => void
  /** The row that is scrolled to first; absent: the first row. */
  readonly openAt?: number | undefined
  /** Whether the end stays visible as rows arrive. */
  readonly follows?: boolean
  readonly handle?: RefObject<FrameTableHandle | null>
}

/**
 * A list that renders, and needs, only the visible rows: a million frames can be scrolled by their row numbers (rule
 * ANALYZER-UI-15). All rows have the same height, so that no row position is measured; the lists of the other screens
 * measure rows.
 */
export function FrameTable<Row>(props: FrameTableProps<Row>) {
  const { id, columns, count, rowAt, standIn, sort, onSort, label, current, onPick, classOf, onView } = props
  const { shown, choice, resize, unsize } = useColumns(id, columns)
  const [box, width] = useWidth()
  const laid = useMemo(() => laidOut(shown, choice, width), [shown, choice, width])
  const { scroller, sight, on } = useSight(props)
  const onKeyDown = useRowKeys(props, scroller)
  const prefix = useId()
  const [first, end] = drawnIn(sight, count, rowHeight)
  // row elements are reused for other rows: to update an element costs far less than to create one
  const reused = 2 ** Math.ceil(Math.log2(Math.max(1, end - first)))
  useEffect(() => onView?.(first, end), [first, end, count, onView])

  return (
    <div ref={box} className="dt an-table" style={{ '--dt-row': `${rowHeight}px` } as CSSProperties}>
      <div
        ref={scroller}
        className="dt-rows an-scroller"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={count}
        aria-activedescendant={current >= first && current < end ? `${prefix}${current}` : undefined}
        {...on}
        onKeyDown={onKeyDown}
      >
        <table className="dt-table" role="presentation">
          <thead role="rowgroup">
            <TableHead laid={laid} sort={sort} onSort={onSort} onResize={resize} onUnsize={unsize} />
          </thead>
          <tbody role="rowgroup">
            <Room rows={first} />
            {Array.from({ length: end - first }, (_, place) => {
              const index = first + place
              const own = rowAt(index)
              const row = own ?? standIn?.(place)
              return (
                <tr
                  key={index % reused}
                  id={`${prefix}${index}`}
                  role="row"
                  aria-rowindex={index + 1}
                  aria-selected={index === current}
                  className={[
                    'dt-row dt-opens',
                    index === current && 'an-current',
                    own === undefined ? 'an-coming' : classOf?.(own),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                  onClick={() => onPick(index)}
                >
                  <Cells row={row} laid={laid as readonly Laid<unknown>[]} />
                </tr>
              )
            })}
            <Room rows={count - end} />
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Empty space in place of rows that are not rendered. */
function Room({ rows }: { readonly rows: number }) {
  return rows <= 0 ? null : (
    <tr role="presentation" className="an-room">
      <td role="presentation" style={{ height: rows * rowHeight }} />
    </tr>
  )
}

/** The cells of a row. A row without data yet has the same height. Equal rows are not rendered again. */
const Cells = memo(function Cells({ row, laid }: { readonly row: unknown; readonly laid: readonly Laid<unknown>[] }) {
  return laid.map(({ column }) => (
    <td
      key={column.key}
      role="gridcell"
      className={[column.numeric && 'dt-numeric num', column.mono && 'mono'].filter(Boolean).join(' ') || undefined}
    >
      {row !== undefined && column.render(row)}
    </td>
  ))
})

/** The visible part of the list, its initial position, and following its end. */
function useSight<Row>({ count, openAt, follows = false, onEnd, handle }: FrameTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState<Sight>({
    top: openAt === undefined ? 0 : centred(openAt, { height: 0 }, rowHeight),
    height: 0,
  })
  const opened = useRef(openAt)

  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return
    const look = () => {
      // until the user scrolls, the list keeps the initial row in the middle, also while its box grows
      if (opened.current !== undefined) box.scrollTop = centred(opened.current, sightOf(box), rowHeight)
      setSight(sightOf(box))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  // while frames are still being loaded, there may have been too few to scroll this far
  useLayoutEffect(() => {
    if (opened.current !== undefined && scroller.current !== null)
      scroller.current.scrollTop = centred(opened.current, sightOf(scroller.current), rowHeight)
  }, [count])
  useLayoutEffect(() => {
    if (follows && scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [follows, count])
  useImperativeHandle(
    handle,
    () => ({
      toMiddle: (index) => {
        opened.current = undefined
        scroller.current?.scrollTo({ top: centred(index, sightOf(scroller.current), rowHeight) })
      },
      toEnd: () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }),
    }),
    [],
  )

  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const now = sightOf(event.currentTarget)
    setSight(now)
    onEnd?.(isAtEnd(now, count, rowHeight))
  }
  const touch = () => void (opened.current = undefined)
  return { scroller, sight, on: { onScroll, onWheel: touch, onPointerDown: touch, onKeyDownCapture: touch } }
}

const sightOf = (box: HTMLElement | null): Sight => ({
  top: box?.scrollTop ?? 0,
  height: Math.max(0, (box?.clientHeight ?? 0) - headHeight),
})

function useRowKeys<Row>({ count, current, onPick }: FrameTableProps<Row>, scroller: RefObject<HTMLDivElement | null>) {
  const move = (key: string): boolean => {
    const index = nextIndex(key, current, count)
    if (index === undefined) return false
    onPick(index)
    scroller.current?.scrollTo({ top: reached(index, sightOf(scroller.current), rowHeight) })
    return true
  }
  useHotkeys([
    { keys: 'j', title: 'Next row', group: 'Packet analyzer', run: () => move('ArrowDown') },
    { keys: 'k', title: 'Previous row', group: 'Packet analyzer', run: () => move('ArrowUp') },
  ])
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (move(event.key)) event.preventDefault()
  }
}
