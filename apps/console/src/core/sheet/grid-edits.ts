import { type Parsed, parsed } from '@carapace/shared/core/parsed'
import {
  type CellRange,
  type CellRefusal,
  clearRange,
  copyRange,
  fillDown,
  pasteInto,
  type Sheet,
  type SheetChange,
} from '@carapace/shared/core/sheet/ranges'
import { parseTsv } from '@carapace/shared/core/sheet/tsv'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { messageOf } from '../call/call.ts'
import type { GridActions } from './grid-keys.ts'
import { type GridStore, pendingKey } from './grid-store.ts'
import { type Order, rangeOf, type Selection } from './selection.ts'

/** What the user should know of the last change: what was left out, or why nothing was stored. */
export interface SheetNotice {
  readonly title: string
  readonly reasons: readonly string[]
  /** The text of the button that writes the change again; "Try again" unless stated. */
  readonly act?: string
  /** Writes the change again, after a failure or over what others wrote. */
  readonly again?: () => void
  /** Gives up what was not stored. */
  readonly drop?: () => void
}

export type NoticeStore = StoreApi<{ readonly now: SheetNotice | undefined }>

/** The sheet as it is shown at this moment. */
export interface SheetNow {
  readonly sheet: Sheet
  readonly order: Order
  /** Why the user may not change it. */
  readonly refusal: string | undefined
}

interface EditsDeps<Now extends SheetNow> {
  readonly now: () => Now
  readonly grid: GridStore
  /** Whether pasting and typing below the last row add rows. */
  readonly mayAdd: boolean
  /**
   * Stores a change that was planned on the sheet `now`, and reports what was left out. `reasons`: what is left out
   * already; `rowKey`: the key of the first row that is added.
   */
  readonly write: (change: SheetChange, reasons: readonly string[], now: Now, rowKey?: string) => Promise<void>
}

/** The cells of a change that are shown with their new values. */
type Shown = Pick<SheetChange, 'changes'>

export interface GridEdits extends Omit<GridActions, 'undo' | 'redo'> {
  readonly notice: NoticeStore
  /** Shows what was left out; without reasons the notice ends. */
  readonly say: (title: string, reasons: readonly string[]) => void
  /**
   * Shows why a change was not stored, with a way to write it again. With `change` its values stay on the screen until
   * they are stored or given up.
   */
  readonly failed: (problem: unknown, write: () => Promise<void>, change?: Shown) => void
  /** Shows what was left out, with a way to write it over what others wrote first. */
  readonly offer: (what: Pick<SheetNotice, 'title' | 'reasons' | 'act'>, write: () => Promise<void>) => void
  /** Works after the changes before it are stored: they may be of the same cells. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  /** Works in turn where the user may change the sheet, such as undo; a failure is shown. */
  readonly inTurnIfAllowed: (work: () => Promise<void>) => Promise<void>
}

/** Changes of the selected cells, one after another, with what the user should know of them (rule SHEET-7). */
export function gridEdits<Now extends SheetNow>({ now, grid, mayAdd, write }: EditsDeps<Now>): GridEdits {
  const notice: NoticeStore = createStore(() => ({ now: undefined }))
  /** Values that are not stored, and stay on the screen. */
  const unsaved = new Map<string, unknown>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    notice,
    say,
    failed,
    offer,
    inTurn,
    inTurnIfAllowed,
    copy: (selection) => {
      const { sheet, order } = now()
      const range = rangeOf(order, selection)
      return range ? copyRange(sheet, range) : ''
    },
    paste: (selection, text) => insert(selection, parseTsv(text)),
    type: (selection, text, rowKey) => insert(selection, [[text]], rowKey),
    fill: (selection) => change(selection, (sheet, range) => parsed(fillDown(sheet, range))),
    clear: (selection) => change(selection, (sheet, range) => parsed(clearRange(sheet, range))),
  }

  function insert(selection: Selection, block: readonly (readonly string[])[], rowKey?: string): Promise<void> {
    return change(selection, (sheet, range) => pasteInto(sheet, range, block, { mayAdd }), rowKey)
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  function change(
    selection: Selection,
    plan: (sheet: Sheet, range: CellRange) => Parsed<SheetChange>,
    rowKey?: string,
  ): Promise<void> {
    return inTurn(async () => {
      const at = now()
      const { refusal, sheet, order } = at
      const range = rangeOf(order, selection)
      if (refusal !== undefined) return say('Nothing is changed', [refusal])
      if (!range) return say('Nothing is changed', ['The row is not shown any more.'])
      const planned = plan(sheet, range)
      if (!planned.ok) return say('Nothing is changed', [planned.reason])
      const reasons = planned.value.refusals.map((one) => refusalText(sheet, one))
      await showing(planned.value, () => write(planned.value, reasons, at, rowKey))
    })
  }

  /** Shows the new values while they are being stored. */
  async function showing({ changes }: Shown, work: () => Promise<void>): Promise<void> {
    const shown = shownValues(changes)
    // a newer value of a cell takes the place of one that was not stored
    for (const key of shown.keys()) unsaved.delete(key)
    grid.setState(({ pending }) => ({ pending: new Map([...pending, ...shown]) }))
    try {
      await work()
    } finally {
      hide([...shown.keys()].filter((key) => !unsaved.has(key)))
    }
  }

  function hide(keys: readonly string[]): void {
    const over = new Set(keys)
    grid.setState(({ pending }) => ({ pending: new Map([...pending].filter(([key]) => !over.has(key))) }))
  }

  function inTurnIfAllowed(work: () => Promise<void>): Promise<void> {
    return inTurn(async () => {
      const { refusal } = now()
      if (refusal !== undefined) return say('Nothing is changed', [refusal])
      try {
        await work()
      } catch (problem) {
        say('This change is not stored', [messageOf(problem)])
      }
    })
  }

  /** A change that was not stored stays until the user decides. */
  function say(title: string, reasons: readonly string[]): void {
    if (notice.getState().now?.again) return
    notice.setState({ now: reasons.length === 0 ? undefined : { title, reasons: [...new Set(reasons)] } })
  }

  function failed(problem: unknown, retry: () => Promise<void>, change?: Shown): void {
    const kept = shownValues(change?.changes ?? [])
    for (const [key, value] of kept) unsaved.set(key, value)
    // of several changes that are not stored, a cell keeps the last value
    const isLast = ([key, value]: [string, unknown]) => unsaved.has(key) && unsaved.get(key) === value
    const left = () => (change?.changes ?? []).filter((one) => isLast([keyOf(one), one.after]))
    const write = () => (change ? showing({ changes: left() }, retry) : retry())
    const drop = () => {
      const mine = [...kept].filter(isLast).map(([key]) => key)
      for (const key of mine) unsaved.delete(key)
      hide(mine)
    }
    show({ title: 'This change is not stored', reasons: [messageOf(problem)] }, write, drop)
  }

  function offer(what: Pick<SheetNotice, 'title' | 'reasons' | 'act'>, write: () => Promise<void>): void {
    show(what, write, () => undefined)
  }

  /** Shows what can be written again, together with what was not stored before it. */
  function show(what: SheetNotice, write: () => Promise<void>, drop: () => void): void {
    const { now: before } = notice.getState()
    const earlier = before?.again ? before : undefined
    const isSame = earlier?.title === what.title
    notice.setState({
      now: {
        title: what.title,
        reasons: [...new Set([...(earlier?.reasons ?? []), ...what.reasons])],
        ...(what.act !== undefined && (!earlier || isSame) && { act: what.act }),
        again: () => {
          earlier?.again?.()
          void inTurn(write)
        },
        drop: () => {
          earlier?.drop?.()
          drop()
        },
      },
    })
  }
}

const keyOf = ({ target, column }: Shown['changes'][number]) => pendingKey(target, column)
const shownValues = (changes: Shown['changes']) =>
  new Map<string, unknown>(changes.map((change) => [keyOf(change), change.after]))

function refusalText({ columns, rows }: Sheet, { row, column, reason }: CellRefusal): string {
  const where = row < rows.length ? `row ${row + 1}` : 'a new row'
  return `${columns[column]!.title}, ${where}: ${reason}`
}
