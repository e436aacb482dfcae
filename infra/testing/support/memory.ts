import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What may stay behind of much bad input, bytes: caches and compiled code. */
export const mostGrowth = 32 * 1024 * 1024

/** Bytes that this process still holds when all garbage is gone. */
export function heldAfterCollection(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
