import type { ServerResponse } from 'node:http'

/** How long a refusal is held back, ms, and how many are at a time. */
const heldMs = 1_000
const heldAtOnce = 2_000

/**
 * Holds refusals of too many requests back, so that whoever sends the same again at once does so once a second on each
 * connection, and costs next to nothing (rules USE-6, SHARE-19).
 */
export function heldRefusals(): (response: ServerResponse) => Promise<void> {
  let held = 0
  return async (response) => {
    if (held >= heldAtOnce || response.destroyed) return
    held += 1
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, heldMs)
      response.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    held -= 1
  }
}
