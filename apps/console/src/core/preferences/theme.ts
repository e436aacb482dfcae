import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Preferences, preferences, setPreferences } from './preferences.ts'

/** What the user chose; `system` follows the operating system. */
export type Theme = NonNullable<Preferences['mode']>
export type Shade = 'light' | 'dark'

/** A choice, or none yet, together with what decides in its stead. */
interface ShadeInput {
  readonly theme: Theme | undefined
  /** The path that is shown, below the base path. */
  readonly place: string
  readonly systemIsDark: boolean
}

// public/theme.js asks the same before the first paint; theme.test.ts holds both to the same answers
const engineering = /^\/org(?!\/msoc(\/|$))(\/|$)/

/**
 * What a choice comes to (rule THEME-2). Without one the engineering pages are light, operations and the public pages
 * dark (rule THEME-1).
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

/** The chosen theme, where there is one, and the shade that the page is shown in. */
export const themeStore = createStore<ThemeState>(stateNow)

export function useTheme(): ThemeState {
  return useStore(themeStore)
}

export function chooseTheme(theme: Theme): void {
  setPreferences({ mode: theme })
}

/** Another page is about to be shown, by its path below the base path. */
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

/** Says nothing where nothing changed: maps and charts draw themselves anew at each word. */
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
