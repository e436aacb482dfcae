import { Menu, MenuItem } from '@blueprintjs/core'
import { type ItemListRendererProps, type ItemRendererProps, Omnibar } from '@blueprintjs/select'
import { useEffect, useState } from 'react'
import { closePalette, type PaletteItem, type PaletteSource, usePalette } from './palette.ts'
import { Kbd } from './ui/kbd.tsx'
import { MenuTitle } from './ui/menu-title.tsx'

/** Time for the next letter before the server is asked, ms. */
const pauseMs = 120

/** The palette: type a few letters, choose with the arrows, go with Enter. */
export function PaletteDialog() {
  const { open, sources } = usePalette()
  const [query, setQuery] = useState('')
  const items = useFound(query, sources, open)

  const choose = (item: PaletteItem) => {
    closePalette()
    setQuery('')
    item.run()
  }

  return (
    <Omnibar<PaletteItem>
      isOpen={open}
      onClose={closePalette}
      query={query}
      onQueryChange={setQuery}
      items={[...items]}
      itemListPredicate={(_query, found) => found}
      itemsEqual="id"
      itemRenderer={renderItem}
      itemListRenderer={renderList}
      onItemSelect={choose}
      resetOnQuery
      inputProps={{ placeholder: 'Pages, vehicles, alerts', 'aria-label': 'Search pages, vehicles and alerts' }}
      overlayProps={{ transitionDuration: 120 }}
    />
  )
}

/** What the sources found for the present words. Each one's answer is shown as it comes, in the order of the sources. */
function useFound(query: string, sources: readonly PaletteSource[], open: boolean): readonly PaletteItem[] {
  const [found, setFound] = useState<ReadonlyMap<string, readonly PaletteItem[]>>(new Map())
  const words = query.trim()

  useEffect(() => {
    if (!open) return
    const asking = new AbortController()
    const timer = setTimeout(() => sources.forEach((source) => void ask(source)), words === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }

    async function ask({ name, find }: PaletteSource): Promise<void> {
      // a source that fails finds nothing; the page behind it says why
      const items = await Promise.resolve(find(words, asking.signal)).catch(() => [])
      if (!asking.signal.aborted) setFound((before) => new Map(before).set(name, items))
    }
  }, [words, sources, open])

  return sources.flatMap(({ name }) => found.get(name) ?? [])
}

function renderItem(item: PaletteItem, { handleClick, handleFocus, modifiers, ref }: ItemRendererProps) {
  if (!modifiers.matchesPredicate) return null
  return (
    <MenuItem
      key={item.id}
      ref={ref}
      active={modifiers.active}
      roleStructure="listoption"
      icon={item.icon}
      text={item.mono ? <span className="mono">{item.title}</span> : item.title}
      labelElement={
        <span className="palette-detail">
          {item.detail}
          {item.keys !== undefined && <Kbd keys={item.keys} />}
        </span>
      }
      onClick={handleClick}
      onFocus={handleFocus}
    />
  )
}

/** The items under the headings of their kinds. */
function renderList({ filteredItems, query, renderItem: rendered, itemsParentRef, menuProps }: ItemListRendererProps<PaletteItem>) {
  if (filteredItems.length === 0) {
    return query === '' ? null : <p className="palette-nothing">Nothing is called “{query}”.</p>
  }
  return (
    <Menu ulRef={itemsParentRef} {...menuProps} role="listbox" aria-label="Found">
      {filteredItems.flatMap((item, index) => [
        item.kind !== filteredItems[index - 1]?.kind && <MenuTitle key={item.kind}>{item.kind}</MenuTitle>,
        rendered(item, index),
      ])}
    </Menu>
  )
}
