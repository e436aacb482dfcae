import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ControlScenario } from '@carapace/shared/lifecycle/rating/assessment'
import { type FieldAnswer, observedFeasibility } from '@carapace/shared/lifecycle/sightings/contradiction'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { FeasibilityMethod } from '@carapace/shared/lifecycle/methods/method'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { clock, number } from '../../core/format/format.ts'
import { ReactFlowProvider } from '../../core/flow/flow.tsx'
import { usePageFact } from '../../core/page/page-facts.ts'
import { EditorDrawer, useEditorDrawer } from '../../graph/drawer/editor-drawer.tsx'
import { linkedWith } from '../../graph/store/graph-state.ts'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'
import type { TreeStore } from '../../graph/tree/tree.store.ts'
import { useSavedAt, useTreeStore } from '../../graph/tree/use-tree-store.ts'
import { type TreeEditorContext, TreeEditorContextProvider } from './editor-context.ts'
import { treeIn } from './edits.ts'
import { mergedTrees } from './merge.ts'
import { PathsTable } from './paths-table.tsx'
import { placesByStep, placesOf } from './places.ts'
import { ratedTree, treeContextOf } from './rating.ts'
import { useSeen } from './seen.ts'
import { StepPanel } from './step-panel.tsx'
import { TreeCanvas } from './tree-canvas.tsx'
import { TreeHead } from './tree-head.tsx'
import { addStep, useTreeKeys } from './use-tree-keys.ts'
import '../../graph/tree/tree-editor.css'
import './attack-tree.css'
import { assessmentOf, methodOf, methodUsed } from '../rating/assessments.ts'

interface TreeEditorProps {
  readonly program: ProgramStore
  /** Including its tree. */
  readonly artefact: Artefact
  readonly refusal: string | undefined
}

/** The editor of one attack tree: drawn, rated and saved on each change (rules TREE-UI-1 to TREE-UI-13). */
export function TreeEditor(props: TreeEditorProps) {
  const { program, artefact } = props
  const store = useTreeStore({ program, artefact, treeIn, merged: mergedTrees })
  return (
    <ReactFlowProvider>
      <Open {...props} store={store} />
    </ReactFlowProvider>
  )
}

function Open(props: TreeEditorProps & { readonly store: TreeStore<Tree> }) {
  const context = useTreeEditorContextValue(props)
  const { tree, rated, program, store, selected, select, moving, artefact, refusal } = context
  const drawer = useEditorDrawer({
    program,
    artefact,
    refusal,
    isSomethingChosen: selected !== undefined,
    chooseNothing: () => select(undefined),
  })
  useTreeKeys(context, drawer)
  const method = useGraph(program, methodUsed)
  const savedAt = useSavedAt(store)
  usePageFact('Methods', method && `${method.name} v${method.version}`)
  usePageFact('Tree', `${number(tree.steps.length)} steps, ${number(rated?.rows.length ?? 0)} paths`)
  usePageFact('Saved', savedAt === undefined ? undefined : clock(savedAt))
  return (
    <TreeEditorContextProvider value={context}>
      <div className="te-page">
        <TreeHead drawer={drawer} onNew={() => addStep(context)} />
        <div className="te-body">
          <div className="te-main">
            <TreeCanvas />
            {moving && (
              <p className="te-moving" role="status">
                Where shall <b>{moving.step.title}</b> be a part? Arrows choose, <kbd className="c-kbd">Enter</kbd>{' '}
                moves it there, <kbd className="c-kbd">u</kbd> uses it there too, <kbd className="c-kbd">Esc</kbd>{' '}
                leaves it.
              </p>
            )}
            <PathsTable />
          </div>
          {selected && <StepPanel place={selected} />}
          <EditorDrawer drawer={drawer} />
        </div>
      </div>
    </TreeEditorContextProvider>
  )
}

function useTreeEditorContextValue({
  program,
  artefact,
  refusal,
  store,
}: TreeEditorProps & { readonly store: TreeStore<Tree> }): TreeEditorContext {
  const tree = useStore(store, (state) => state.shown)
  const graph = useGraph(program, (state) => state)
  const method = methodOf(graph)
  const [chosen, setMethod] = useState<FeasibilityMethod>()
  const [scenario, setScenario] = useState<ControlScenario>('initial')
  const [selectedKey, select] = useState<string>()
  const [path, setPath] = useState(1)
  const [movingKey, setMovingKey] = useState<string>()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const view = useMemo(() => ({ method: chosen ?? method.deciding, scenario }), [chosen, method, scenario])
  const known = useMemo(() => treeContextOf(graph.artefacts.values()), [graph.artefacts])
  const threat = useMemo(() => threatOf(graph, artefact.uuid), [graph, artefact.uuid])
  const seen = useSeen(program, threat, tree)
  const impact = (threat && assessmentOf(graph, threat.uuid)?.overall) ?? null
  const guards = useMemo(
    () => (threat ? linkedWith(graph, threat.uuid, 'upstream', 'stands-in').map(({ node }) => node.uuid) : []),
    [graph, threat],
  )
  const observed = observedFeasibility(threat?.fields.field_answer as FieldAnswer | null | undefined)
  const judged = useMemo(
    () => ratedTree({ method, tree, known, impact, guards, observed, chosen: view.method }),
    [method, tree, known, impact, guards, observed, view.method],
  )
  const places = useMemo(() => placesOf(tree, folded), [tree, folded])
  const byStep = useMemo(() => placesByStep(places), [places])
  const fold = (key: string) =>
    setFolded((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    )
  return {
    program,
    store,
    artefact,
    threat,
    seen,
    impact,
    method,
    tree,
    view,
    setMethod,
    setScenario,
    places,
    byStep,
    select,
    path,
    setPath,
    folded,
    fold,
    refusal,
    rated: 'why' in judged ? undefined : judged,
    trouble: 'why' in judged ? judged.why : undefined,
    selected: selectedKey === undefined ? undefined : places.get(selectedKey),
    moving: movingKey === undefined ? undefined : places.get(movingKey),
    setMoving: (place) => setMovingKey(place?.key),
  }
}

function threatOf(graph: Parameters<typeof linkedWith>[0], tree: string): Artefact | undefined {
  const [link] = linkedWith(graph, tree, 'upstream', 'refined-in')
  return link && graph.artefacts.get(link.node.uuid)
}
