import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../core/db.ts'
import { charactersWaiting, forgetPieces, insertPiece, pieceOf, removePieces } from './pieces.queries.ts'

/** Maximum objects per part of a job, and maximum characters. */
const thingsAtOnce = 500
const charactersAtOnce = 2_000_000
/** Maximum characters that may wait in an organisation. */
const mostCharacters = 1_000_000_000

/** Some objects of one type. */
export interface Piece {
  readonly what: string
  readonly things: readonly unknown[]
}

/**
 * Stores objects for a job, in order. Consecutive objects of the same type are stored together (rule EXCHANGE-6).
 */
export async function keepPieces(
  tx: Tx,
  org: Org,
): Promise<{
  add(what: string, thing: unknown): Promise<void>
  end(): Promise<{ importUuid: string; things: number }>
}> {
  await forgetPieces(tx, org)
  let room = mostCharacters - (await charactersWaiting(tx, org))
  const importUuid = randomUUID()
  let [pieces, things, length] = [0, 0, 0]
  let sort = ''
  let held: string[] = []

  async function flush(): Promise<void> {
    if (held.length === 0) return
    const content = `{"what":${JSON.stringify(sort)},"things":[${held.join(',')}]}`
    room -= content.length
    if (room < 0)
      throw new Failure('TOO_MANY', {
        message: 'Too much data is waiting to be imported. Wait until the running imports are finished.',
        retryAfter: 60,
      })
    await insertPiece(tx, org, importUuid, pieces++, content)
    held = []
    length = 0
  }

  return {
    async add(what, thing) {
      if (what !== sort || held.length >= thingsAtOnce || length >= charactersAtOnce) await flush()
      sort = what
      const text = JSON.stringify(thing)
      held.push(text)
      length += text.length
      things += 1
    },
    async end() {
      await flush()
      return { importUuid, things }
    },
  }
}

/** The next objects to write; undefined: there are no more. */
export async function takePiece(tx: Tx, org: Org, importUuid: string, piece: number): Promise<Piece | undefined> {
  const content = await pieceOf(tx, org, importUuid, piece)
  if (content === undefined && piece === 0) throw forgotten()
  return content === undefined ? undefined : (JSON.parse(content) as Piece)
}

/** Ends an import and removes its pieces; throws if they were deleted before. */
export async function dropPieces(tx: Tx, org: Org, importUuid: string): Promise<void> {
  if ((await removePieces(tx, org, importUuid)) === 0) throw forgotten()
}

/** The failure for an import that was given up: it failed, and nobody restarted it within a week. */
export const forgotten = () =>
  new Failure('RULE_REFUSED', { message: 'The data of this import was deleted. Import it again.' })
