import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { createStore } from 'zustand/vanilla'
import {
  type Change,
  type History,
  historyRenamed,
  isIdle,
  noHistory,
  remembered,
  renamed,
  takenBack,
} from './change.ts'
import { inverseOf, patchBetween, patched } from './layout.ts'
import { diagramWriter, type Model } from './writer.ts'

export interface DiagramState {
  /** The layout on the server. */
  readonly stored: DiagramLayout
  /** The layout on the screen: with unsaved changes and the current drag. */
  readonly shown: DiagramLayout
  readonly revision: number
  readonly history: History
  readonly isSaving: boolean
  /** Why the last change was not saved. */
  readonly problem: unknown
}

interface StoreOptions {
  readonly diagram: Artefact
  readonly model: Model
  /** Makes the uuid of a restored artefact (rules DIAGRAM-5, GRAPH-23). */
  readonly fresh: () => string
}

export const layoutOf = ({ fields }: Pick<Artefact, 'fields'>) =>
  (fields.layout ?? { nodes: [], edges: [] }) as DiagramLayout

export type DiagramStore = ReturnType<typeof diagramStore>

/** The store of one open diagram: the shown and the saved state, and undo (rules DIAGRAM-5 to DIAGRAM-7). */
export function diagramStore({ diagram, model, fresh }: StoreOptions) {
  const store = createStore<DiagramState>(() => ({
    stored: layoutOf(diagram),
    shown: layoutOf(diagram),
    revision: diagram.revision,
    history: noHistory,
    isSaving: false,
    problem: undefined,
  }))
  const { getState: state, setState } = store
  const writer = diagramWriter({
    uuid: diagram.uuid,
    model,
    layout: () => state().stored,
    revision: () => state().revision,
    onSaved: receive,
    onState: (isSaving) => setState({ isSaving }),
    onFailed: (change, problem) =>
      setState(({ shown, history }) => ({
        shown: patched(shown, inverseOf(change.layout)),
        problem,
        history: {
          past: history.past.filter((one) => one !== change),
          future: history.future.filter((one) => one !== change),
        },
      })),
  })

  return {
    ...store,
    /** Shows a drag, unsaved. */
    preview: (shown: DiagramLayout) => setState({ shown }),
    /** Performs an action: shows it, saves it, and keeps it for undo. */
    run: (change: Change, isFurther = false) => {
      if (isIdle(change)) return
      setState(({ history }) => ({ history: remembered(history, change, isFurther) }))
      perform(change)
    },
    undo: () => turn('past', 'future'),
    redo: () => turn('future', 'past'),
    receive,
    isIdle: writer.isIdle,
  }

  function perform(change: Change): void {
    setState(({ shown }) => ({ shown: patched(shown, change.layout), problem: undefined }))
    writer.write(change)
  }

  /** Undoes the last action, or redoes the one that was undone last. */
  function turn(from: keyof History, to: keyof History): string | undefined {
    const change = state().history[from].at(-1)
    if (!change) return undefined
    const back = takenBack(change)
    // a uuid is never used twice: a restored artefact gets a new one
    const others = new Map(
      back.artefacts.filter(({ before, after }) => !before && after).map(({ uuid }) => [uuid, fresh()]),
    )
    const history = historyRenamed({ ...state().history, [from]: state().history[from].slice(0, -1) }, others)
    const done = renamed(back, others)
    setState({ history: { ...history, [to]: [...history[to], done] } })
    perform(done)
    return change.label
  }

  /** Applies a change by another user, or the result of a save; unsaved changes stay on top of it. */
  function receive(news: Artefact): void {
    setState(({ stored, shown, revision }) => {
      if (news.revision < revision) return {}
      const now = layoutOf(news)
      return { stored: now, shown: patched(now, patchBetween(stored, shown)), revision: news.revision }
    })
  }
}
