/** The list below the search field: existing artefacts first, then the kinds that can be created. */
export interface PickerList {
  /** False while the artefacts are being loaded; then the list does not show what exists. */
  readonly isLoaded: boolean
  readonly found: number
  readonly creatable: number
  /** The row of the cursor. */
  readonly at: number
}

export type PickerAction =
  | { readonly do: 'move'; readonly to: number }
  | { readonly do: 'select'; readonly place: number }
  | { readonly do: 'create'; readonly place: number }
  | { readonly do: 'close' | 'nothing' }

/** What a key does in the picker; undefined: it types. Enter never creates (rule GRAPH-UI-25). */
export function pickerAction(key: string, isCreating: boolean, list: PickerList): PickerAction | undefined {
  const last = list.found + list.creatable - 1
  if (key === 'ArrowDown') return { do: 'move', to: Math.min(last, list.at + 1) }
  if (key === 'ArrowUp') return { do: 'move', to: Math.max(0, list.at - 1) }
  if (key === 'Escape') return { do: 'close' }
  if (key !== 'Enter') return undefined
  return isCreating ? createAction(list) : selectAction(list)
}

function selectAction({ isLoaded, found, at }: PickerList): PickerAction {
  return isLoaded && at < found ? { do: 'select', place: at } : { do: 'nothing' }
}

function createAction({ isLoaded, found, creatable, at }: PickerList): PickerAction {
  if (!isLoaded || creatable === 0) return { do: 'nothing' }
  return { do: 'create', place: Math.max(0, at - found) }
}
