import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

// public/theme.js reads the same key before the first paint
const storageKey = 'carapace.preferences'

/**
 * A user's preferences for the workspace in this browser: one object in local storage, which signing out keeps (rules
 * PREFERENCE-1 to PREFERENCE-3).
 */
const Preferences = z.object({
  /** Absent until the user chooses: every page is dark then (see theme.ts). */
  mode: z.enum(['light', 'dark', 'system']).optional().catch(undefined),
  /** The first page after a sign-in; absent: the one of the role (see home.ts). */
  home: z.enum(['engineering', 'operations']).optional().catch(undefined),
  /** Whether the user has closed the notice about cookies. */
  cookieAccepted: z.boolean().catch(false),
  /** Whether the menu, which is a drawer on a narrow screen, is open; the product has two names for it. */
  sidebar: z.enum(['open', 'close']).catch('close'),
  isSidebarOpen: z.boolean().catch(false),
  /** Whether the workspace's sidebar shows icons over short labels. */
  isCollapsed: z.boolean().catch(true),
  /** The same for the sidebar of a program or a module. */
  isProgramSidebarCollapsed: z.boolean().catch(true),
  /** Whether there is no sidebar at all, for the widest tables. */
  isHidden: z.boolean().catch(false),
})
export type Preferences = z.output<typeof Preferences>
/** Where somebody begins: on the dashboard of programs, or on that of the fleet. */
export type Home = NonNullable<Preferences['home']>

/** The preferences in a stored text; an invalid member has its default (rule PREFERENCE-1). */
export function preferencesIn(stored: string | null): Preferences {
  const { data } = Preferences.safeParse(parsed(stored))
  return data ?? Preferences.parse({})
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '{}')
  } catch {
    return {} // a partial write counts as none
  }
}

export const preferences = createStore<Preferences>(() =>
  preferencesIn(globalThis.localStorage?.getItem(storageKey) ?? null),
)

export function usePreferences(): Preferences {
  return useStore(preferences)
}

/** Changes some of the preferences and stores all of them. */
export function setPreferences(part: Partial<Preferences>): void {
  preferences.setState(part)
  keep()
}

/** Clears local storage except the preferences: they belong to the browser, not to the session (rule PREFERENCE-2). */
export function forgetAllButPreferences(): void {
  localStorage.clear()
  keep()
}

function keep(): void {
  localStorage.setItem(storageKey, JSON.stringify(preferences.getState()))
}

/** Applies choices from another tab to this one (rule PREFERENCE-3). Call once, from main. */
export function followPreferences(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) preferences.setState(preferencesIn(newValue), true)
  })
}
