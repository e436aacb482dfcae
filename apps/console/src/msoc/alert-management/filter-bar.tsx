import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { PlusIcon, SearchIcon } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { number } from '../../core/format.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { useDesk, useQueue } from './desk.tsx'
import { FilterChip } from './filter-chip.tsx'
import { chosen, type FilterKey, filterKeys, narrowed } from './search.ts'

/** What narrows the list, all of it in the address. */
export function FilterBar() {
  const { search } = useDesk()
  const [editing, setEditing] = useState<FilterKey | null>(null)
  const isShown = (key: FilterKey) => key === editing || (key === 'vehicle' ? search.vehicle !== undefined : chosen(search, key).length > 0)
  const shown = filterKeys.filter(isShown)
  const offered = filterKeys.filter((key) => !isShown(key))

  return (
    <div className="am-filters" role="search">
      <SearchField />
      {shown.map((key) => (
        <FilterChip key={key} filter={key} open={key === editing} onOpen={(open) => setEditing(open ? key : null)} />
      ))}
      {offered.length > 0 && <AddFilter offered={offered} onAdd={setEditing} />}
      <Total />
    </div>
  )
}

const titles: Readonly<Record<FilterKey, string>> = { severity: 'Severity', status: 'Status', source: 'Source', vehicle: 'Vehicle' }

function AddFilter({ offered, onAdd }: { readonly offered: readonly FilterKey[]; readonly onAdd: (key: FilterKey) => void }) {
  const menu = (
    <Menu>
      {offered.map((key) => (
        <MenuItem key={key} text={titles[key]} onClick={() => onAdd(key)} />
      ))}
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button className="am-add-filter" variant="minimal" icon={<PlusIcon size={12} />}>
        Filter
      </Button>
    </PopoverNext>
  )
}

/** How long after the last key the words are searched for, ms. */
const typingMs = 250

/** What is typed belongs to the field until it rests; what the address says shows when nobody types. */
function SearchField() {
  const { search, address } = useDesk()
  const field = useRef<HTMLInputElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = search.q ?? ''
  }, [search.q])
  useEffect(() => () => clearTimeout(resting.current), [])

  function searchFor(words: string, afterMs: number): void {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => {
      const { search: now, go } = address.getState()
      if (words.trim() !== (now.q ?? '')) go(narrowed(now, 'q', words), true)
    }, afterMs)
  }

  return (
    <label className="am-search">
      <SearchIcon size={16} />
      <span className="c-said">Search alerts</span>
      <input
        ref={field}
        type="search"
        data-filter // where the shell's `/` goes
        defaultValue={search.q ?? ''}
        placeholder="Title, VIN, id, observable"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => searchFor(event.target.value, typingMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchFor(event.currentTarget.value, 0)
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <Kbd keys="/" />
    </label>
  )
}

function Total() {
  const ready = useQueue(({ phase }) => phase === 'ready')
  const total = useQueue(({ queue }) => queue.total)
  return ready ? <span className="am-total num">{total === 1 ? '1 alert' : `${number(total)} alerts`}, latest first</span> : null
}
