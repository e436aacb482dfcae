import { renamed } from '@carapace/shared/core/renamed-uuids'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SheetStep } from './step.ts'
import { type Overtaken, type SheetStore, takeBack, type TakenBack, writeStep } from './writer.ts'

/** The steps that the user can take back, and those taken back, the latest last. */
export interface UndoState {
  readonly done: readonly SheetStep[]
  readonly undone: readonly SheetStep[]
  /** A step is being written: the next one waits. */
  readonly isBusy: boolean
}

export interface UndoHistory {
  readonly state: StoreApi<UndoState>
  readonly apply: (step: SheetStep) => Promise<readonly Overtaken[]>
  /** Undefined: there is nothing to take back. */
  readonly undo: () => Promise<TakenBack | undefined>
  readonly redo: () => Promise<readonly Overtaken[] | undefined>
}

const mostSteps = 100

/** Writes steps one after another, and takes them back and again (rule FMEA-UI-4). */
export function undoHistory(program: SheetStore, newUuid: () => string): UndoHistory {
  const state = createStore<UndoState>(() => ({ done: [], undone: [], isBusy: false }))
  let last: Promise<unknown> = Promise.resolve()
  return { state, apply, undo, redo }

  function apply(step: SheetStep): Promise<readonly Overtaken[]> {
    return inTurn(async () => {
      const overtaken = await writeStep(program, step)
      state.setState(({ done }) => ({ done: [...done, step].slice(-mostSteps), undone: [] }))
      return overtaken
    })
  }

  function undo(): Promise<TakenBack | undefined> {
    return inTurn(async () => {
      const step = state.getState().done.at(-1)
      if (!step) return undefined
      const back = await takeBack(program, step)
      state.setState(({ done, undone }) => ({ done: done.slice(0, -1), undone: [...undone, step] }))
      return back
    })
  }

  function redo(): Promise<readonly Overtaken[] | undefined> {
    return inTurn(async () => {
      const before = state.getState().undone.at(-1)
      if (!before) return undefined
      // no uuid is used twice: what is made again has other uuids, also in the steps after this one
      const names = new Map(before.made.map(({ uuid }) => [uuid, newUuid()]))
      const step = renamed(before, names)
      const overtaken = await writeStep(program, step)
      state.setState(({ done, undone }) => ({
        done: [...done, step],
        undone: undone.slice(0, -1).map((one) => renamed(one, names)),
      }))
      return overtaken
    })
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(async () => {
      state.setState({ isBusy: true })
      return work().finally(() => state.setState({ isBusy: false }))
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
