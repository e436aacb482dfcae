import { useEffect } from 'react'

/** Letters that are typed within this time are one word, ms. */
const resetMs = 350

/**
 * The entry for typed letters: the next after `at` that starts with them, continuing at the top; the entry at `at`
 * stays if it matches more letters.
 */
export function entryFor(entries: readonly string[], at: number, typed: string): number | undefined {
  const words = typed.toLowerCase()
  const first = words.length === 1 ? at + 1 : Math.max(0, at)
  const places = entries.map((_entry, step) => (first + step) % entries.length)
  return places.find((place) => entries[place]!.trim().toLowerCase().startsWith(words))
}

/** Letters typed in an open menu focus the entry that starts with them (rule KEY-4). Call once, for all menus. */
export function useTypeAhead(): void {
  useEffect(() => {
    let typed = ''
    let typedAt = 0
    const onKey = (event: KeyboardEvent) => {
      const menu = openMenu(event.target)
      if (!menu || event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
      typed = event.timeStamp - typedAt > resetMs ? event.key : typed + event.key
      typedAt = event.timeStamp
      const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')]
      const found = entryFor(
        items.map(({ textContent }) => textContent),
        items.indexOf(document.activeElement as HTMLElement),
        typed,
      )
      if (found === undefined) return
      event.stopPropagation() // a letter in a menu is not a hotkey of the page
      items[found]!.focus()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}

/** The menu that was opened last: a click on its button keeps the focus there. Typing in a field is for no menu. */
function openMenu(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element) || target.closest('input, textarea, select, [contenteditable=true]'))
    return undefined
  return target.closest('[role=menu]') ?? [...document.querySelectorAll('.bp6-popover [role=menu]')].at(-1)
}
