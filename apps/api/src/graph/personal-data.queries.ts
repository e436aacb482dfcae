import { asc, desc, eq, or } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactVersions, comments, reviews } from '@carapace/shared/graph/artefacts/artefacts.table'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../core/db.ts'
import { formerMember, isNameOf, type PersonalData, type Person } from '../core/personal-data.queries.ts'

/** Maximum rows of each kind, the latest first. */
const mostExported = 5_000

/** The personal data of the lifecycle: the programs that people work on, and their comments on artefacts. */
export const graphPersonalData: PersonalData = {
  async exportData(db, org, person) {
    const { uuid } = person
    const rows = await db
      .select({ program_uuid: programs.uuid, program: programs.name, role: programMembers.role })
      .from(programMembers)
      .innerJoin(programs, eq(programs.uuid, programMembers.programUuid))
      .where(ownedBy(org, programMembers, eq(programMembers.userUuid, uuid)))
      .orderBy(asc(programs.name))
      .limit(1_000)
    return {
      program_memberships: rows,
      artefact_comments: await commentsOf(db, org, uuid),
      imported_under_my_name: await importedUnder(db, org, person),
    }
  },
  async forget(tx, org, person) {
    await tx.delete(programMembers).where(ownedBy(org, programMembers, eq(programMembers.userUuid, person.uuid)))
    await forgetImportedName(tx, org, person)
  },
}

/**
 * The number of imported entries under this person's name. It is unknown whether the person is the same: an archive has
 * names and no other identification (rule EXCHANGE-1).
 */
async function importedUnder(db: Database, org: Org, person: Person) {
  return {
    versions: await db.$count(
      artefactVersions,
      ownedBy(org, artefactVersions, isNameOf(person, artefactVersions.byName)),
    ),
    comments: await db.$count(comments, ownedBy(org, comments, isNameOf(person, comments.createdByName))),
    reviews: await db.$count(
      reviews,
      ownedBy(org, reviews, or(isNameOf(person, reviews.requestedByName), isNameOf(person, reviews.decidedByName))),
    ),
  }
}

/** Erases imported entries by name (rule EXCHANGE-24): entries of another person of the same name lose it too. */
async function forgetImportedName(tx: Tx, org: Org, person: Person): Promise<void> {
  await tx
    .update(artefactVersions)
    .set({ byName: formerMember })
    .where(ownedBy(org, artefactVersions, isNameOf(person, artefactVersions.byName)))
  await tx
    .update(comments)
    .set({ createdByName: formerMember })
    .where(ownedBy(org, comments, isNameOf(person, comments.createdByName)))
  await tx
    .update(reviews)
    .set({ requestedByName: formerMember })
    .where(ownedBy(org, reviews, isNameOf(person, reviews.requestedByName)))
  await tx
    .update(reviews)
    .set({ decidedByName: formerMember })
    .where(ownedBy(org, reviews, isNameOf(person, reviews.decidedByName)))
}

/** The person's comments; they stay after erasure, as comments of a former member. */
async function commentsOf(db: Database, org: Org, uuid: string) {
  const rows = await db
    .select({ at: comments.createdAt, artefactUuid: comments.artefactUuid, text: comments.text })
    .from(comments)
    .where(ownedBy(org, comments, eq(comments.createdByUuid, uuid)))
    .orderBy(desc(comments.createdAt))
    .limit(mostExported)
  return rows.map(({ at, artefactUuid, text }) => ({ at: at.toISOString(), artefact_uuid: artefactUuid, text }))
}
