import {
  DesktopIcon,
  FlashIcon,
  HelpIcon,
  KeyCommandIcon,
  LogOutIcon,
  MoonIcon,
  PanelStatsIcon,
} from '@blueprintjs/icons'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { hotkeys, shownOnce } from '../../core/hotkeys/hotkeys.ts'
import { matches, type PaletteItem, type PaletteSource, usePaletteSource } from '../../core/palette/palette.ts'
import { chooseTheme } from '../../core/preferences/theme.ts'
import { showHotkeys } from '../hotkeys/hotkey-help.tsx'
import { leave } from '../leave.ts'

/** The maximum number of the page's own actions. */
const most = 6

/** The actions of the palette: the hotkeys of this page, and the actions of every page. */
export function usePaletteActions(): void {
  const navigate = useNavigate()
  usePaletteSource(
    useMemo(
      () => actionsSource(() => void navigate({ to: '/org/msoc/dashboard', search: { wall: 1 } } as never)),
      [navigate],
    ),
  )
  usePaletteSource(pageActions)
}

function actionsSource(openWall: () => void): PaletteSource {
  const actions: readonly Omit<PaletteItem, 'kind'>[] = [
    { id: 'wall', title: 'Wall mode', icon: <PanelStatsIcon />, run: openWall },
    { id: 'theme-dark', title: 'Theme: dark', icon: <MoonIcon />, run: () => chooseTheme('dark') },
    { id: 'theme-light', title: 'Theme: light', icon: <FlashIcon />, run: () => chooseTheme('light') },
    { id: 'theme-system', title: 'Theme: as the system', icon: <DesktopIcon />, run: () => chooseTheme('system') },
    { id: 'help', title: 'Keyboard shortcuts', keys: '?', icon: <HelpIcon />, run: showHotkeys },
    { id: 'sign-out', title: 'Sign out', icon: <LogOutIcon />, run: () => void leave() },
  ]
  return {
    name: 'actions',
    isAtHand: true,
    find: (words) =>
      actions
        .filter(({ title }) => words === '' || matches(words, title))
        .map((action) => ({ ...action, kind: 'Actions' })),
  }
}

/** The hotkeys of the current page are its actions; those of the shell are in the lists above. */
const shellGroups = ['Go to', 'General']

const pageActions: PaletteSource = {
  name: 'actions of this page',
  isAtHand: true,
  find: (words) =>
    shownOnce(hotkeys.getState().list)
      .filter(({ title, group }) => words !== '' && !shellGroups.includes(group) && matches(words, title, group))
      .slice(0, most)
      .map(({ keys, title, group, run }) => ({
        id: `key ${keys}`,
        kind: 'On this page',
        title,
        detail: group,
        keys,
        icon: <KeyCommandIcon />,
        run: () => run(new KeyboardEvent('keydown', { key: keys })),
      })),
}
