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
  const active = filterKeys.filter((key) => (key === 'vehicle' ? search.vehicle !== undefined : chosen(search, key).length > 0))
  const shown = filterKeys.filter((key) => active.includes(key) || key === editing)
  const offered = filterKeys.filter((key) => !shown.includes(key))

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

function SearchField() {
  const { search, go } = useDesk()
  const [words, setWords] = useState(search.q ?? '')
  const latest = useRef({ search, go })
  latest.current = { search, go }

  useEffect(() => setWords(search.q ?? ''), [search.q])
  useEffect(() => {
    if (words.trim() === (latest.current.search.q ?? '')) return
    const timer = setTimeout(() => latest.current.go(narrowed(latest.current.search, 'q', words), true), typingMs)
    return () => clearTimeout(timer)
  }, [words])

  return (
    <label className="am-search">
      <SearchIcon size={16} />
      <span className="c-said">Search alerts</span>
      <input
        type="search"
        data-filter // where the shell's `/` goes
        value={words}
        placeholder="Title, VIN, id, observable"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter') go(narrowed(search, 'q', words), true)
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
