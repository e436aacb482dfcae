import { Button } from '@blueprintjs/core'
import type { SavedView } from '@carapace/shared/account/views.contract'
import { useId, useState } from 'react'
import type { SavedViewsState } from './use-saved-views.ts'
import type { ViewSearch } from './views.ts'

interface ViewFormProps {
  /** The view to change, or the filters of a new view. */
  readonly of: SavedView | { readonly search: ViewSearch }
  readonly state: SavedViewsState
  readonly onDone: (view?: SavedView) => void
}

/** A view's name, and who sees it. */
export function ViewForm({ of, state, onDone }: ViewFormProps) {
  const view = 'uuid' in of ? of : undefined
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [saving, setSaving] = useState(false)
  const id = useId()

  async function save(): Promise<void> {
    setSaving(true)
    const saved = await state.save({ ...of, search: { ...of.search }, name: name.trim(), shared })
    setSaving(false)
    if (saved !== undefined) onDone(saved)
  }

  return (
    <form
      className="vw-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
    >
      <label htmlFor={id}>{view === undefined ? 'Save the present filters as' : 'Name of the view'}</label>
      <input
        id={id}
        className="vw-input"
        value={name}
        maxLength={60}
        autoFocus
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <label className="vw-shared">
        <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
        Everybody in the organisation sees it
      </label>
      <span className="vw-form-actions">
        <Button size="small" variant="outlined" onClick={() => onDone()}>
          Cancel
        </Button>
        <Button type="submit" size="small" intent="primary" disabled={name.trim() === ''} loading={saving}>
          Save view
        </Button>
      </span>
    </form>
  )
}
