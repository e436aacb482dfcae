import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Maximum memory that may remain after much bad input, bytes: caches and compiled code. */
export const mostGrowth = 32 * 1024 * 1024

/** Bytes that this process still uses after garbage collection. */
export function heldAfterCollection(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
