import { type Hotkey, useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { toast } from '../../core/ui/toast.ts'
import { drawerKey, type EditorDrawer } from '../../graph/drawer/editor-drawer.tsx'
import type { TreeEditorContext } from './editor-context.ts'
import { moved, newStep, reordered, withNew, withPart, withStep } from './edits.ts'
import { neighbour } from '../../graph/tree/moving.ts'
import { whyNotThere } from './moving.ts'
import { removeStep } from './step-panel.tsx'

const group = 'Attack tree'

/** Adds a part to the selected step, or a step beside it, and starts editing its name. */
export function addStep(context: TreeEditorContext, isBeside = false): void {
  const { places, selected, tree, store, select, refusal, folded, fold } = context
  if (refusal !== undefined) return
  const beside = isBeside && selected?.parent !== undefined
  const host = places.get((beside ? selected.parent : selected?.key) ?? tree.root)!
  const step = newStep('New step')
  const at = beside ? host.step.parts.indexOf(selected.step.id) + 1 : undefined
  if (folded.has(host.key)) fold(host.key)
  store.run('New step', (before) => withNew(before, host.step.id, step, at))
  select(`${host.key}/${step.id}`)
  writeTitle()
}

/** Focuses the title field with all of its text selected, as soon as it exists. */
function writeTitle(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>('#at-step-title')
    field?.focus()
    field?.select()
  })
}

/** All keyboard actions on a tree. */
export function useTreeKeys(context: TreeEditorContext, drawer: EditorDrawer): void {
  const { places, selected, select, store, fold, refusal, moving, setMoving, tree } = context
  const go = (arrow: Parameters<typeof neighbour>[2]) => select(neighbour(places, selected?.key ?? tree.root, arrow))
  const may = (doing: () => unknown) => () => void (refusal === undefined && doing())
  const put = (isShared: boolean) => {
    if (!moving || !selected) return
    const from = places.get(moving.parent!)
    const why = whyNotThere(store.getState().shown, moving, selected)
    if (why !== undefined || !from) return toast.error(why ?? 'It is not there any more.')
    store.run(`${isShared ? 'Use' : 'Move'} ${moving.step.title}`, (now) =>
      isShared
        ? withPart(now, selected.step.id, moving.step.id)
        : moved(now, moving.step.id, from.step.id, selected.step.id),
    )
    select(`${selected.key}/${moving.step.id}`)
    setMoving(undefined)
  }
  const shift = (by: number) => {
    const host = selected?.parent === undefined ? undefined : places.get(selected.parent)
    if (!host || !selected) return
    const at = host.step.parts.indexOf(selected.step.id)
    store.run(`Order the parts of ${host.code || 'the root'}`, (now) =>
      reordered(now, host.step.id, selected.step.id, at + by),
    )
  }
  const keys: (Hotkey | false)[] = [
    { keys: 'ArrowUp', title: 'To what it is a part of', group, run: () => go('up') },
    { keys: 'ArrowDown', title: 'To its first part', group, run: () => go('down') },
    { keys: 'ArrowLeft', title: 'To the step at the left', group, run: () => go('left') },
    { keys: 'ArrowRight', title: 'To the step at the right', group, run: () => go('right') },
    { keys: 'n', title: 'New part of the step', group, run: () => addStep(context) },
    { keys: 'N', title: 'New step beside it', group, run: () => addStep(context, true) },
    { keys: 'e', title: 'Change its title', group, run: may(writeTitle) },
    { keys: 'Delete', title: 'Remove the step', group, run: () => selected && removeStep(context, selected) },
    {
      keys: 't',
      title: 'AND or OR',
      group,
      run: may(
        () =>
          selected?.step.gate &&
          store.run('AND or OR', (now) =>
            withStep(now, selected.step.id, { gate: selected.step.gate === 'and' ? 'or' : 'and' }),
          ),
      ),
    },
    {
      keys: 'm',
      title: 'Move the step: arrows say where to',
      group,
      run: may(() => selected?.parent !== undefined && setMoving(selected)),
    },
    { keys: '[', title: 'Further left among its neighbours', group, run: may(() => shift(-1)) },
    { keys: ']', title: 'Further right among its neighbours', group, run: may(() => shift(1)) },
    {
      keys: 'Space',
      title: 'Fold, or show, its parts',
      group,
      run: () => selected && selected.step.parts.length > 0 && fold(selected.key),
    },
    { keys: 'Ctrl-Z', title: 'Undo', group, run: may(() => store.undo()) },
    { keys: 'Ctrl-Y', title: 'Redo', group, run: may(() => store.redo()) },
    { keys: 'Ctrl-Shift-Z', title: 'Redo', group, run: may(() => store.redo()) },
    drawerKey(drawer, group),
    {
      keys: 'Escape',
      title: moving ? 'Do not move it' : 'Close the panel',
      group,
      run: () => (moving ? setMoving(undefined) : selected ? select(undefined) : drawer.close()),
    },
    moving !== undefined && { keys: 'Enter', title: 'Put it here', group, run: () => put(false) },
    moving !== undefined && { keys: 'u', title: 'Use it here, too', group, run: () => put(true) },
  ]
  useHotkeys(keys.filter((key) => key !== false))
}
