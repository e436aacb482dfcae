import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { call, messageOf } from '../../core/call/call.ts'
import { toast } from '../../core/ui/toast.ts'
import { placeOf } from '../../graph/page/page-context.tsx'
import { type Answer, gapsIn, linksBetween, type MatrixCell, rowsOf } from './matrix.ts'

const cell = 26

/** The program or project of the matrix: links out of it stay there (rule GRAPH-UI-21). */
interface Of {
  readonly programUuid: string
  readonly projectId: string | undefined
}

interface MatrixGridProps {
  readonly of: Of
  readonly data: Answer
  readonly pair: { readonly from: string; readonly to: string }
  /** Show only rows, or only columns, without links. */
  readonly gaps: 'from' | 'to' | undefined
  readonly refusal: string | undefined
  readonly onDone: () => void
}

interface Cursor {
  readonly row: number
  readonly column: number
}

/**
 * The matrix: a dot is a link, a ring a suspect link. A click on a cell, or Enter, creates or removes the link there
 * (rule MAPPING-2).
 */
export function MatrixGrid({ of, data, pair, gaps, refusal, onDone }: MatrixGridProps) {
  const { rows, columns } = useShown(data, gaps)
  const [cursor, setCursor] = useState<Cursor>()
  const handle = useRef<VirtuosoHandle>(null)
  const width = columns.length * cell

  const turn = async ({ row, column }: Cursor) => {
    const [up, down] = [data.from[rows[row]!.index]!, data.to[columns[column]!]!]
    const there = rows[row]!.cells.find((each) => each.column === columns[column])
    const links = there?.links ?? linksBetween(pair.from, pair.to).slice(0, 1)
    const changed = links
      .filter((kind) => linksBetween(pair.from, pair.to).includes(kind))
      .map((kind) => ({ kind, from: up.uuid, to: down.uuid }))
    if (refusal !== undefined || changed.length === 0)
      return toast.error(refusal ?? 'This link follows from a field of the artefact; change the field instead.')
    try {
      await call(saveArtefacts, { program_uuid: of.programUuid, ...(there ? { unlink: changed } : { link: changed }) })
      onDone()
    } catch (problem) {
      toast.error(messageOf(problem))
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
    }
    const step = steps[event.key]
    if (step) {
      const next = {
        row: bound((cursor?.row ?? -1) + step[0], rows.length),
        column: bound((cursor?.column ?? 0) + step[1], columns.length),
      }
      setCursor(next)
      handle.current?.scrollIntoView({ index: next.row })
    } else if (event.key === 'Enter' && cursor) void turn(cursor)
    else return
    event.preventDefault()
  }

  const around: Around = { of, data, rows, columns, cursor, onTurn: (at) => (setCursor(at), void turn(at)) }
  const at =
    cursor && rows[cursor.row]
      ? { up: data.from[rows[cursor.row]!.index]!, down: data.to[columns[cursor.column]!]! }
      : undefined
  return (
    <>
      <p className="mx-at" role="status">
        {at ? (
          <>
            <b className="mono">{at.up.code}</b> {at.up.title} <span aria-hidden>→</span>{' '}
            <b className="mono">{at.down.code}</b> {at.down.title}
          </>
        ) : (
          'A dot is a link, a dashed ring one in doubt. Enter, or a click, makes or ends one.'
        )}
      </p>
      <div
        className="mx-scroll"
        role="grid"
        aria-label="Trace matrix"
        aria-rowcount={rows.length}
        aria-colcount={columns.length}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={
          {
            '--mx-cell': `${cell}px`,
            // names take the room that the columns leave
            '--mx-name': `clamp(300px, 100cqw - ${width}px, 640px)`,
          } as CSSProperties
        }
      >
        <div className="mx-head" role="row" style={{ width: `calc(${width}px + var(--mx-name))` }}>
          <span className="mx-corner" role="columnheader">
            {data.from[0]!.kind === pair.from ? `${rows.length} × ${columns.length}` : ''}
          </span>
          {columns.map((column, place) => (
            <span
              key={data.to[column]!.uuid}
              role="columnheader"
              className={cursor?.column === place ? 'mx-column mx-here' : 'mx-column'}
              title={`${data.to[column]!.code} ${data.to[column]!.title}`}
            >
              <Name of={of} node={data.to[column]!} />
            </span>
          ))}
        </div>
        <Virtuoso<unknown, Around>
          ref={handle}
          role="rowgroup"
          tabIndex={-1}
          className="mx-rows"
          style={{ width: `calc(${width}px + var(--mx-name))` }}
          totalCount={rows.length}
          fixedItemHeight={cell}
          context={around}
          itemContent={rowAt}
        />
      </div>
    </>
  )
}

/** What a row needs to know of the matrix. */
interface Around {
  readonly of: Of
  readonly data: Answer
  readonly rows: readonly { readonly index: number; readonly cells: readonly MatrixCell[] }[]
  readonly columns: readonly number[]
  readonly cursor: Cursor | undefined
  readonly onTurn: (at: Cursor) => void
}

function rowAt(place: number, _data: unknown, { of, data, rows, columns, cursor, onTurn }: Around) {
  const { index, cells } = rows[place]!
  return (
    <Row
      of={of}
      node={data.from[index]!}
      cells={cells}
      columns={columns}
      data={data}
      cursor={cursor?.row === place ? cursor.column : undefined}
      onTurn={(column) => onTurn({ row: place, column })}
    />
  )
}

const bound = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

function useShown(data: Answer, gaps: 'from' | 'to' | undefined) {
  return useMemo(() => {
    const all = rowsOf(data)
    const missing = gapsIn(data)
    const rows = (gaps === 'from' ? missing.from : data.from.map((_, row) => row)).map((index) => ({
      index,
      cells: all[index]!,
    }))
    return { rows, columns: gaps === 'to' ? missing.to : data.to.map((_, column) => column) }
  }, [data, gaps])
}

function Name({ of: { programUuid, projectId }, node }: { readonly of: Of; readonly node: Node }) {
  const place = placeOf(programUuid, node, projectId)
  return place ? (
    <Link {...(place as object as { to: '.' })} className="mono">
      {node.code}
    </Link>
  ) : (
    <span className="mono">{node.code}</span>
  )
}

interface RowProps {
  readonly of: Of
  readonly node: Node
  readonly cells: readonly MatrixCell[]
  /** The shown columns, by their indexes in the answer. */
  readonly columns: readonly number[]
  readonly data: Answer
  readonly cursor: number | undefined
  readonly onTurn: (column: number) => void
}

/** One row: its cells are a single element, in which only the links are drawn. */
function Row({ of, node, cells, columns, data, cursor, onTurn }: RowProps) {
  const places = new Map(columns.map((column, place) => [column, place]))
  const click = (event: MouseEvent<HTMLElement>) =>
    onTurn(bound(Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left) / cell), columns.length))
  return (
    <div className={cursor === undefined ? 'mx-row' : 'mx-row mx-row-here'} role="row">
      <span className="mx-name" role="rowheader" title={`${node.code} ${node.title}`}>
        <Name of={of} node={node} /> {node.title}
      </span>
      <span
        className="mx-cells"
        role="gridcell"
        aria-label={cells.map(({ column }) => data.to[column]!.code).join(', ') || 'Nothing'}
        style={{ width: columns.length * cell }}
        onClick={click}
      >
        {cells.flatMap(({ column, isSuspect }) =>
          places.has(column)
            ? [
                <i
                  key={column}
                  className={isSuspect ? 'mx-dot mx-dot-suspect' : 'mx-dot'}
                  style={{ left: places.get(column)! * cell + 8 }}
                  title={`${node.code} → ${data.to[column]!.code}${isSuspect ? ', suspect' : ''}`}
                />,
              ]
            : [],
        )}
        {cursor !== undefined && <i className="mx-cursor" style={{ left: cursor * cell }} />}
      </span>
    </div>
  )
}
