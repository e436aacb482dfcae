import type { KeyboardEvent } from 'react'
import type { CellEnding } from './cell-input.tsx'
import { type GridStore, select } from './grid-store.ts'
import { movedBy, newRow, type Selection, type Spot, tabbed } from './selection.ts'

/** What keys and the clipboard do to the selected cells; each is one step to undo. */
export interface GridActions {
  /** The text of the selected cells for the clipboard. */
  readonly copy: (selection: Selection) => string
  readonly paste: (selection: Selection, text: string) => Promise<void>
  /** Sets one cell to what was typed; in the empty row this makes a row, of this key. */
  readonly type: (selection: Selection, text: string, rowKey?: string) => Promise<void>
  readonly fill: (selection: Selection) => Promise<void>
  readonly clear: (selection: Selection) => Promise<void>
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
}

/**
 * Handles a key for a cell before it begins an edit, and returns whether it did: Enter, F2, or a single character, such
 * as Space where a cell is a mark (rule SHEET-6).
 */
export type CellKeys = (spot: Spot, key: string) => boolean

interface KeysDeps {
  readonly grid: GridStore
  readonly actions: GridActions
  readonly isWritable: (column: string) => boolean
  /** The key of a row that is added; undefined: the sheet has no empty row that adds one. */
  readonly newKey: (() => string) | undefined
  readonly onKey: CellKeys | undefined
  /** Opens the row of the cursor beside the grid. */
  readonly onOpen: (row: string) => void
  /** The text of the cell at the cursor, to be edited. */
  readonly textAt: (selection: Selection) => string
  /** Makes the cursor visible. */
  readonly onMove: () => void
  /** Gives the keys back to the grid after an edit. */
  readonly focus: () => void
}

export type GridKeys = ReturnType<typeof gridKeys>

/** What keys do to a sheet (rules SHEET-1 to SHEET-6). */
export function gridKeys(deps: KeysDeps) {
  const { grid, actions, isWritable, newKey, onKey, onOpen, textAt, onMove, focus } = deps
  const made = new Set<string>()
  return { onKeyDown, open, end, go, settle }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.altKey) return
    const isDone = event.ctrlKey || event.metaKey ? withCtrl(event) : plain(event)
    if (isDone) event.preventDefault()
  }

  function withCtrl({ key, shiftKey }: KeyboardEvent): boolean {
    const { selection, order } = grid.getState()
    const letter = key.toLowerCase()
    if (letter === 'z') return (void (shiftKey ? actions.redo() : actions.undo()), true)
    if (letter === 'y') return (void actions.redo(), true)
    if (letter === 'a') {
      const [row, column] = [order.rows[0], order.columns[0]]
      if (row !== undefined && column !== undefined)
        select(grid, {
          anchor: { row, column },
          head: { row: order.rows.findLast((one) => one !== newRow) ?? row, column: order.columns.at(-1)! },
        })
      return true
    }
    if (selection && letter === 'd') return (void actions.fill(selection), true)
    if (selection && key === 'Enter') return (onOpen(selection.anchor.row), true)
    return move(key, shiftKey, true)
  }

  function plain(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    const { selection, range, editing } = grid.getState()
    // a fast user types before the editor has the focus
    if (editing && key.length === 1) return (grid.setState({ editing: { ...editing, text: editing.text + key } }), true)
    if (selection && !range && isMade(selection)) return early(selection, event)
    if (key === 'Tab' && selection) {
      const next = tabbed(grid.getState().order, selection, shiftKey ? -1 : 1, isWritable)
      // behind the last cell Tab leaves the grid
      if (next.anchor.row === selection.anchor.row && next.anchor.column === selection.anchor.column) return false
      go(next)
      return true
    }
    if (selection && range && isClaimed(selection, key)) return true
    if (selection && (key === 'Enter' || key === 'F2')) return (begin(selection), true)
    if (selection && (key === 'Delete' || key === 'Backspace')) return (void actions.clear(selection), true)
    if (key === 'Escape' && range && (range.top !== range.bottom || range.left !== range.right)) {
      go({ anchor: selection!.anchor, head: selection!.anchor })
      return true
    }
    if (selection && key.length === 1) return (begin(selection, key), true)
    return move(key, shiftKey, false)
  }

  /** Whether the cell at the cursor handles the key by itself. */
  function isClaimed({ anchor }: Selection, key: string): boolean {
    const isOffered = key.length === 1 || key === 'Enter' || key === 'F2'
    return isOffered && isWritable(anchor.column) && onKey !== undefined && onKey(anchor, key)
  }

  /** Whether the selected row is one that the user has just added. */
  function isMade({ anchor }: Selection): boolean {
    return made.has(anchor.row)
  }

  function move(key: string, isExtending: boolean, isFar: boolean): boolean {
    const { order, selection } = grid.getState()
    const next = movedBy(order, selection, { key, isExtending, isFar })
    if (next) go(next)
    return next !== undefined
  }

  function go(selection: Selection): void {
    select(grid, selection)
    onMove()
  }

  /** What a double click does to a cell: the same as Enter. */
  function open(spot: Spot): void {
    if (!isClaimed(at(spot), 'Enter')) begin(at(spot))
  }

  /** Edits the cell at the cursor; `typed` replaces its text. */
  function begin({ anchor }: Selection, typed?: string): void {
    if (!isWritable(anchor.column)) return
    select(grid, { anchor, head: anchor })
    if (!grid.getState().range) return
    grid.setState({ editing: { text: typed ?? textAt({ anchor, head: anchor }), isTyped: typed !== undefined } })
    onMove()
  }

  /** Keys for a row that is still being stored: what is typed is kept for it, and stored after it. */
  function early(selection: Selection, { key, shiftKey }: KeyboardEvent): boolean {
    const { waiting } = grid.getState()
    if (key.length === 1 && isWritable(selection.anchor.column)) grid.setState({ waiting: waiting + key })
    else if (key === 'Backspace') grid.setState({ waiting: waiting.slice(0, -1) })
    else if (key === 'Tab' || key === 'Enter') {
      if (waiting !== '') void actions.type(selection, waiting)
      go(after(selection, key === 'Enter' ? 'ArrowDown' : shiftKey ? 'previous' : 'next'))
    } else return false
    return true
  }

  /** The selection after an edit. A row that is being stored is the last one, above the empty row. */
  function after(selection: Selection, ending: CellEnding): Selection {
    const { order } = grid.getState()
    if (ending === 'left' || ending === 'cancel') return selection
    const { row } = selection.anchor
    const isEarly = !order.rowAt.has(row)
    const from: Selection = isEarly ? at({ ...selection.anchor, row: newRow }) : selection
    const isTab = ending === 'next' || ending === 'previous'
    const next = isTab
      ? tabbed(order, from, ending === 'next' ? 1 : -1, isWritable)
      : (movedBy(order, from, { key: ending, isExtending: false, isFar: false }) ?? from)
    return isEarly && isTab && next.anchor.row === newRow ? at({ ...next.anchor, row }) : next
  }

  /** Stores what is being typed, before something else is selected. */
  function settle(): void {
    const { editing } = grid.getState()
    if (editing) end('left', editing.text)
  }

  /** Ends the edit: stores its text unless it is cancelled, and moves on. */
  function end(ending: CellEnding, text: string): void {
    const { selection, editing } = grid.getState()
    if (!selection || !editing) return
    const isChanged = ending !== 'cancel' && text !== textAt(selection)
    const rowKey = isChanged && selection.anchor.row === newRow ? newKey?.() : undefined
    const next = after(selection, ending)
    const isInRow = rowKey !== undefined && next.anchor.row === newRow && ending !== 'ArrowDown'
    select(grid, isInRow ? at({ ...next.anchor, row: rowKey }) : next)
    if (ending !== 'left') {
      focus()
      onMove()
    }
    if (rowKey !== undefined) made.add(rowKey)
    if (isChanged) void actions.type(selection, text, rowKey)
  }
}

const at = (spot: Selection['anchor']): Selection => ({ anchor: spot, head: spot })
