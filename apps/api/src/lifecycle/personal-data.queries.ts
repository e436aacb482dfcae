import { asc, desc, eq } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { comments } from '@carapace/shared/lifecycle/artefacts.table'
import { programMembers, programs } from '@carapace/shared/lifecycle/programs.table'
import type { Database } from '../core/db.ts'
import type { KeptAbout } from '../core/personal-data.queries.ts'

/** Of each kind the latest. */
const told = 5_000

/** What the lifecycle keeps about people: the programs that they work on, and what they said of artefacts. */
export const lifecycleKeepsAbout: KeptAbout = {
  async tell(db, org, { uuid }) {
    const rows = await db
      .select({ program_uuid: programs.uuid, program: programs.name, role: programMembers.role })
      .from(programMembers).innerJoin(programs, eq(programs.uuid, programMembers.programUuid))
      .where(ownedBy(org, programMembers, eq(programMembers.userUuid, uuid))).orderBy(asc(programs.name)).limit(1_000)
    return { program_memberships: rows, artefact_comments: await commentsOf(db, org, uuid) }
  },
  async forget(tx, org, { uuid }) {
    await tx.delete(programMembers).where(ownedBy(org, programMembers, eq(programMembers.userUuid, uuid)))
  },
}

/** What they said stays when they go, as what was said by a former member. */
async function commentsOf(db: Database, org: Org, uuid: string) {
  const rows = await db
    .select({ at: comments.createdAt, artefactUuid: comments.artefactUuid, text: comments.text }).from(comments)
    .where(ownedBy(org, comments, eq(comments.createdByUuid, uuid))).orderBy(desc(comments.createdAt)).limit(told)
  return rows.map(({ at, artefactUuid, text }) => ({ at: at.toISOString(), artefact_uuid: artefactUuid, text }))
}
