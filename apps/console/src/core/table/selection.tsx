import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

interface Selection {
  readonly selected: ReadonlySet<string>
  readonly toggle: (uuid: string) => void
  readonly set: (uuids: readonly string[]) => void
}

const SelectionContext = createContext<Selection | undefined>(undefined)

/** The rows that are selected in a list: their uuids. */
export function SelectionProvider({ children }: { readonly children: ReactNode }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const selection = useMemo<Selection>(
    () => ({
      selected,
      toggle: (uuid) => setSelected((before) => toggled(before, uuid)),
      set: (uuids) => setSelected(new Set(uuids)),
    }),
    [selected],
  )
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

function toggled(selected: ReadonlySet<string>, uuid: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(uuid)) next.add(uuid)
  return next
}

export function useSelection(): Selection {
  const selection = useContext(SelectionContext)
  if (selection === undefined) throw new Error('The selection is used outside its provider.')
  return selection
}

/** The checkbox in a row. */
export function SelectCell({ uuid, title }: { readonly uuid: string; readonly title: string }) {
  const { selected, toggle } = useSelection()
  return (
    <input
      type="checkbox"
      className="dt-select"
      aria-label={`Select ${title}`}
      checked={selected.has(uuid)}
      onChange={() => toggle(uuid)}
    />
  )
}
