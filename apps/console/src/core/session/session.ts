import { SessionUser } from '@carapace/shared/account/auth.contract'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { forgetAllButPreferences } from '../preferences/preferences.ts'
import { forgetDestination, keepDestination } from './destination.ts'

const storageKey = 'carapace.user'

/** Stored separately from the user: half a sign-in is not a session yet (rule SESSION-4). */
const twoFactorKey = 'two_factor_token'

interface Session {
  readonly user: SessionUser | undefined
}

/** The signed-in user of this browser: kept in local storage and shared by its tabs (rules SESSION-1, SESSION-2). */
export const session = createStore<Session>(() => ({ user: storedUser() }))

function storedUser(): SessionUser | undefined {
  const stored = localStorage.getItem(storageKey)
  if (stored === null) return undefined
  try {
    return SessionUser.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined // a partial write, or another product's text: counts as no user
  }
}

export function useSession(): SessionUser | undefined {
  return useStore(session, (state) => state.user)
}

/** The token for calls and for the live socket. */
export function accessToken(): string | undefined {
  return session.getState().user?.access_token
}

/** Stores the user who just signed in. */
export function signIn(user: SessionUser): void {
  localStorage.removeItem(twoFactorKey)
  keep(user)
}

function keep(user: SessionUser): void {
  localStorage.setItem(storageKey, JSON.stringify(user))
  session.setState({ user })
}

/** Exists after the right password, while a second factor is required: it finishes the sign-in (rule SESSION-4). */
export function twoFactorToken(): string | undefined {
  return localStorage.getItem(twoFactorKey) ?? undefined
}

export function keepTwoFactorToken(token: string): void {
  localStorage.setItem(twoFactorKey, token)
}

export function forgetTwoFactorToken(): void {
  localStorage.removeItem(twoFactorKey)
}

/**
 * Updates the data of the signed-in user. The storage decides: an answer that comes after another tab signed out must
 * not bring the session back (rule SESSION-2).
 */
export function renew(known: Omit<SessionUser, 'access_token'>): void {
  const stored = storedUser()
  if (stored) keep({ ...known, access_token: stored.access_token })
}

/**
 * Ends the session here and goes to the index page. The whole page is replaced, so that no data of the session stays in
 * memory (rule SESSION-3).
 */
export function signOut(): void {
  forgetDestination()
  end()
}

/** Ends a session that the server no longer accepts; the next sign-in opens the same page again (rule SESSION-5). */
export function sessionOver(): void {
  const { pathname, search, hash } = location
  keepDestination(pathname.slice(import.meta.env.BASE_URL.length - 1) + search + hash)
  end()
}

function end(): void {
  forgetAllButPreferences()
  session.setState({ user: undefined })
  location.replace(import.meta.env.BASE_URL)
}

/** Follows a sign-in or sign-out in another tab (rule SESSION-2). Call once, from main. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey && event.key !== null) return
    const user = storedUser()
    const mine = session.getState().user
    if (user === undefined && mine !== undefined) signOut()
    // the page of another user starts again: this page holds the data of the previous user
    else if (user !== undefined && mine !== undefined && user.access_token !== mine.access_token)
      location.replace(import.meta.env.BASE_URL)
    else session.setState({ user })
  })
}
