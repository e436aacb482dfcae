import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Preferences, preferences, setPreferences } from './preferences.ts'

/** What the user chose; `system` follows the operating system. */
export type Theme = NonNullable<Preferences['mode']>
export type Shade = 'light' | 'dark'

/** A choice, or none yet, together with the values that decide without a choice. */
interface ShadeInput {
  readonly theme: Theme | undefined
  /** The path of the current page, below the base path. */
  readonly place: string
  readonly systemIsDark: boolean
}

// public/theme.js makes the same decision before the first paint; theme.test.ts checks that both give the same results
const engineering = /^\/org(?!\/msoc(\/|$))(\/|$)/

/**
 * The shade for a choice (rule THEME-2). Without a choice the engineering pages are light, operations and the public
 * pages dark (rule THEME-1).
 */
export function shadeOf({ theme, place, systemIsDark }: ShadeInput): Shade {
  if (theme === 'system') return systemIsDark ? 'dark' : 'light'
  return theme ?? (engineering.test(place) ? 'light' : 'dark')
}

interface ThemeState {
  readonly theme: Theme | undefined
  readonly shade: Shade
}

const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

let place = (globalThis.location?.pathname ?? '/').slice(import.meta.env.BASE_URL.length - 1)

function stateNow(): ThemeState {
  const theme = preferences.getState().mode
  return { theme, shade: shadeOf({ theme, place, systemIsDark: systemDark?.matches ?? true }) }
}

/** The chosen theme, if any, and the shade of the current page. */
export const themeStore = createStore<ThemeState>(stateNow)

export function useTheme(): ThemeState {
  return useStore(themeStore)
}

export function chooseTheme(theme: Theme): void {
  setPreferences({ mode: theme })
}

/** Called before another page is shown, with its path below the base path. */
export function themeFor(path: string): void {
  place = path
  followTheme()
}

/** Keeps the classes on `<html>` in step with the choice, the page and the system. Call once, from main. */
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
