import { eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { reviews } from '@carapace/shared/lifecycle/artefacts.table'
import type { Database, Tx } from '../core/db.ts'

const asker = alias(users, 'asker')
const reviewer = alias(users, 'reviewer')

/** The review of an artefact that waits for a decision. */
export async function openReview(db: Database | Tx, org: Org, artefactUuid: string) {
  const [found] = await db
    .select({ row: reviews, asker: { uuid: asker.uuid, name: asker.name }, reviewer: { uuid: reviewer.uuid, name: reviewer.name } }).from(reviews)
    .leftJoin(asker, eq(asker.uuid, reviews.askedByUuid)).leftJoin(reviewer, eq(reviewer.uuid, reviews.reviewerUuid))
    .where(ownedBy(org, reviews, eq(reviews.artefactUuid, artefactUuid), isNull(reviews.decision)))
  return found ? { uuid: found.row.uuid, asked_by: found.asker, reviewer: found.reviewer, note: found.row.note, asked_at: found.row.askedAt.toISOString(), revision: found.row.revision } : null
}
