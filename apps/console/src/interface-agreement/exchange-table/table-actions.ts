import type { SheetChange } from '@carapace/shared/core/sheet/ranges'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { gridEdits, type NoticeStore, type SheetNow } from '../../core/sheet/grid-edits.ts'
import type { GridActions } from '../../core/sheet/grid-keys.ts'
import type { GridStore } from '../../core/sheet/grid-store.ts'
import { cellOf, type CellWrite, isOfCell, type RefusedCell, refusedText, reversed, stepText } from './cells.ts'

interface Step {
  readonly label: string
  readonly cells: readonly CellWrite[]
}

/** Steps that can be taken back, and those taken back, the latest last. */
interface TableHistory {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
  /** Whether something is on its way to the server. */
  readonly isBusy: boolean
}

export interface TableActions extends GridActions {
  readonly notice: NoticeStore
  readonly history: StoreApi<TableHistory>
  /** Writes cells that do not come from the keyboard, such as those of a file, as one step. */
  readonly apply: (cells: readonly CellWrite[]) => Promise<void>
}

interface ActionsDeps {
  readonly now: () => SheetNow
  readonly grid: GridStore
  /** Stores cells and shows them; returns those that are not stored. */
  readonly save: (cells: readonly CellWrite[]) => Promise<readonly RefusedCell[]>
}

const mostSteps = 100

/** What keys and dialogs do to the table; each is one step to undo (rules AGREEMENT-UI-43, AGREEMENT-UI-44). */
export function tableActions({ now, grid, save }: ActionsDeps): TableActions {
  const history = createStore<TableHistory>(() => ({ done: [], undone: [], isBusy: false }))
  const edits = gridEdits<SheetNow>({ now, grid, mayAdd: false, write })
  const { inTurn, inTurnIfAllowed, say, failed, offer } = edits
  return {
    ...edits,
    history,
    undo: () => inTurnIfAllowed(() => step('done', 'undone', reversed)),
    redo: () => inTurnIfAllowed(() => step('undone', 'done', (cells) => cells)),
    apply: (cells) => inTurn(() => write(changeOf(cells), [])),
  }

  async function write(change: SheetChange, reasons: readonly string[]): Promise<void> {
    const cells = change.changes.map(({ target, column, before, after }) => cellOf(target, column, before, after))
    if (cells.length === 0) return say('Some of it is left as it was', reasons)
    try {
      report(cells, await stored(cells), reasons)
    } catch (problem) {
      failed(problem, () => write(change, reasons), change)
    }
  }

  /** Stores cells as one step. */
  async function stored(cells: readonly CellWrite[]): Promise<readonly RefusedCell[]> {
    const refused = await saving(cells)
    const taken = cells.filter((cell) => !refused.some(isOfCell(cell)))
    if (taken.length > 0)
      history.setState(({ done }) => ({
        done: [...done, { label: stepText(taken), cells: taken }].slice(-mostSteps),
        undone: [],
      }))
    return refused
  }

  async function saving(cells: readonly CellWrite[]): Promise<readonly RefusedCell[]> {
    history.setState({ isBusy: true })
    return save(cells).finally(() => history.setState({ isBusy: false }))
  }

  /** What others changed first can be written over; what does not fit is listed (rule AGREEMENT-UI-44). */
  function report(cells: readonly CellWrite[], refused: readonly RefusedCell[], reasons: readonly string[]): void {
    const invalid = refused.filter(({ why }) => why === 'invalid').map(refusedText)
    const overtaken = refused.filter(({ why }) => why === 'changed')
    say('Some of it is left as it was', [...reasons, ...invalid])
    if (overtaken.length === 0) return
    const mine = overtaken.flatMap((one): CellWrite[] => {
      const own = cells.find(isOfCell(one))
      return own ? [{ ...own, before: one.now }] : []
    })
    offer(
      {
        title: 'Somebody was faster',
        reasons: [...overtaken.map(refusedText), ...reasons, ...invalid],
        act: 'Use mine',
      },
      () => write(changeOf(mine), []),
    )
  }

  /** Takes a step back, or does it again; what others changed meanwhile is left so. */
  async function step(
    from: 'done' | 'undone',
    to: 'done' | 'undone',
    cellsOf: (cells: readonly CellWrite[]) => readonly CellWrite[],
  ): Promise<void> {
    const last = history.getState()[from].at(-1)
    if (!last) return
    const refused = await saving(cellsOf(last.cells))
    history.setState((state) => ({ [from]: state[from].slice(0, -1), [to]: [...state[to], last] }))
    say(
      'Not all of it is taken back',
      refused.map((one) => `${refusedText(one)}. It is left so.`),
    )
  }
}

const changeOf = (cells: readonly CellWrite[]): SheetChange => ({
  changes: cells.map(({ row, field, before, value }) => ({ target: String(row), column: field, before, after: value })),
  refusals: [],
  added: [],
})
