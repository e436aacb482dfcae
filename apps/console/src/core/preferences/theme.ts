import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Preferences, preferences, setPreferences } from './preferences.ts'

/** What the user chose; `system` follows the operating system. */
export type Theme = NonNullable<Preferences['mode']>
export type Shade = 'light' | 'dark'

/**
 * The shade for a choice (rule THEME-2); dark without a choice (rule THEME-1). public/theme.js makes the same decision
 * before the first paint; theme.test.ts checks that both give the same results.
 */
export function shadeOf(theme: Theme | undefined, systemIsDark: boolean): Shade {
  if (theme === 'system') return systemIsDark ? 'dark' : 'light'
  return theme ?? 'dark'
}

interface ThemeState {
  readonly theme: Theme | undefined
  readonly shade: Shade
}

const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

function stateNow(): ThemeState {
  const theme = preferences.getState().mode
  return { theme, shade: shadeOf(theme, systemDark?.matches ?? true) }
}

/** The chosen theme, if any, and the shade of the pages. */
export const themeStore = createStore<ThemeState>(stateNow)

export function useTheme(): ThemeState {
  return useStore(themeStore)
}

export function chooseTheme(theme: Theme): void {
  setPreferences({ mode: theme })
}

/** Keeps the classes on `<html>` in step with the choice and the system. Call once, from main. */
export function applyTheme(): void {
  show(themeStore.getState())
  themeStore.subscribe(show)
  preferences.subscribe(followTheme)
  systemDark?.addEventListener('change', followTheme)
}

/** Notifies only about real changes: maps and charts draw themselves again at each notification. */
function followTheme(): void {
  const now = stateNow()
  const { theme, shade } = themeStore.getState()
  if (now.theme !== theme || now.shade !== shade) themeStore.setState(now)
}

function show({ shade }: ThemeState): void {
  const { classList } = document.documentElement
  classList.toggle('dark', shade === 'dark')
  classList.toggle('light', shade === 'light')
  classList.toggle('bp6-dark', shade === 'dark')
}
