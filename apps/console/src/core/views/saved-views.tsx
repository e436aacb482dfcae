import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, PlusIcon, SharedFilterIcon } from '@blueprintjs/icons'
import type { SavedView } from '@carapace/shared/account/views.contract'
import { useMemo, useState } from 'react'
import type { Observable } from 'rxjs'
import { number } from '../format/format.ts'
import { useSession } from '../session/session.ts'
import { useCounts } from './use-counts.ts'
import { type SavedViewsState, useSavedViews } from './use-saved-views.ts'
import { isSameSearch, shownView, type View, type ViewSearch } from './views.ts'
import { ViewForm } from './view-form.tsx'
import './views.css'

interface SavedViewsProps {
  readonly page: SavedView['page']
  /** The filters and the order that are shown now. */
  readonly search: ViewSearch
  /** The view in the address, by its id. */
  readonly current: string | undefined
  /** Shows a view: its filters replace the current ones. */
  readonly onApply: (search: ViewSearch, id: string) => void
  /** Views that the page defines, shown before the saved views. */
  readonly builtIn?: readonly View[]
  /** How many rows a view finds; absent: no counts. */
  readonly countOf?: (search: ViewSearch) => Promise<number>
  /** Emits after an event that may have changed the counts. */
  readonly stir?: Observable<unknown>
}

/** A list's views as tabs: those of the page, those of the organisation, and the user's own. */
export function SavedViews({ page, search, current, onApply, builtIn = none, countOf, stir }: SavedViewsProps) {
  const saved = useSavedViews(page)
  const views = useMemo(() => [...builtIn, ...inOrder(saved.views ?? []).map(viewOf)], [builtIn, saved.views])
  const known = saved.views !== undefined || saved.problem !== undefined
  const counts = useCounts(known ? views : none, countOf, stir)
  const shown = shownView(views, current, search)

  return (
    <nav className="vw-tabs" aria-label="Views">
      {views.map((view) => (
        <span key={view.id} className="vw-tab-group" data-shown={view === shown || undefined}>
          <Tab view={view} shown={view === shown} search={search} count={counts.get(view.id)} onApply={onApply} />
          {view === shown && view.saved !== undefined && (
            <TabMenu view={view.saved} search={search} state={saved} onApply={onApply} />
          )}
        </span>
      ))}
      {saved.problem !== undefined && (
        <button type="button" className="vw-tab" title={saved.problem} onClick={saved.reload}>
          Saved views did not load. Try again
        </button>
      )}
      <AddView search={search} state={saved} onApply={onApply} />
    </nav>
  )
}

const none: readonly View[] = []

const viewOf = (saved: SavedView): View => ({ id: saved.uuid, name: saved.name, search: saved.search, saved })

/** The organisation's views first, then the user's own, each by name. */
function inOrder(views: readonly SavedView[]): SavedView[] {
  return views.toSorted((a, b) => Number(b.shared) - Number(a.shared) || a.name.localeCompare(b.name))
}

interface TabProps extends Pick<SavedViewsProps, 'search' | 'onApply'> {
  readonly view: View
  readonly shown: boolean
  readonly count: number | undefined
}

function Tab({ view, shown, search, count, onApply }: TabProps) {
  const isChanged = shown && !isSameSearch(view.search, search)
  return (
    <button
      type="button"
      className="vw-tab"
      aria-current={shown ? 'page' : undefined}
      title={titleOf(view)}
      onClick={() => onApply(view.search, view.id)}
    >
      {view.saved?.shared === true && <SharedFilterIcon size={12} aria-hidden />}
      <span className="vw-name">{view.name}</span>
      {isChanged && <span className="vw-changed">changed</span>}
      {!isChanged && count !== undefined && <span className="vw-count num">{number(count)}</span>}
    </button>
  )
}

function titleOf({ saved }: View): string | undefined {
  if (saved === undefined) return undefined
  return saved.shared ? `Shared by ${saved.owner.name}` : 'Only you see this view'
}

interface TabMenuProps extends Pick<SavedViewsProps, 'search' | 'onApply'> {
  readonly view: SavedView
  readonly state: SavedViewsState
}

/** The actions on the current view: for its owner; an administrator may also remove a shared view. */
function TabMenu({ view, search, state, onApply }: TabMenuProps) {
  const user = useSession()
  const [renaming, setRenaming] = useState(false)
  const isOwn = user?.uuid === view.owner.uuid
  const mayDelete = isOwn || (view.shared && user?.role === 'ADMIN')
  const save = (change: Partial<Pick<SavedView, 'search' | 'shared'>>) => state.save({ ...view, ...change })
  const menu = (
    <Menu>
      {isOwn && (
        <MenuItem
          text="Save the present filters"
          disabled={isSameSearch(view.search, search)}
          onClick={() => void save({ search: { ...search } })}
        />
      )}
      <MenuItem
        text="Back to the saved filters"
        disabled={isSameSearch(view.search, search)}
        onClick={() => onApply(view.search, view.uuid)}
      />
      {isOwn && <MenuItem text="Rename" onClick={() => setRenaming(true)} />}
      {isOwn && (
        <MenuItem
          text={view.shared ? 'Make private' : 'Share with the organisation'}
          onClick={() => void save({ shared: !view.shared })}
        />
      )}
      {mayDelete && <MenuDivider />}
      {mayDelete && <MenuItem intent="danger" text="Delete" onClick={() => void state.remove(view)} />}
      {!isOwn && <MenuItem disabled text={`Shared by ${view.owner.name}`} />}
    </Menu>
  )
  const form = <ViewForm of={view} state={state} onDone={() => setRenaming(false)} />

  return (
    <PopoverNext
      content={renaming ? form : menu}
      isOpen={renaming || undefined}
      onInteraction={(open) => open || setRenaming(false)}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
    >
      <button type="button" className="vw-menu" aria-label={`Change the view ${view.name}`}>
        <CaretDownIcon size={14} />
      </button>
    </PopoverNext>
  )
}

function AddView({ search, state, onApply }: Pick<TabMenuProps, 'search' | 'state' | 'onApply'>) {
  const [open, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  // each opening has a new form, and a closed form is removed at once: a form that still fades out would pass its
  // values to the next, and remove it with itself
  const interact = (next: boolean) => {
    if (next) setOpenings(openings + 1)
    setOpen(next)
  }
  const done = (view?: SavedView) => {
    setOpen(false)
    if (view !== undefined) onApply(view.search, view.uuid)
  }
  return (
    <PopoverNext
      content={<ViewForm key={openings} of={{ search }} state={state} onDone={done} />}
      isOpen={open}
      onInteraction={interact}
      placement="bottom-start"
      arrow={false}
      transitionDuration={0}
    >
      <Button
        className="vw-add"
        variant="minimal"
        icon={<PlusIcon />}
        aria-label="Save the present filters as a view"
        title="Save the present filters as a view"
      />
    </PopoverNext>
  )
}
