import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDestination, hasDestination, keepDestination, takeDestination } from './destination.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test.for(['/org', '/org/msoc/dashboard/live-map?vehicle=A&time=1h', '/org?wall=1', '/org#content'])(
  '[SESSION-5] %s is opened after the sign-in, once',
  (path) => {
    keepDestination(path)
    expect(hasDestination()).toBe(true)
    expect(takeDestination()).toBe(path)
    expect(takeDestination()).toBeUndefined()
  },
)

test.for(['/', '//evil.example/org', 'https://evil.example/org', '/organisation', 'javascript:alert(1)', ''])(
  '[SESSION-5] %o is not kept',
  (path) => {
    keepDestination(path)
    expect(takeDestination()).toBeUndefined()
  },
)

test('[SESSION-5] what somebody else wrote into the storage does not count', () => {
  kept.set('carapace.destination', 'https://evil.example/org')
  expect(hasDestination()).toBe(false)
  expect(takeDestination()).toBeUndefined()
})

test('[SESSION-5] a destination is forgotten', () => {
  keepDestination('/org/lifecycle/programs')
  forgetDestination()
  expect(hasDestination()).toBe(false)
})
