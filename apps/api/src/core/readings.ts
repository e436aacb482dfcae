import pLimit from 'p-limit'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'

/** Maximum files that a process reads at once: each may take a few hundred MB, and most of a processor. */
export const filesAtOnce = 2
/** Maximum files of one organisation, with those that wait. */
export const mostFiles = 10

/** Reads a file when it is its turn. */
export type Readings = <T>(org: Org, read: () => Promise<T>) => Promise<T>

/**
 * Reads a few files at a time, in the order of the requests. An organisation that sends too many at once is refused
 * (rule EXCHANGE-25).
 */
export function createReadings(): Readings {
  const filesOf = new Map<string, number>()
  const inTurn = pLimit(filesAtOnce)
  return async <T>({ uuid }: Org, read: () => Promise<T>) => {
    const files = filesOf.get(uuid) ?? 0
    if (files >= mostFiles)
      throw new Failure('TOO_MANY', {
        message: `${mostFiles} files of your organisation are already being read. Wait until one is finished.`,
        retryAfter: 10,
      })
    filesOf.set(uuid, files + 1)
    try {
      return await inTurn(read)
    } finally {
      const left = filesOf.get(uuid)! - 1
      if (left > 0) filesOf.set(uuid, left)
      else filesOf.delete(uuid)
    }
  }
}
