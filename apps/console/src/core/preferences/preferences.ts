import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

// public/theme.js reads the same key before the first paint
const storageKey = 'carapace.preferences'

/**
 * How somebody likes the workspace, in this browser: one object in local storage, which signing out leaves there (rules
 * PREFERENCE-1 to PREFERENCE-3).
 */
const Preferences = z.object({
  /** Absent until somebody chooses: each page is then in the shade it was designed for (see theme.ts). */
  mode: z.enum(['light', 'dark', 'system']).optional().catch(undefined),
  /** Whether the notice about cookies was answered. */
  cookieAccepted: z.boolean().catch(false),
  /** Whether the menu is out that a narrow screen has as a drawer; the product has two names for it. */
  sidebar: z.enum(['open', 'close']).catch('close'),
  isSidebarOpen: z.boolean().catch(false),
  /** Whether the workspace's sidebar shows icons over short labels. */
  isCollapsed: z.boolean().catch(true),
  /** The same of the sidebar of a program or a module. */
  isProgramSidebarCollapsed: z.boolean().catch(true),
  /** Whether there is no sidebar at all, for the widest tables. */
  isHidden: z.boolean().catch(false),
})
export type Preferences = z.output<typeof Preferences>

/** What a stored text says; where it makes no sense, the usual (rule PREFERENCE-1). */
export function preferencesIn(stored: string | null): Preferences {
  const { data } = Preferences.safeParse(parsed(stored))
  return data ?? Preferences.parse({})
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '{}')
  } catch {
    return {} // half a write: as good as none
  }
}

export const preferences = createStore<Preferences>(() =>
  preferencesIn(globalThis.localStorage?.getItem(storageKey) ?? null),
)

export function usePreferences(): Preferences {
  return useStore(preferences)
}

/** Changes some of the preferences and keeps them all. */
export function setPreferences(part: Partial<Preferences>): void {
  preferences.setState(part)
  keep()
}

/** Empties local storage but for the preferences: they are the browser's, not the session's (rule PREFERENCE-2). */
export function forgetAllButPreferences(): void {
  localStorage.clear()
  keep()
}

function keep(): void {
  localStorage.setItem(storageKey, JSON.stringify(preferences.getState()))
}

/** What was chosen in another tab holds in this one (rule PREFERENCE-3). Call once, from main. */
export function followPreferences(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) preferences.setState(preferencesIn(newValue), true)
  })
}
