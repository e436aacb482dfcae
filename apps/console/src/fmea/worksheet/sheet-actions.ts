import { parseTsv } from '@carapace/shared/fmea/tsv'
import {
  type CellRange,
  type CellRefusal,
  clearRange,
  copyRange,
  fillDown,
  pasteInto,
  type SheetChange,
  type Worksheet,
} from '@carapace/shared/fmea/worksheet'
import { type Parsed, parsed } from '@carapace/shared/core/parsed'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { messageOf } from '../../core/call/call.ts'
import { partTitle } from '../../graph/editing/values.ts'
import { inParts } from '../../graph/store/program-api.ts'
import { type GridStore, pendingKey } from './grid-store.ts'
import { type Order, rangeOf, type Selection } from './selection.ts'
import { type SheetContext, stepOf } from './step-of.ts'
import { isNothing, type SheetStep } from './step.ts'
import type { Overtaken, TakenBack } from './writer.ts'
import type { UndoHistory } from './undo.ts'

/** What the user should know of the last change: what was left out, or why nothing was stored. */
export interface SheetNotice {
  readonly title: string
  readonly reasons: readonly string[]
  /** Writes the change again, after a failure. */
  readonly again?: () => void
}

/** The worksheet as it is shown at this moment. */
export interface SheetNow extends Omit<SheetContext, 'newUuid'> {
  readonly sheet: Worksheet
  readonly order: Order
  /** Why the user may not change it. */
  readonly refusal: string | undefined
}

export interface SheetActions {
  readonly notice: StoreApi<{ readonly now: SheetNotice | undefined }>
  /** The text of the selected cells for the clipboard. */
  readonly copy: (selection: Selection) => string
  readonly paste: (selection: Selection, text: string) => Promise<void>
  /** Sets one cell to what was typed; in the empty row this makes a line, of this uuid. */
  readonly type: (selection: Selection, text: string, lineUuid?: string) => Promise<void>
  readonly fill: (selection: Selection) => Promise<void>
  readonly clear: (selection: Selection) => Promise<void>
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
  /** Writes the rows of a file, up to 400 of them as one step. */
  readonly importRows: (rows: Pick<SheetChange, 'changes' | 'added'>) => Promise<void>
  /** Writes a step that is not a change of cells, as part of the same history. */
  readonly apply: (step: SheetStep, problems?: readonly string[]) => Promise<void>
}

/** A row may make a line, three failures and an action: all of a part go in one call. */
const rowsAtOnce = 400

/** What keys and menus do to the worksheet; each is one step to undo (rules FMEA-UI-1 to FMEA-UI-5). */
export function sheetActions(deps: {
  readonly now: () => SheetNow
  readonly grid: GridStore
  readonly history: UndoHistory
  readonly newUuid: () => string
}): SheetActions {
  const { now, grid, history, newUuid } = deps
  const notice = createStore<{ readonly now: SheetNotice | undefined }>(() => ({ now: undefined }))
  let last: Promise<unknown> = Promise.resolve()
  return {
    notice,
    copy: (selection) => {
      const { sheet, order } = now()
      const range = rangeOf(order, selection)
      return range ? copyRange(sheet, range) : ''
    },
    paste: (selection, text) => insert(selection, parseTsv(text)),
    type: (selection, text, lineUuid) => insert(selection, [[text]], lineUuid),
    fill: (selection) => change(selection, (sheet, range) => parsed(fillDown(sheet, range))),
    clear: (selection) => change(selection, (sheet, range) => parsed(clearRange(sheet, range))),
    undo: () => takeTurn(async () => after(await history.undo())),
    redo: () => takeTurn(async () => after({ overtaken: (await history.redo()) ?? [], kept: [] })),
    importRows,
    apply: (step, problems) => inTurn(async () => void (await write(step, problems))),
  }

  function insert(selection: Selection, block: readonly (readonly string[])[], lineUuid?: string): Promise<void> {
    return change(selection, (sheet, range) => pasteInto(sheet, range, block, { mayAdd: true }), lineUuid)
  }

  /** The next change reads the worksheet after this one: its cells may be the same. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  function change(
    selection: Selection,
    plan: (sheet: Worksheet, range: CellRange) => Parsed<SheetChange>,
    lineUuid?: string,
  ): Promise<void> {
    return inTurn(async () => {
      const { refusal, sheet, order, ...context } = now()
      const range = rangeOf(order, selection)
      if (refusal !== undefined) return say('Nothing is changed', [refusal])
      if (!range) return say('Nothing is changed', ['The row is not shown any more.'])
      const planned = plan(sheet, range)
      if (!planned.ok) return say('Nothing is changed', [planned.reason])
      const wanted = planned.value
      const { step, problems } = stepOf({ ...context, newUuid, lineUuid }, wanted)
      const reasons = [...wanted.refusals.map((one) => refusalText(sheet, one)), ...problems]
      await showing(wanted, async () => void (await write(step, reasons)))
    })
  }

  /** Shows the new values while they are being stored. */
  async function showing({ changes }: SheetChange, work: () => Promise<void>): Promise<void> {
    const keys = changes.map(({ target, column, after: value }) => [pendingKey(target, column), value] as const)
    grid.setState(({ pending }) => ({ pending: new Map([...pending, ...keys]) }))
    await work()
    const over = new Set(keys.map(([key]) => key))
    grid.setState(({ pending }) => ({ pending: new Map([...pending].filter(([key]) => !over.has(key))) }))
  }

  function importRows({ changes, added }: Pick<SheetChange, 'changes' | 'added'>): Promise<void> {
    return inTurn(async () => {
      const problems: string[] = []
      for (const part of [
        { changes, added: [] },
        ...inParts(added, rowsAtOnce).map((of) => ({ changes: [], added: of })),
      ]) {
        // each part finds the failures that the part before it made
        const planned = stepOf({ ...now(), newUuid }, part)
        problems.push(...planned.problems)
        if (isNothing(planned.step)) continue
        if (!(await write(planned.step, problems))) return
      }
      say('Some of it is left as it was', problems)
    })
  }

  async function write(step: SheetStep, reasons: readonly string[] = []): Promise<boolean> {
    if (isNothing(step)) {
      say('Some of it is left as it was', reasons)
      return true
    }
    try {
      const overtaken = await history.apply(step)
      say('Some of it is left as it was', [...reasons, ...overtaken.map(overtakenText)])
      return true
    } catch (problem) {
      const before = notice.getState().now?.again
      const again = () => {
        before?.()
        void inTurn(async () => void (await write(step, reasons)))
      }
      notice.setState({ now: { title: 'This change is not stored', reasons: [messageOf(problem)], again } })
      return false
    }
  }

  function takeTurn(work: () => Promise<void>): Promise<void> {
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

  function after(back: TakenBack | undefined): void {
    const kept = back?.kept.map(({ code, title }) => `${code} ${title} stays: others use or changed it.`) ?? []
    say('Not all of it is taken back', [...(back?.overtaken.map(overtakenText) ?? []), ...kept])
  }

  /** A change that was not stored stays until the user decides. */
  function say(title: string, reasons: readonly string[]): void {
    if (notice.getState().now?.again) return
    notice.setState({ now: reasons.length === 0 ? undefined : { title, reasons: [...new Set(reasons)] } })
  }
}

function refusalText({ columns, rows }: Worksheet, { row, column, reason }: CellRefusal): string {
  const where = row < rows.length ? `row ${row + 1}` : 'a new row'
  return `${columns[column]!.title}, ${where}: ${reason}`
}

function overtakenText({ change: { part, kind }, now }: Overtaken): string {
  if (!now) return 'A row was removed by somebody else meanwhile.'
  const what = part.startsWith('chain.') ? `Failure ${part.slice(6)}` : partTitle(kind, part)
  const by = now.updated_by?.name ?? 'somebody else'
  return `${what} of ${now.code} was changed by ${by} meanwhile, and is left so.`
}
