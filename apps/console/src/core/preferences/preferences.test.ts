import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
const others = new EventTarget()

const usual = {
  cookieAccepted: false,
  sidebar: 'close',
  isSidebarOpen: false,
  isCollapsed: true,
  isProgramSidebarCollapsed: true,
  isHidden: false,
}
const storedNow = () => JSON.parse(kept.get('carapace.preferences') ?? 'null') as unknown

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('window', others)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    clear: () => kept.clear(),
  })
})
afterEach(() => vi.unstubAllGlobals())

test.for([null, '{"mode":', 'null', '[]', '{"mode":"sepia","isCollapsed":"no","more":1}'])(
  '[PREFERENCE-1] %s counts as no choice',
  async (stored) => {
    const { preferencesIn } = await import('./preferences.ts')
    expect(preferencesIn(stored)).toEqual(usual)
  },
)

test('[PREFERENCE-1] choices are kept over a reload, all in one object', async () => {
  const { setPreferences } = await import('./preferences.ts')
  setPreferences({ mode: 'dark' })
  setPreferences({ isCollapsed: false })
  expect([...kept.keys()]).toEqual(['carapace.preferences'])
  vi.resetModules()
  const { preferences } = await import('./preferences.ts')
  expect(preferences.getState()).toEqual({ ...usual, mode: 'dark', isCollapsed: false })
})

test('[PREFERENCE-2] preferences stay when all other stored data is removed', async () => {
  const { forgetAllButPreferences, setPreferences } = await import('./preferences.ts')
  setPreferences({ cookieAccepted: true })
  kept.set('carapace.user', '{}')
  forgetAllButPreferences()
  expect([...kept.keys()]).toEqual(['carapace.preferences'])
  expect(storedNow()).toEqual({ ...usual, cookieAccepted: true })
})

test("[PREFERENCE-3] another tab's choice applies here, and its clearing of the storage has no effect", async () => {
  const { followPreferences, preferences } = await import('./preferences.ts')
  followPreferences()
  others.dispatchEvent(
    Object.assign(new Event('storage'), { key: 'carapace.preferences', newValue: '{"mode":"light"}' }),
  )
  others.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }))
  others.dispatchEvent(Object.assign(new Event('storage'), { key: 'carapace.user', newValue: '{"mode":"dark"}' }))
  expect(preferences.getState()).toEqual({ ...usual, mode: 'light' })
})
