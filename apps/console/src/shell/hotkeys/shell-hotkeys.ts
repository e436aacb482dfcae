import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listenForHotkeys, useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { openPalette } from '../../core/palette/palette.ts'
import { preferences, setPreferences } from '../../core/preferences/preferences.ts'
import { showHotkeys } from './hotkey-help.tsx'
import { pages } from '../site-map/pages.ts'

/** The hotkeys of every page. */
export function useShellHotkeys(): void {
  const router = useRouter()
  useHotkeys([
    ...pages.flatMap(({ to, title, keys }) =>
      keys === undefined ? [] : [{ keys, title, group: 'Go to', run: () => void router.navigate({ to: to as never }) }],
    ),
    {
      keys: '[',
      title: 'Hide or show the sidebar',
      group: 'General',
      run: () => setPreferences({ isHidden: !preferences.getState().isHidden }),
    },
    { keys: 'Ctrl-K', title: 'Search everything', group: 'General', inFields: true, run: openPalette },
    { keys: '/', title: 'Focus the filter, or search', group: 'General', run: focusFilter },
    { keys: '?', title: 'This list', group: 'General', run: showHotkeys },
  ])
  useEffect(listenForHotkeys, [])
}

/** Focuses the page's own filter field if the page marks one, else opens the palette. */
function focusFilter(): void {
  const field = document.querySelector<HTMLInputElement>('[data-filter]')
  if (field) field.focus()
  else openPalette()
}
