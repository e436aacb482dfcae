import { Menu, MenuItem } from '@blueprintjs/core'
import { type ItemListRendererProps, type ItemRendererProps, Omnibar } from '@blueprintjs/select'
import { useEffect, useMemo, useState } from 'react'
import { messageOf } from '../call/call.ts'
import { closePalette, type PaletteSource, usePalette } from './palette.ts'
import { answered, type Answers, searchStarted, type FoundItem, foundIn, refused } from './found.ts'
import { remember } from './recent.ts'
import { Kbd } from '../ui/kbd.tsx'
import { MenuTitle } from '../ui/menu-title.tsx'

/** The time to wait for the next letter before a request to the server, ms. */
const pauseMs = 120

/** The palette: type a few letters, choose with the arrow keys, open with Enter. */
export function PaletteDialog() {
  const { open, sources } = usePalette()
  const [query, setQuery] = useState('')
  const { items, searching, failed } = useFound(query, sources, open)
  useEarlyKeys(open, setQuery)

  const choose = (item: FoundItem) => {
    closePalette()
    setQuery('')
    remember(item)
    item.run()
  }

  return (
    <Omnibar<FoundItem>
      isOpen={open}
      onClose={closePalette}
      query={query}
      onQueryChange={setQuery}
      items={[...items]}
      itemListPredicate={(_query, found) => found}
      itemsEqual="id"
      itemDisabled="isOld"
      itemRenderer={renderItem}
      itemListRenderer={(list) => renderList(list, searching, failed)}
      onItemSelect={choose}
      resetOnQuery
      inputProps={{
        placeholder: 'Pages, vehicles, alerts, cases, programs, actions',
        'aria-label': 'Search pages, vehicles, alerts, cases, programs and actions',
      }}
      overlayProps={{ transitionDuration: 120 }}
    />
  )
}

/**
 * A user who types right after opening is faster than the field's focus. The text typed until then belongs to the
 * field, not to the page's hotkeys (rule PALETTE-4).
 */
function useEarlyKeys(open: boolean, setQuery: (change: (before: string) => string) => void): void {
  useEffect(() => {
    if (!open) return
    addEventListener('keydown', take, true)
    return () => removeEventListener('keydown', take, true)

    function take(event: KeyboardEvent): void {
      const isTyping = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
      if (!isTyping || (event.target instanceof Element && event.target.closest('.bp6-omnibar') !== null)) return
      event.preventDefault()
      setQuery((before) => before + event.key)
    }
  }, [open, setQuery])
}

/** The sources' results for the current words. Each result is shown as it arrives (rules PALETTE-1, PALETTE-2). */
function useFound(query: string, sources: readonly PaletteSource[], open: boolean) {
  const [answers, setAnswers] = useState<Answers>(new Map())
  const words = query.trim()

  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    for (const source of sources) if (source.isAtHand) void searchSource(source)
    const timer = setTimeout(
      () => sources.forEach((source) => source.isAtHand || void searchSource(source)),
      words === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }

    async function searchSource(source: PaletteSource): Promise<void> {
      setAnswers((before) => searchStarted(before, source))
      try {
        const items = await source.find(words, controller.signal)
        if (!controller.signal.aborted) setAnswers((before) => answered(before, source, words, items))
      } catch (problem) {
        if (!controller.signal.aborted) setAnswers((before) => refused(before, source, words, messageOf(problem)))
      }
    }
  }, [words, sources, open])

  return useMemo(() => foundIn(answers, sources, words), [answers, sources, words])
}

function renderItem(item: FoundItem, { handleClick, handleFocus, modifiers, ref }: ItemRendererProps) {
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

/** The items under the headings of their kinds, and whether the search is complete. */
function renderList(list: ItemListRendererProps<FoundItem>, searching: boolean, failed: readonly string[]) {
  const { filteredItems, query, renderItem: rendered, itemsParentRef, menuProps } = list
  const isNothing = filteredItems.length === 0 && !searching && failed.length === 0 && query.trim() !== ''
  return (
    <>
      {filteredItems.length > 0 && (
        <Menu ulRef={itemsParentRef} {...menuProps} role="listbox" aria-label="Found">
          {filteredItems.flatMap((item, index) => [
            item.kind !== filteredItems[index - 1]?.kind && <MenuTitle key={item.kind}>{item.kind}</MenuTitle>,
            rendered(item, index),
          ])}
        </Menu>
      )}
      <div role="status" className="palette-state">
        {searching && query.trim() !== '' && <p>Searching…</p>}
        {failed.length > 0 && <p>Could not search {failed.join(', ')}. Missing results may still exist.</p>}
        {isNothing && <p>No results for “{query.trim()}”.</p>}
      </div>
    </>
  )
}
