import { Failure } from '@carapace/shared/core/failure'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import type { SharedReads } from '../../core/live/shared-reads.ts'
import { placesIn } from '../programs/access.queries.ts'

/**
 * The graph version of a program, for a viewer who follows it. Access is checked in each round, because the viewer may
 * have been removed from the program, or the program removed (rule MEMBER-8). A round takes one query for any number of
 * followers. A change of the user's own role ends the user's socket (rule PROGRAM-9 of
 * packages/shared/src/graph/SPEC.md).
 *
 * @throws {Failure} NOT_FOUND when the viewer may not see the program any more
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
