import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { PlaybookGraph, Trigger } from '@carapace/shared/msoc/playbooks/playbook'
import { createStore } from 'zustand/vanilla'

/** What a version of a playbook consists of. */
export interface Draft {
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly trigger: Trigger
  readonly graph: PlaybookGraph
}

/** A version on the server. */
export interface SavedDraft {
  readonly revision: number
  readonly version: number
  readonly draft: Draft
}

interface Action {
  readonly label: string
  /** Consecutive changes with the same key are one step of undo: letters typed into one field. */
  readonly key: string | undefined
  readonly before: Draft
  readonly after: Draft
}

export interface DraftState {
  /** The version that the draft was made from; undefined: it was never saved. */
  readonly basis: SavedDraft | undefined
  readonly shown: Draft
  /** A version that somebody else saved while this draft has changes. */
  readonly newer: SavedDraft | undefined
  readonly past: readonly Action[]
  readonly future: readonly Action[]
}

const mostKept = 200

export type DraftStore = ReturnType<typeof draftStore>

/** The draft of one playbook in the editor, with undo (rules PLAYBOOK-UI-10, PLAYBOOK-UI-16). */
export function draftStore(first: Draft, basis: SavedDraft | undefined) {
  const store = createStore<DraftState>(() => ({ basis, shown: first, newer: undefined, past: [], future: [] }))
  const { getState: state, setState } = store

  function run(label: string, change: (draft: Draft) => Draft, key?: string): void {
    const { shown, past } = state()
    const after = change(shown)
    if (after === shown || isSame(shown, after)) return
    const last = past.at(-1)
    const isSameField = key !== undefined && last?.key === key
    const kept = isSameField ? past.slice(0, -1) : past
    const action = { label, key, before: isSameField ? last.before : shown, after }
    setState({ shown: after, past: [...kept, action].slice(-mostKept), future: [] })
  }

  return {
    ...store,
    /** Performs a change and keeps it for undo. */
    run,
    /** Changes only the graph. */
    edit: (label: string, change: (graph: PlaybookGraph) => PlaybookGraph, key?: string) =>
      run(label, (draft) => ({ ...draft, graph: change(draft.graph) }), key),
    undo: () => {
      const { past, future } = state()
      const action = past.at(-1)
      if (action) setState({ shown: action.before, past: past.slice(0, -1), future: [...future, action] })
    },
    redo: () => {
      const { past, future } = state()
      const action = future.at(-1)
      if (action) setState({ shown: action.after, past: [...past, action], future: future.slice(0, -1) })
    },
    /** The server has this version now: it replaces a draft without changes, and waits beside one with changes. */
    receive: (news: SavedDraft) => {
      const { basis: known, shown } = state()
      if (known !== undefined && news.revision <= known.revision) return
      // enabled or disabled by somebody: the version is the same
      if (known?.version === news.version) return setState({ basis: { ...known, revision: news.revision } })
      if (known === undefined || isSame(shown, known.draft) || isSame(shown, news.draft))
        setState({ basis: news, shown: news.draft, newer: undefined })
      else setState({ newer: news })
    },
    /** This draft is a version now. */
    saved: (news: SavedDraft) => setState({ basis: news, newer: undefined }),
    /** Shows the newer version instead of this draft; undo brings the draft back. */
    takeNewer: () => {
      const { newer, shown, past } = state()
      if (newer === undefined) return
      const action = { label: `Version ${newer.version}`, key: undefined, before: shown, after: newer.draft }
      setState({ basis: newer, shown: newer.draft, newer: undefined, past: [...past, action], future: [] })
    },
    /** Goes on with this draft: it is saved over the newer version. */
    keepOwn: () => {
      const { newer } = state()
      if (newer !== undefined) setState({ basis: newer, newer: undefined })
    },
  }
}

/** Whether the draft has changes that are not saved. */
export function isUnsaved({ basis, shown }: DraftState): boolean {
  return basis === undefined || !isSame(basis.draft, shown)
}
