import { vi } from 'vitest'

/** How long `vi.waitFor` waits without a timeout of its own, ms: enough for a busy machine. */
const waitMs = 20_000

// files share a worker, and with it `vi`: it is changed once
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor } = vi
  vi.waitFor = function waitPatiently(check, options = {}) {
    return waitFor(check, typeof options === 'number' ? options : { timeout: waitMs, ...options })
  }
}
