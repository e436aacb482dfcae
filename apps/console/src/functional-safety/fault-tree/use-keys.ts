import { type Hotkey, useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { toast } from '../../core/ui/toast.ts'
import { drawerKey, type EditorDrawer } from '../../graph/drawer/editor-drawer.tsx'
import { besides, neighbour } from '../../graph/tree/moving.ts'
import type { FaultTreeContext } from './editor-context.ts'
import {
  asEvent,
  gatesFor,
  isEvent,
  moved,
  newEvent,
  reordered,
  turnedInto,
  withGate,
  withNew,
  withoutPart,
  withPart,
} from './edits.ts'
import { whyNotThere } from './moving.ts'
import type { FaultPlace } from './places.ts'
import { gateWords } from './words.ts'

const group = 'Fault tree'

/** Adds an input to the selected node, or an event beside it, and starts editing its text. */
export function addNode(
  { places, selected, tree, select, refusal, unfold, run }: FaultTreeContext,
  isBeside = false,
): void {
  if (refusal !== undefined) return
  const beside = isBeside && selected?.parent !== undefined
  const host = places.get((beside ? selected.parent : selected?.key) ?? tree.top)!
  const node = newEvent('New event')
  const at = beside && host.node.kind === 'gate' ? host.node.parts.indexOf(selected.node.id) + 1 : undefined
  if (host.node.kind === 'house' || host.node.kind === 'transfer')
    return toast.error('Only gates and events get inputs.')
  if (!run('New event', (before) => withNew(before, host.node.id, node, at))) return
  unfold(host.key)
  select(`${host.key}/${node.id}`)
  writeTitle()
}

/** Removes a node from its place. */
export function removeNode({ places, select, refusal, run }: FaultTreeContext, place: FaultPlace): void {
  const host = place.parent === undefined ? undefined : places.get(place.parent)
  if (!host || refusal !== undefined) return
  if (run(`Remove ${place.node.id}`, (tree) => withoutPart(tree, host.node.id, place.node.id)))
    select(besides(place, places))
}

/** Focuses the title field with all of its text selected, as soon as it exists. */
function writeTitle(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>('#ft-title')
    field?.focus()
    field?.select()
  })
}

/** Turns a gate into the next kind that fits its inputs, and a basic event into an undeveloped one, or back. */
function turn({ run }: FaultTreeContext, { node }: FaultPlace): void {
  if (node.kind === 'gate') {
    const kinds = gatesFor(node.parts.length)
    const next = kinds[(kinds.indexOf(node.gate) + 1) % kinds.length]!
    run(`Make ${node.id} ${gateWords[next]}`, (tree) => withGate(tree, node.id, next))
  } else if (isEvent(node)) {
    const kind = node.kind === 'basic' ? 'undeveloped' : 'basic'
    run(`Make ${node.id} ${kind}`, (tree) => turnedInto(tree, node.id, asEvent(node, kind)))
  }
}

/** All keyboard actions on a tree. */
export function useTreeKeys(context: FaultTreeContext, drawer: EditorDrawer): void {
  const { places, selected, select, store, fold, unfold, foldBelow, refusal, moving, setMoving, tree, run, analysis } =
    context
  const go = (arrow: Parameters<typeof neighbour>[2]) => select(neighbour(places, selected?.key ?? tree.top, arrow))
  const may = (doing: () => unknown) => () => void (refusal === undefined && doing())
  const put = (isShared: boolean) => {
    if (!moving || !selected) return
    const from = places.get(moving.parent!)
    const why = whyNotThere(tree, moving, selected)
    if (why !== undefined || !from) return toast.error(why ?? 'It is not there any more.')
    const { id } = moving.node
    const done = run(`${isShared ? 'Use' : 'Move'} ${id}`, (now) =>
      isShared ? withPart(now, selected.node.id, id) : moved(now, id, from.node.id, selected.node.id),
    )
    if (!done) return
    unfold(selected.key)
    select(`${selected.key}/${id}`)
    setMoving(undefined)
  }
  const shift = (by: number) => {
    const host = selected?.parent === undefined ? undefined : places.get(selected.parent)?.node
    if (host?.kind !== 'gate' || !selected) return
    const at = host.parts.indexOf(selected.node.id)
    run(`Order the inputs of ${host.id}`, (now) => reordered(now, host.id, selected.node.id, at + by))
  }
  const keys: (Hotkey | false)[] = [
    { keys: 'ArrowUp', title: 'To the gate above', group, run: () => go('up') },
    { keys: 'ArrowDown', title: 'To the first input', group, run: () => go('down') },
    { keys: 'ArrowLeft', title: 'To the node at the left', group, run: () => go('left') },
    { keys: 'ArrowRight', title: 'To the node at the right', group, run: () => go('right') },
    { keys: 'n', title: 'New input of the node', group, run: () => addNode(context) },
    { keys: 'N', title: 'New event beside it', group, run: () => addNode(context, true) },
    { keys: 'e', title: 'Change its text', group, run: may(writeTitle) },
    { keys: 'Delete', title: 'Remove the node', group, run: () => selected && removeNode(context, selected) },
    {
      keys: 't',
      title: 'Next kind of gate; basic or undeveloped event',
      group,
      run: may(() => selected && turn(context, selected)),
    },
    {
      keys: 'm',
      title: 'Move the node, or use it elsewhere, too: arrows say where to',
      group,
      run: may(() => selected?.parent !== undefined && setMoving(selected)),
    },
    { keys: '[', title: 'Further left among its neighbours', group, run: may(() => shift(-1)) },
    { keys: ']', title: 'Further right among its neighbours', group, run: may(() => shift(1)) },
    {
      keys: 'Space',
      title: 'Fold, or show, its inputs',
      group,
      run: () => selected?.node.kind === 'gate' && fold(selected.key),
    },
    { keys: 'c', title: 'Fold all below the second level', group, run: () => foldBelow(2) },
    { keys: 'x', title: 'Unfold all', group, run: () => foldBelow(Infinity) },
    { keys: 'Ctrl-Z', title: 'Undo', group, run: may(() => store.undo()) },
    { keys: 'Ctrl-Y', title: 'Redo', group, run: may(() => store.redo()) },
    { keys: 'Ctrl-Shift-Z', title: 'Redo', group, run: may(() => store.redo()) },
    drawerKey(drawer, group),
    {
      keys: 'Escape',
      title: moving ? 'Do not move it' : 'Close the panel',
      group,
      run: () => {
        if (moving) setMoving(undefined)
        else if (selected) select(undefined)
        else if (drawer.isShown) drawer.close()
        else analysis.choose(undefined)
      },
    },
    moving !== undefined && { keys: 'Enter', title: 'Put it here', group, run: () => put(false) },
    moving !== undefined && { keys: 'u', title: 'Use it here, too', group, run: () => put(true) },
  ]
  useHotkeys(keys.filter((key) => key !== false))
}
