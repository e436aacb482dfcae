import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TableVirtuosoHandle } from 'react-virtuoso'
import { useHotkeys } from '../hotkeys/hotkeys.ts'
import { nextIndex } from './cursor.ts'

/** A hotkey that acts on the row of the cursor. */
export interface RowKey<Row> {
  readonly keys: string
  readonly title: string
  readonly run: (row: Row) => void
}

interface CursorOver<Row> {
  readonly rows: readonly Row[]
  /** Keep the same keys between renders; their actions may change. */
  readonly rowKeys?: readonly RowKey<Row>[] | undefined
  readonly keyOf: (row: Row) => string
  readonly onOpen: ((row: Row) => void) | undefined
  readonly table: RefObject<TableVirtuosoHandle | null>
}

interface Cursor {
  readonly key: string | undefined
  readonly pointAt: (key: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The row that the keys act on. It is a row, not an index: it stays on its row when rows move (rule TABLE-5). */
export function useCursor<Row>(over: CursorOver<Row>): Cursor {
  const [key, setKey] = useState<string>()
  const latest = useRef({ ...over, key })
  useLayoutEffect(() => {
    latest.current = { ...over, key }
  })

  const keys = useMemo(() => cursorKeys(latest, setKey), [])
  useHotkeys([
    { keys: 'j', title: 'Next row', group: 'Table', run: () => keys.move('ArrowDown') },
    { keys: 'k', title: 'Previous row', group: 'Table', run: () => keys.move('ArrowUp') },
    { keys: 'o', title: 'Open the row', group: 'Table', run: () => keys.open() },
    ...(over.rowKeys ?? []).map((rowKey) => ({
      keys: rowKey.keys,
      title: rowKey.title,
      group: 'Table',
      run: () => keys.withRow(rowKey.run),
    })),
  ])
  return { key, pointAt: setKey, onKeyDown: keys.onKeyDown }
}

function cursorKeys<Row>(
  latest: RefObject<CursorOver<Row> & { key: string | undefined }>,
  setKey: (key: string) => void,
) {
  return { move, open, withRow, onKeyDown }

  function indexNow(): number {
    const { rows, keyOf, key } = latest.current
    return key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key)
  }

  function move(step: string): boolean {
    const { rows, keyOf, table } = latest.current
    const index = nextIndex(step, indexNow(), rows.length)
    const row = index === undefined ? undefined : rows[index]
    if (index === undefined || row === undefined) return false
    setKey(keyOf(row))
    table.current?.scrollIntoView({ index })
    return true
  }

  function open(): void {
    withRow((row) => latest.current.onOpen?.(row))
  }

  function withRow(act: (row: Row) => void): void {
    const row = latest.current.rows[indexNow()]
    if (row !== undefined) act(row)
  }

  /** Keys that belong to the table only while it has the focus: elsewhere they scroll, or press a button. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key === 'Enter') open()
    else if (!move(event.key)) return
    event.preventDefault()
  }
}
