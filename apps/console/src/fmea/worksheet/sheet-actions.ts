import type { SheetChange } from '@carapace/shared/core/sheet/ranges'
import { gridEdits, type NoticeStore, type SheetNow as AnySheetNow } from '../../core/sheet/grid-edits.ts'
import type { GridActions } from '../../core/sheet/grid-keys.ts'
import type { GridStore } from '../../core/sheet/grid-store.ts'
import { partTitle } from '../../graph/editing/values.ts'
import { inParts } from '../../graph/store/program-api.ts'
import { type SheetContext, stepOf } from './step-of.ts'
import { isNothing, type SheetStep } from './step.ts'
import type { Overtaken, TakenBack } from './writer.ts'
import type { UndoHistory } from './undo.ts'

/** The worksheet as it is shown at this moment. */
export interface SheetNow extends AnySheetNow, Omit<SheetContext, 'newUuid'> {}

export interface SheetActions extends GridActions {
  readonly notice: NoticeStore
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
  const edits = gridEdits<SheetNow>({
    now,
    grid,
    mayAdd: true,
    write: async (change, reasons, at, lineUuid) => {
      const { step, problems } = stepOf({ ...at, newUuid, lineUuid }, change)
      await write(step, [...reasons, ...problems])
    },
  })
  const { inTurn, inTurnIfAllowed, say, failed } = edits
  return {
    ...edits,
    undo: () => inTurnIfAllowed(async () => after(await history.undo())),
    redo: () => inTurnIfAllowed(async () => after({ overtaken: (await history.redo()) ?? [], kept: [] })),
    importRows,
    apply: (step, problems) => inTurn(async () => void (await write(step, problems))),
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
      failed(problem, async () => void (await write(step, reasons)))
      return false
    }
  }

  function after(back: TakenBack | undefined): void {
    const kept = back?.kept.map(({ code, title }) => `${code} ${title} stays: others use or changed it.`) ?? []
    say('Not all of it is taken back', [...(back?.overtaken.map(overtakenText) ?? []), ...kept])
  }
}

function overtakenText({ change: { part, kind }, now }: Overtaken): string {
  if (!now) return 'A row was removed by somebody else meanwhile.'
  const what = part.startsWith('chain.') ? `Failure ${part.slice(6)}` : partTitle(kind, part)
  const by = now.updated_by?.name ?? 'somebody else'
  return `${what} of ${now.code} was changed by ${by} meanwhile, and is left so.`
}
