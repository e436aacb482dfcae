import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What the user chose; `system` follows the operating system. */
const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
export type Shade = 'light' | 'dark'

// public/theme.js reads the same key before the first paint; theme.test.ts holds both to the same answers
const storageKey = 'carapace.theme'

/** The theme's word as stored; dark until the user chooses (rule T1). */
export function themeNamed(stored: string | null): Theme {
  return themes.find((theme) => theme === stored) ?? 'dark'
}

/** What a choice comes to on a system that prefers dark, or not (rule T2). */
export function shadeOf(theme: Theme, systemIsDark: boolean): Shade {
  if (theme === 'system') return systemIsDark ? 'dark' : 'light'
  return theme
}

const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

interface ThemeState {
  readonly theme: Theme
  readonly shade: Shade
}

function stateOf(theme: Theme): ThemeState {
  return { theme, shade: shadeOf(theme, systemDark?.matches ?? true) }
}

/** The chosen theme, and the shade it comes to now. */
export const themeStore = createStore<ThemeState>(() => stateOf(themeNamed(globalThis.localStorage?.getItem(storageKey) ?? null)))

export function useTheme(): ThemeState {
  return useStore(themeStore)
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  themeStore.setState(stateOf(theme))
}

/** Keeps the classes on `<html>` in step with the choice and with the system. Call once, from main. */
export function applyTheme(): void {
  show(themeStore.getState())
  themeStore.subscribe(show)
  systemDark?.addEventListener('change', () => themeStore.setState(stateOf(themeStore.getState().theme)))
}

function show({ shade }: ThemeState): void {
  const { classList } = document.documentElement
  classList.toggle('dark', shade === 'dark')
  classList.toggle('light', shade === 'light')
  classList.toggle('bp6-dark', shade === 'dark')
}
