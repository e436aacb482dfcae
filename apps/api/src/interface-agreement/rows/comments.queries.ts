import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedBy } from '@carapace/shared/core/owned'
import { agreementComments, agreementNotes } from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { getAgreementRow } from '@carapace/shared/interface-agreement/row-details.contract'
import type { Database, Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

type RowDetails = z.output<typeof getAgreementRow.output>

/** What both sides wrote about a row, the earliest first. */
export async function commentsOn(db: Database, party: Party, row: number): Promise<RowDetails['comments']> {
  const rows = await db
    .select()
    .from(agreementComments)
    .where(sharedBy(party, agreementComments, eq(agreementComments.row, row), isNull(agreementComments.removedAt)))
    .orderBy(asc(agreementComments.at), asc(agreementComments.uuid))
    .limit(2 * agreementLimits.perRow)
  return rows.map(({ uuid, side, author, authorUuid, text, at }) => ({
    uuid,
    side,
    author,
    text,
    at: at.toISOString(),
    is_mine: authorUuid === party.user.uuid,
  }))
}

export async function insertComment(tx: Tx, party: Party, row: number, text: string): Promise<string> {
  const { agreementUuid, org, side, user } = party
  const [comment] = await tx
    .insert(agreementComments)
    .values({
      agreementUuid,
      orgUuid: org.uuid,
      side,
      row,
      text,
      author: user.name,
      authorUuid: user.uuid,
      at: sql`clock_timestamp()`,
    })
    .returning({ uuid: agreementComments.uuid })
  return comment!.uuid
}

/** Removes a comment of the caller with its text; returns its row, or undefined if it is not there. */
export async function eraseComment(tx: Tx, party: Party, uuid: string): Promise<number | undefined> {
  const own = and(
    eq(agreementComments.uuid, uuid),
    eq(agreementComments.authorUuid, party.user.uuid),
    isNull(agreementComments.removedAt),
  )
  const [comment] = await tx
    .update(agreementComments)
    .set({ text: '', removedAt: new Date() })
    .where(ownedBy(party.org, agreementComments, sharedBy(party, agreementComments, own)))
    .returning({ row: agreementComments.row })
  return comment?.row
}

const ofOwnSide = (party: Party, row: number) =>
  ownedBy(party.org, agreementNotes, sharedBy(party, agreementNotes, eq(agreementNotes.row, row)))

/** What the own side noted about a row for itself (rule AGREEMENT-20); revision 0: nothing yet. */
export async function noteOn(db: Database | Tx, party: Party, row: number): Promise<RowDetails['note']> {
  const [note] = await db
    .select()
    .from(agreementNotes)
    .where(ownedBy(party.org, agreementNotes, ofOwnSide(party, row)))
  return note
    ? { text: note.text, author: note.author, at: note.at.toISOString(), revision: note.revision }
    : { text: '', author: null, at: null, revision: 0 }
}

/** Writes the own side's note over the revision that the writer saw; undefined: somebody wrote it meanwhile. */
export async function writeNote(
  tx: Tx,
  party: Party,
  { row, text, revision }: { row: number; text: string; revision: number },
): Promise<number | undefined> {
  const { agreementUuid, org, user } = party
  const written = { text, author: user.name, authorUuid: user.uuid, at: new Date(), revision: revision + 1 }
  if (revision === 0) {
    const made = await tx
      .insert(agreementNotes)
      .values({ agreementUuid, orgUuid: org.uuid, row, ...written })
      .onConflictDoNothing()
      .returning({ revision: agreementNotes.revision })
    return made[0]?.revision
  }
  const [changed] = await tx
    .update(agreementNotes)
    .set(written)
    .where(ownedBy(org, agreementNotes, ofOwnSide(party, row), eq(agreementNotes.revision, revision)))
    .returning({ revision: agreementNotes.revision })
  return changed?.revision
}
