import { desc, eq } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { bomDocuments, componentAliases, softwarePolicies } from '@carapace/shared/sbom/sbom.table'
import type { Database } from '../core/db.ts'
import { formerMember, isNameOf, type PersonalData, type Person } from '../core/personal-data.queries.ts'

/** The most documents that are exported, the latest first. */
const mostExported = 5_000

/** What is stored about a person: the documents that they added, and their names beside aliases and policies. */
export const sbomPersonalData: PersonalData = {
  exportData: async (db, org, person) => ({ bills_of_materials: await documentsToExport(db, org, person) }),

  async forget(tx, org, person) {
    await tx
      .update(bomDocuments)
      .set({ addedBy: formerMember })
      .where(ownedBy(org, bomDocuments, eq(bomDocuments.addedByUuid, person.uuid)))
    await tx
      .update(componentAliases)
      .set({ author: formerMember })
      .where(ownedBy(org, componentAliases, isNameOf(person, componentAliases.author)))
    await tx
      .update(softwarePolicies)
      .set({ updatedBy: formerMember })
      .where(ownedBy(org, softwarePolicies, isNameOf(person, softwarePolicies.updatedBy)))
  },
}

async function documentsToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({ file_name: bomDocuments.fileName, sha256: bomDocuments.sha256, added_at: bomDocuments.addedAt })
    .from(bomDocuments)
    .where(ownedBy(org, bomDocuments, eq(bomDocuments.addedByUuid, uuid)))
    .orderBy(desc(bomDocuments.addedAt))
    .limit(mostExported)
}
