import { Failure } from '@carapace/shared/core/failure'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import type { SharedReads } from '../../core/live/shared-reads.ts'
import { placesIn } from '../programs/access.queries.ts'

/**
 * Where a program's graph is, for somebody who follows it: asked each round, since they may have been taken off it
 * meanwhile, or the program removed (rule MEMBER-8). One query a round, however many follow. What changes of the person
 * themselves ends their socket (rule PROGRAM-9 of packages/shared/src/graph/SPEC.md).
 *
 * @throws NOT_FOUND when they don't see it any more
 */
export function graphVersionSeenBy(
  db: Database,
  { org, user }: Caller,
  programUuid: string,
): (round: SharedReads) => Promise<number> {
  return async (round) => {
    const now = await round(`places in ${programUuid}`, () => placesIn(db, org, programUuid))
    if (!now || !maySeeProgram({ role: user.role, programRole: now.places.get(user.uuid) ?? null }))
      throw new Failure('NOT_FOUND')
    return now.seq
  }
}
