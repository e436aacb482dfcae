import { afterAll, vi } from 'vitest'

// Files share a worker and its modules: none of them may find the globals, timers or environment of another.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
