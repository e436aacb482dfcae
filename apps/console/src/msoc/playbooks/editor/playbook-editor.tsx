import { savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { ReactFlowProvider } from '../../../core/flow/flow.tsx'
import { number } from '../../../core/format/format.ts'
import { usePageFact } from '../../../core/page/page-facts.ts'
import { usePageTitle } from '../../../core/page/page-title.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { LeaveGuard } from '../../rules/editor/leave-guard.tsx'
import type { CardState } from '../graph/card.tsx'
import { type Chosen, GraphCanvas, type GraphEditing, justNode, nothingChosen } from '../graph/graph-canvas.tsx'
import type { EditorPanel, EditorSearch } from '../search.ts'
import { addNode, connect } from './actions.ts'
import { type Draft, type DraftStore, draftStore, isUnsaved } from './draft.store.ts'
import { type EditorContext, EditorContextProvider, useEditorContext } from './editor-context.ts'
import { EditorHead } from './editor-head.tsx'
import { moved } from './edits.ts'
import { NodeList, nodeFilterId } from './node-list.tsx'
import { ProblemList } from './problem-list.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { type SavedPlaybook, savedDraftOf } from './saved.ts'
import { SidePanel } from './side-panel.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { usePlaybookActions } from './use-playbook-actions.ts'
import { useProblems } from './use-problems.ts'

interface PlaybookEditorProps {
  readonly search: EditorSearch
  readonly go: (search: EditorSearch, replace?: boolean) => void
  /** What the editor begins with. */
  readonly first: Draft
  /** Undefined: a new playbook. */
  readonly saved: SavedPlaybook | undefined
  readonly onChanged: () => void
}

/** The graph of a playbook with its steps, its settings and its mistakes (rules PLAYBOOK-UI-10 to PLAYBOOK-UI-18). */
export function PlaybookEditor(props: PlaybookEditorProps) {
  const [store] = useState(() => draftStore(props.first, props.saved && savedDraftOf(props.saved)))
  const { saved } = props
  useEffect(() => {
    if (saved !== undefined) store.receive(savedDraftOf(saved))
  }, [saved, store])
  return (
    <ReactFlowProvider>
      <Open {...props} store={store} />
    </ReactFlowProvider>
  )
}

type OpenProps = PlaybookEditorProps & { readonly store: DraftStore }

function Open({ search, go, saved, onChanged, store }: OpenProps) {
  const state = useStore(store)
  const context = useEditor({ search, go, saved, store })
  const actions = usePlaybookActions(saved, onChanged)
  const [isSaving, setSaving] = useState(false)
  const { shown, newer } = state
  const unsaved = isUnsaved(state)
  const canSave = unsaved && newer === undefined && context.problems.length === 0 && context.refusal === undefined
  useEditorKeys(context, {
    onAdd: () => document.getElementById(nodeFilterId)?.focus(),
    onSave: () => canSave && setSaving(true),
  })
  usePageTitle(shown.name === '' ? 'New playbook' : `${shown.name} · Playbooks`)
  usePageFact('Steps', number(shown.graph.nodes.length))
  const openPanel = (panel: EditorPanel | undefined) => go({ ...search, panel }, true)
  return (
    <EditorContextProvider value={context}>
      <div className="pb-page">
        <EditorHead saved={saved} actions={actions} onSave={() => setSaving(true)} />
        <div className="pb-body">
          <NodeList />
          <div className="pb-main">
            <EditorCanvas />
            <ProblemList onSettings={() => openPanel('settings')} onStep={() => search.panel && openPanel(undefined)} />
          </div>
          <SidePanel panel={search.panel} onPanel={openPanel} saved={saved} actions={actions} />
        </div>
        <LeaveGuard isUnsaved={unsaved && (state.past.length > 0 || state.basis !== undefined)} />
        {isSaving && (
          <SaveDialog
            onSaved={({ uuid }) => {
              setSaving(false)
              if (saved === undefined) go({ playbook: uuid, panel: search.panel }, true)
              else onChanged()
            }}
            onConflict={() => {
              setSaving(false)
              onChanged()
            }}
            onClose={() => setSaving(false)}
          />
        )}
      </div>
    </EditorContextProvider>
  )
}

function useEditor({ search, go, saved, store }: Omit<OpenProps, 'first' | 'onChanged'>): EditorContext {
  const shown = useStore(store, (state) => state.shown)
  const refusal = useRefusal(savePlaybook)
  const uuid = saved?.playbook.uuid
  const [chosen, setChosen] = useState<Chosen>(() =>
    search.node === undefined ? nothingChosen : justNode(search.node),
  )
  const [outcomes, showOutcomes] = useState<ReadonlyMap<string, CardState>>()
  const { problems, checkProblem } = useProblems(shown, uuid, refusal === undefined)
  const [only] = chosen.nodes
  const selected = chosen.nodes.size === 1 ? shown.graph.nodes.find(({ id }) => id === only) : undefined
  const choose = (next: Chosen) => {
    setChosen(next)
    // the settings of a step take the place of another panel, except of a dry run, which follows the choice
    if (next.nodes.size > 0 && search.panel !== undefined && search.panel !== 'dry-run')
      go({ ...search, panel: undefined }, true)
  }
  return { store, uuid, chosen, choose, selected, problems, checkProblem, outcomes, showOutcomes, refusal }
}

function EditorCanvas() {
  const context = useEditorContext()
  const { store, chosen, choose, problems, outcomes, refusal } = context
  const { graph, name } = useStore(store, ({ shown }) => shown)
  const mistakes = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { node } of problems) if (node !== null) counts.set(node, (counts.get(node) ?? 0) + 1)
    return counts
  }, [problems])
  const editing: GraphEditing = {
    mistakes,
    onMoved: (to) => store.edit('Move', (now) => moved(now, to)),
    onConnect: (edge) => connect(context, edge),
    onDropped: (type, at) => addNode(context, type, at),
  }
  return (
    <GraphCanvas
      label={`Playbook: ${name || 'new'}`}
      graph={graph}
      chosen={chosen}
      onChoose={choose}
      {...(refusal === undefined && { editing })}
      {...(outcomes !== undefined && { outcomes })}
    />
  )
}
