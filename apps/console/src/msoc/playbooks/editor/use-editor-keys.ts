import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { justNode, nothingChosen } from '../graph/graph-canvas.tsx'
import { arrange, duplicateChosen, removeChosen } from './actions.ts'
import type { EditorContext } from './editor-context.ts'
import { type Arrow, neighbour } from './layout.ts'

const group = 'Playbook'

interface EditorKeys {
  readonly onAdd: () => void
  readonly onSave: () => void
}

/** The keys of the editor (rule PLAYBOOK-UI-13). */
export function useEditorKeys(context: EditorContext, { onAdd, onSave }: EditorKeys): void {
  const { store, chosen, choose, selected, refusal } = context
  const go = (arrow: Arrow) => {
    const next = neighbour(store.getState().shown.graph, selected?.id, arrow)
    if (next !== undefined) choose(justNode(next))
  }
  const may = (action: () => unknown) => () => void (refusal === undefined && action())
  useHotkeys([
    { keys: 'ArrowUp', title: 'To the step before', group, run: () => go('up') },
    { keys: 'ArrowDown', title: 'To the step after', group, run: () => go('down') },
    { keys: 'ArrowLeft', title: 'To the step at the left', group, run: () => go('left') },
    { keys: 'ArrowRight', title: 'To the step at the right', group, run: () => go('right') },
    { keys: 'n', title: 'Add a step after it', group, run: may(onAdd) },
    { keys: 'e', title: 'Change its settings', group, run: () => focusPanel() },
    { keys: 'Delete', title: 'Remove', group, run: () => removeChosen(context) },
    { keys: 'd', title: 'Duplicate', group, run: () => duplicateChosen(context) },
    { keys: 'l', title: 'Arrange all steps', group, run: () => arrange(context) },
    { keys: 'Ctrl-Z', title: 'Undo', group, run: may(() => store.undo()) },
    { keys: 'Ctrl-Y', title: 'Redo', group, run: may(() => store.redo()) },
    { keys: 'Ctrl-Shift-Z', title: 'Redo', group, run: may(() => store.redo()) },
    { keys: 'Ctrl-S', title: 'Save', group, inFields: true, run: onSave },
    { keys: 'Escape', title: 'Choose nothing', group, run: () => chosen !== nothingChosen && choose(nothingChosen) },
  ])
}

/** How many frames to wait for the panel of a step that was just chosen. */
const mostFrames = 30

/** Focuses a setting in the panel of the chosen step, or else its first field, as soon as it is shown. */
export function focusPanel(setting?: string): void {
  let frames = 0
  const attempt = () => {
    const body = document.querySelector('.pb-panel-body[data-step]')
    const at = setting === undefined ? null : body?.querySelector(`[data-setting="${CSS.escape(setting)}"]`)
    if ((body === null || (setting !== undefined && at === null)) && frames++ < mostFrames)
      return void requestAnimationFrame(attempt)
    const field = (at ?? body)?.querySelector<HTMLElement>('input, select, textarea')
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  }
  requestAnimationFrame(attempt)
}
