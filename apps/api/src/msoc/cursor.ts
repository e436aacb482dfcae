import { Failure } from '@carapace/shared/core/failure'
import type { Cursor } from '@carapace/shared/msoc/history/history.queries'
import { isCursorTime } from '../core/http/storable.ts'

/** The cursor of the next page of a vehicle's history, as it is sent to clients. */
export function encoded(next: Cursor | null): string | null {
  return next && `${next.ts}|${next.skip}`
}

export function decoded(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  const [ts = '', skip = ''] = cursor.split('|')
  if (!isCursorTime(ts) || !/^\d{1,9}$/.test(skip)) throw notOurs()
  return { ts, skip: Number(skip) }
}

/** The number of rows on earlier pages, for a list whose cursor counts them. */
export function countedBy(cursor: string | undefined): number {
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor)) throw notOurs()
  return Number(cursor ?? 0)
}

const notOurs = () => new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
