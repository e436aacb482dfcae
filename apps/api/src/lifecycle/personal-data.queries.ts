import { asc, eq } from 'drizzle-orm'
import { ownedBy } from '@carapace/shared/core/owned'
import { programMembers, programs } from '@carapace/shared/lifecycle/programs.table'
import type { KeptAbout } from '../core/personal-data.queries.ts'

/** What the lifecycle keeps about people: the programs that they work on. */
export const lifecycleKeepsAbout: KeptAbout = {
  async tell(db, org, { uuid }) {
    const rows = await db
      .select({ program_uuid: programs.uuid, program: programs.name, role: programMembers.role })
      .from(programMembers).innerJoin(programs, eq(programs.uuid, programMembers.programUuid))
      .where(ownedBy(org, programMembers, eq(programMembers.userUuid, uuid))).orderBy(asc(programs.name)).limit(1_000)
    return { program_memberships: rows }
  },
  async forget(tx, org, { uuid }) {
    await tx.delete(programMembers).where(ownedBy(org, programMembers, eq(programMembers.userUuid, uuid)))
  },
}
