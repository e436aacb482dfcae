import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ReactFlowProvider } from '../../core/flow/flow.tsx'
import { clock } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { toast } from '../../core/ui/toast.ts'
import { EditorDrawer, useEditorDrawer } from '../../graph/drawer/editor-drawer.tsx'
import type { ProgramStore } from '../../graph/store/program-store.ts'
import type { TreeStore } from '../../graph/tree/tree.store.ts'
import { useSavedAt, useTreeStore } from '../../graph/tree/use-tree-store.ts'
import { useAnalysis } from './analysis/use-analysis.ts'
import { type FaultTreeContext, FaultTreeContextProvider } from './editor-context.ts'
import { checked, treeIn } from './edits.ts'
import { mergedTrees } from './merge.ts'
import { NodePanel } from './panel/node-panel.tsx'
import { firstFolds, foldedBelow, nodesWith, placesOf, revealed } from './places.ts'
import { ResultsPane } from './results-pane.tsx'
import { useWithTransferred } from './use-transferred.ts'
import { TreeCanvas } from './tree-canvas.tsx'
import { TreeHead } from './tree-head.tsx'
import { addNode, useTreeKeys } from './use-keys.ts'
import { counted } from './words.ts'
import '../../graph/tree/tree-editor.css'
import './fault-tree.css'

interface TreeEditorProps {
  readonly program: ProgramStore
  /** Including its tree. */
  readonly artefact: Artefact
  readonly refusal: string | undefined
}

/** The editor of one fault tree: drawn, computed and saved on each change (rules FTA-UI-1 to FTA-UI-14). */
export function TreeEditor(props: TreeEditorProps) {
  const { program, artefact } = props
  const store = useTreeStore({ program, artefact, treeIn, merged: mergedTrees })
  return (
    <ReactFlowProvider>
      <Open {...props} store={store} />
    </ReactFlowProvider>
  )
}

function Open(props: TreeEditorProps & { readonly store: TreeStore<StoredTree> }) {
  const context = useContextValue(props)
  const { tree, program, store, selected, select, moving, artefact, refusal, analysis } = context
  const drawer = useEditorDrawer({
    program,
    artefact,
    refusal,
    isSomethingChosen: selected !== undefined,
    chooseNothing: () => select(undefined),
  })
  useTreeKeys(context, drawer)
  const savedAt = useSavedAt(store)
  const gates = tree.nodes.filter(({ kind }) => kind === 'gate').length
  usePageFact('Tree', `${counted(gates, 'gate')}, ${counted(tree.nodes.length - gates, 'event')}`)
  usePageFact('Computed', stateText(analysis))
  usePageFact('Saved', savedAt === undefined ? undefined : clock(savedAt))
  return (
    <FaultTreeContextProvider value={context}>
      <div className="te-page">
        <TreeHead drawer={drawer} onNew={() => addNode(context)} />
        <div className="te-body">
          <div className="te-main">
            <TreeCanvas />
            {moving && (
              <p className="te-moving" role="status">
                Arrows choose where <b>{moving.node.title || moving.node.id}</b> shall be an input.{' '}
                <kbd className="c-kbd">Enter</kbd> moves it, <kbd className="c-kbd">u</kbd> uses it there, too;{' '}
                <kbd className="c-kbd">Esc</kbd> leaves it.
              </p>
            )}
            <ResultsPane />
          </div>
          {selected && <NodePanel place={selected} />}
          <EditorDrawer drawer={drawer} />
        </div>
      </div>
    </FaultTreeContextProvider>
  )
}

function stateText({ isComputing, isOutdated, result, trouble }: FaultTreeContext['analysis']): string | undefined {
  if (isComputing) return 'computing'
  if (trouble !== undefined) return 'not computed'
  return result && (isOutdated ? 'outdated' : result.complete ? 'exact' : 'incomplete')
}

function useContextValue({
  program,
  artefact,
  refusal,
  store,
}: TreeEditorProps & { readonly store: TreeStore<StoredTree> }): FaultTreeContext {
  const tree = useStore(store, (state) => state.shown)
  const [selectedKey, select] = useState<string>()
  const [movingKey, setMovingKey] = useState<string>()
  const [turned, setTurned] = useState(() => firstFolds(tree))
  const [words, setWords] = useState('')
  const { trees, problem } = useWithTransferred(program, artefact.uuid, tree)
  const analysis = useAnalysis(artefact.uuid, trees)
  const places = useMemo(() => placesOf(tree, turned), [tree, turned])
  const latest = useRef({ places, turned, tree })
  latest.current = { places, turned, tree }
  const hits = useMemo(() => nodesWith(tree, words), [tree, words])
  const fold = useCallback((key: string) => {
    const place = latest.current.places.get(key)
    if (place) setTurned((before) => new Map(before).set(key, !place.isFolded))
  }, [])
  const unfold = (key: string) => setTurned((before) => new Map(before).set(key, false))
  const run = (label: string, change: (tree: StoredTree) => StoredTree): boolean => {
    const next = checked(store.getState().shown, change)
    if ('why' in next) {
      toast.error(next.why)
      return false
    }
    store.run(label, () => next)
    return true
  }
  return {
    program,
    store,
    artefact,
    tree,
    places,
    run,
    refusal,
    selected: selectedKey === undefined ? undefined : places.get(selectedKey),
    select,
    reveal: (id) => {
      const place = revealed(latest.current.tree, id, latest.current.turned)
      if (!place) return toast.error(`${id} is not below the top event.`)
      setTurned(place.turned)
      select(place.key)
    },
    moving: movingKey === undefined ? undefined : places.get(movingKey),
    setMoving: (place) => setMovingKey(place?.key),
    fold,
    unfold,
    foldBelow: (depth) => setTurned(depth === Infinity ? allOpen(tree) : foldedBelow(tree, depth)),
    words,
    setWords,
    found: hits,
    analysis: problem === undefined ? analysis : { ...analysis, trouble: problem },
  }
}

/** The choices that unfold every gate at each of its places, as far as they are drawn. */
function allOpen(tree: StoredTree): ReadonlyMap<string, boolean> {
  let turned = new Map<string, boolean>()
  for (;;) {
    const folded = [...placesOf(tree, turned).values()].filter(({ key, isFolded }) => isFolded && !turned.has(key))
    if (folded.length === 0) return turned
    turned = new Map([...turned, ...folded.map(({ key }) => [key, false] as const)])
  }
}
