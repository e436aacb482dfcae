import { Failure } from '@carapace/shared/core/failure'

/** The number of rows on earlier pages, for a list whose cursor counts them. */
export function skippedBy(cursor: string | undefined): number {
  if (cursor !== undefined && !/^\d{1,7}$/.test(cursor))
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  return Number(cursor ?? 0)
}

/** The cursor of the page after `skip + shown` of `total` rows; null at the end. */
export function nextAfter(skip: number, shown: number, total: number): string | null {
  return shown > 0 && skip + shown < total ? String(skip + shown) : null
}

/** The text escaped for LIKE. */
export function likeText(words: string): string {
  return words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}
