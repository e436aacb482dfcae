import pLimit from 'p-limit'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'

/** Files that a process looks through at once: each may take some hundred MB, and most of a processor. */
export const filesAtOnce = 2
/** Of one organisation, those that wait among them. */
export const mostFiles = 10

/** Has a file looked through when it is its turn. */
export type Readings = <T>(org: Org, read: () => Promise<T>) => Promise<T>

/**
 * Looks files through a few at a time, in the order in which they came; an organisation that brings too many at once is
 * refused (rule EXCHANGE-25).
 */
export function createReadings(): Readings {
  const filesOf = new Map<string, number>()
  const inTurn = pLimit(filesAtOnce)
  return async <T>({ uuid }: Org, read: () => Promise<T>) => {
    const files = filesOf.get(uuid) ?? 0
    if (files >= mostFiles)
      throw new Failure('TOO_MANY', {
        message: `${mostFiles} files of your organisation are looked through already. Wait until one is done.`,
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
