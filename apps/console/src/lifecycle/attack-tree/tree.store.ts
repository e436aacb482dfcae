import { Failure } from '@carapace/shared/core/failure'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { createStore } from 'zustand/vanilla'
import { newTree } from './edits.ts'
import { mergedTrees } from './merge.ts'

interface TreeAction {
  readonly label: string
  readonly before: Tree
  readonly after: Tree
}

export interface TreeState {
  /** The tree on the server. */
  readonly stored: Tree
  /** The tree on the screen; saved as soon as the current save has ended. */
  readonly shown: Tree
  readonly revision: number
  readonly past: readonly TreeAction[]
  readonly future: readonly TreeAction[]
  readonly isSaving: boolean
  /** Why the last change was not saved. */
  readonly problem: unknown
}

interface StoreOptions {
  readonly artefact: Artefact
  readonly model: {
    readonly save: (input: { artefacts: ArtefactInput[] }) => Promise<readonly Artefact[]>
    readonly read: (uuid: string) => Promise<Artefact>
  }
}

const mostKept = 200
const mostTries = 6

export const treeIn = ({ fields, title }: Pick<Artefact, 'fields' | 'title'>) =>
  (fields.tree as Tree | null | undefined) ?? newTree(title)

export type TreeStore = ReturnType<typeof treeStore>

/** The store of one open tree: the shown and the saved state, and undo (rules TREE-UI-7, TREE-UI-8). */
export function treeStore({ artefact, model }: StoreOptions) {
  const begun = treeIn(artefact)
  const store = createStore<TreeState>(() => ({
    stored: begun,
    shown: begun,
    revision: artefact.revision,
    past: [],
    future: [],
    isSaving: false,
    problem: undefined,
  }))
  const { getState: state, setState } = store

  return {
    ...store,
    /** Performs an action: shows it, saves it, and keeps it for undo. */
    run: (label: string, change: (tree: Tree) => Tree) => {
      const before = state().shown
      const after = change(before)
      if (isSame(before, after)) return
      setState(({ past }) => ({ shown: after, past: [...past, { label, before, after }].slice(-mostKept), future: [] }))
      void save()
    },
    undo: () => turn(state().past, 'past'),
    redo: () => turn(state().future, 'future'),
    /** Saves unsaved changes. */
    save,
    /** Applies a change by another user. */
    receive: (news: Artefact) => news.revision > state().revision && setState(merged(news)),
  }

  /** Undoes an action on the current tree: later changes by others are kept. */
  function turn(actions: readonly TreeAction[], from: 'past' | 'future'): string | undefined {
    const action = actions.at(-1)
    if (!action) return undefined
    const to = from === 'past' ? 'future' : 'past'
    setState((now) => ({
      shown: mergedTrees(action.after, action.before, now.shown),
      [from]: now[from].slice(0, -1),
      [to]: [...now[to], { ...action, before: action.after, after: action.before }],
    }))
    void save()
    return action.label
  }

  function merged(news: Artefact): Partial<TreeState> {
    const { stored, shown } = state()
    const theirs = treeIn(news)
    return { stored: theirs, shown: mergedTrees(stored, shown, theirs), revision: news.revision }
  }

  /** One save at a time; changes during a save are saved with the next. */
  async function save(): Promise<void> {
    if (state().isSaving) return
    setState({ isSaving: true, problem: undefined })
    try {
      let late = 0
      while (!isSame(state().shown, state().stored)) late = (await saveOnce(late)) ? 0 : late + 1
    } catch (problem) {
      setState({ problem })
    }
    setState({ isSaving: false })
  }

  /** Returns whether the save succeeded. If somebody else saved first, it merges their changes and returns false. */
  async function saveOnce(tries: number): Promise<boolean> {
    const { shown, revision } = state()
    try {
      const [saved] = await model.save({
        artefacts: [{ uuid: artefact.uuid, kind: 'attack-tree', revision, fields: { tree: shown } }],
      })
      setState({ stored: shown, revision: saved!.revision })
      return true
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.code !== 'ROW_CHANGED' || tries >= mostTries) throw problem
      setState(merged(await model.read(artefact.uuid)))
      return false
    }
  }
}
