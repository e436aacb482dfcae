import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const user = {
  access_token: 't',
  uuid: '7f0c9a52-6c0e-4a27-9df3-6a1d5a0a7c11',
  name: 'Maya Rao',
  email: 'maya@x.example',
  role: 'ADMIN' as const,
  organization: {
    name: 'N',
    is_demo_mode: false,
    license: { days_left: 9, is_active: true, is_expired: false, modules: ['MSOC' as const] },
  },
  time_zone: 'UTC',
  two_factor: false,
  temporary_password: false,
}

const kept = new Map<string, string>()
const page = { replace: vi.fn() }
const others = new EventTarget()

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('window', others)
  vi.stubGlobal('location', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  })
})
afterEach(() => vi.resetAllMocks())

test('[SESSION-1] the user is kept over a reload', async () => {
  const { signIn } = await import('./session.ts')
  signIn(user)
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.session.getState().user).toEqual(user)
  expect(reloaded.accessToken()).toBe('t')
})

test.for(['{"access_token":', '{"access_token":"t"}', 'null'])('[SESSION-1] %s is no user', async (stored) => {
  kept.set('carapace.user', stored)
  const { accessToken } = await import('./session.ts')
  expect(accessToken()).toBeUndefined()
})

test('[SESSION-5] a session that is over keeps the page, signing out keeps none', async () => {
  const inTab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => inTab.get(key) ?? null,
    setItem: (key: string, value: string) => inTab.set(key, value),
    removeItem: (key: string) => inTab.delete(key),
  })
  vi.stubGlobal('location', { ...page, pathname: '/org/msoc/dashboard', search: '?time=1h', hash: '' })
  const { sessionOver, signIn, signOut } = await import('./session.ts')
  const { hasDestination, takeDestination } = await import('./destination.ts')
  signIn(user)
  sessionOver()
  expect(takeDestination()).toBe('/org/msoc/dashboard?time=1h')
  sessionOver()
  signOut()
  expect(hasDestination()).toBe(false)
  expect(page.replace).toHaveBeenCalledTimes(3)
})

test('[SESSION-2] signing out in another tab signs out this one', async () => {
  const { followOtherTabs, session, signIn } = await import('./session.ts')
  signIn(user)
  followOtherTabs()
  kept.clear()
  others.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  expect(session.getState().user).toBeUndefined()
  expect(page.replace).toHaveBeenCalledOnce()
})

test('[SESSION-3] signing out clears the storage, except the preferences, and replaces the page', async () => {
  const { signIn, signOut } = await import('./session.ts')
  signIn(user)
  signOut()
  expect([...kept.keys()]).toEqual(['carapace.preferences'])
  expect(page.replace).toHaveBeenCalledExactlyOnceWith('/')
})

test('[SESSION-2] an update of a user who signed out in another tab does not bring the session back', async () => {
  const { renew, signIn } = await import('./session.ts')
  signIn(user)
  kept.clear()
  renew({ ...user, name: 'Maya R.' })
  expect(kept.size).toBe(0)
})

test('[SESSION-1] an update of the signed-in user is stored with the token', async () => {
  const { accessToken, renew, session, signIn } = await import('./session.ts')
  signIn(user)
  renew({ ...user, name: 'Maya R.' })
  expect(session.getState().user?.name).toBe('Maya R.')
  expect(accessToken()).toBe('t')
})

test('[SESSION-4] a pending second factor is no session, and is removed at the sign-in', async () => {
  const { accessToken, keepTwoFactorToken, signIn, twoFactorToken } = await import('./session.ts')
  expect(twoFactorToken()).toBeUndefined()
  keepTwoFactorToken('half')
  expect([twoFactorToken(), accessToken()]).toEqual(['half', undefined])
  signIn(user)
  expect(twoFactorToken()).toBeUndefined()
})

test('[SESSION-4] going back to the login removes the pending second factor', async () => {
  const { forgetTwoFactorToken, keepTwoFactorToken, twoFactorToken } = await import('./session.ts')
  keepTwoFactorToken('half')
  forgetTwoFactorToken()
  expect(twoFactorToken()).toBeUndefined()
})
