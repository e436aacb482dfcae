import { Failure } from '@carapace/shared/core/failure'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { createStore } from 'zustand/vanilla'

interface TreeAction<Tree> {
  readonly label: string
  readonly before: Tree
  readonly after: Tree
}

interface TreeState<Tree> {
  /** The tree on the server. */
  readonly stored: Tree
  /** The tree on the screen; saved as soon as the current save has ended. */
  readonly shown: Tree
  readonly revision: number
  readonly past: readonly TreeAction<Tree>[]
  readonly future: readonly TreeAction<Tree>[]
  readonly isSaving: boolean
  /** Why the last change was not saved. */
  readonly problem: unknown
}

export interface TreeStoreOptions<Tree> {
  readonly artefact: Artefact
  /** The tree in the artefact's field `tree`; a new one where it has none. */
  readonly treeIn: (artefact: Pick<Artefact, 'fields' | 'title'>) => Tree
  /** Merges two users' versions of one tree; where both changed the same, mine wins. */
  readonly merged: (base: Tree, mine: Tree, theirs: Tree) => Tree
  readonly model: {
    readonly save: (input: { artefacts: ArtefactInput[] }) => Promise<readonly Artefact[]>
    readonly read: (uuid: string) => Promise<Artefact>
  }
}

const mostKept = 200
const mostTries = 6

export interface TreeStore<Tree> {
  readonly getState: () => TreeState<Tree>
  readonly getInitialState: () => TreeState<Tree>
  readonly subscribe: (listener: (state: TreeState<Tree>, before: TreeState<Tree>) => void) => () => void
  /** Performs an action: shows it, saves it, and keeps it for undo. */
  readonly run: (label: string, change: (tree: Tree) => Tree) => void
  /** Undoes the last own action, and returns its label; undefined: there is none. */
  readonly undo: () => string | undefined
  readonly redo: () => string | undefined
  /** Saves unsaved changes. */
  readonly save: () => Promise<void>
  /** Applies a change by another user. */
  readonly receive: (news: Artefact) => void
}

/** The store of one open tree: the shown and the saved state, and undo (rules TREE-UI-7, TREE-UI-8). */
export function treeStore<Tree>({ artefact, treeIn, merged: mergedTrees, model }: TreeStoreOptions<Tree>) {
  const begun = treeIn(artefact)
  const store = createStore<TreeState<Tree>>(() => ({
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
    getState: state,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    run: (label, change) => {
      const before = state().shown
      const after = change(before)
      if (isSame(before, after)) return
      setState(({ past }) => ({ shown: after, past: [...past, { label, before, after }].slice(-mostKept), future: [] }))
      void save()
    },
    undo: () => turn(state().past, 'past'),
    redo: () => turn(state().future, 'future'),
    save,
    receive: (news) => void (news.revision > state().revision && setState(merged(news))),
  } satisfies TreeStore<Tree>

  /** Undoes an action on the current tree: later changes by others are kept. */
  function turn(actions: readonly TreeAction<Tree>[], from: 'past' | 'future'): string | undefined {
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

  function merged(news: Artefact): Partial<TreeState<Tree>> {
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
        artefacts: [{ uuid: artefact.uuid, kind: artefact.kind, revision, fields: { tree: shown } }],
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
