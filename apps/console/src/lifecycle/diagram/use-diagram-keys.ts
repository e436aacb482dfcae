import { type Hotkey, useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { drawerKey, type EditorDrawer } from '../../graph/drawer/editor-drawer.tsx'
import { moveAction } from './actions.ts'
import { type DiagramEditorContext, nothingChosen } from './editor-context.ts'
import { raster } from './diagram-canvas.tsx'
import { withinBox } from './elements.ts'

interface Acts {
  readonly add: () => void
  readonly connect: () => void
  readonly hide: () => void
  readonly remove: () => void
  readonly arrange: () => void
}

const group = 'Diagram'
const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const

/** All keyboard actions on a diagram; Tab goes from node to node. */
export function useDiagramKeys(context: DiagramEditorContext, acts: Acts, drawer: EditorDrawer): void {
  const { store, chosen, choose, refusal, kindOf } = context
  const may = (doing: () => unknown) => () => void (refusal === undefined && doing())
  /** Consecutive moves of the same nodes are one action (rule DIAGRAM-6). */
  const move = (dx: number, dy: number, event: KeyboardEvent) => {
    const step = event.shiftKey ? 4 * raster : raster
    const { shown } = store.getState()
    const along = new Set([
      ...chosen.nodes,
      ...[...chosen.nodes].flatMap((uuid) => [...withinBox(shown, uuid, kindOf)]),
    ])
    if (along.size === 0 || refusal !== undefined) return
    const nodes = shown.nodes.map((placed) =>
      along.has(placed.uuid) ? { ...placed, x: placed.x + dx * step, y: placed.y + dy * step } : placed,
    )
    store.run(moveAction({ ...context, layout: { ...shown, nodes } }, shown.nodes), true)
  }
  const keys: Hotkey[] = [
    ...Object.entries(arrows).map(([keys, [dx, dy]]) => ({
      keys,
      title: 'Move the selection; farther with Shift',
      group,
      run: (event: KeyboardEvent) => move(dx, dy, event),
    })),
    { keys: 'n', title: 'Add a node', group, run: may(acts.add) },
    { keys: 'e', title: 'Connect the node with another', group, run: may(acts.connect) },
    { keys: 'l', title: 'Arrange', group, run: may(acts.arrange) },
    {
      keys: 'F2',
      title: 'Rename',
      group,
      run: may(() => document.querySelector<HTMLInputElement>('#df-name')?.select()),
    },
    {
      keys: 'Delete',
      title: 'Hide the selection; with Shift delete it from the model',
      group,
      run: (event) =>
        refusal === undefined &&
        chosen.nodes.size + chosen.edges.size > 0 &&
        (event.shiftKey ? acts.remove() : acts.hide()),
    },
    {
      keys: 'Ctrl-A',
      title: 'Choose all nodes',
      group,
      run: () => choose({ nodes: new Set(context.layout.nodes.map(({ uuid }) => uuid)), edges: new Set() }),
    },
    { keys: 'Ctrl-Z', title: 'Undo', group, run: may(() => store.undo()) },
    { keys: 'Ctrl-Y', title: 'Redo', group, run: may(() => store.redo()) },
    { keys: 'Ctrl-Shift-Z', title: 'Redo', group, run: may(() => store.redo()) },
    drawerKey(drawer, group),
    {
      keys: 'Escape',
      title: 'Choose nothing, then close the panel',
      group,
      run: () => (chosen.nodes.size + chosen.edges.size > 0 ? choose(nothingChosen) : drawer.close()),
    },
  ]
  useHotkeys(keys)
}
