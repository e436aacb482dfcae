import { desc, eq, or, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { panels } from '@carapace/shared/msoc/panels/panels.table'
import { handovers, shiftNotes, shiftOverrides, shifts, watchItems } from '@carapace/shared/msoc/shifts/shifts.table'
import type { Database, Tx } from '../../core/db.ts'
import { formerMember, mentions, type Person, withoutPerson } from '../../core/personal-data.queries.ts'

/** Maximum exported rows per kind, the latest ones. */
const mostExported = 1_000

/** What is stored of a person in the rota, hand-overs, the watch list and panels. */
export async function shiftsData(db: Database, org: Org, { uuid }: Person) {
  const [rota, absences, notes, watched, signed, own] = await Promise.all([
    db
      .select({ name: shifts.name, days: shifts.days, from: shifts.from, to: shifts.to, zone: shifts.zone })
      .from(shifts)
      .where(ownedBy(org, shifts, sql`${uuid}::uuid = ANY (${shifts.members})`))
      .limit(mostExported),
    db
      .select({ date: shiftOverrides.date, note: shiftOverrides.note })
      .from(shiftOverrides)
      .where(
        ownedBy(org, shiftOverrides, or(eq(shiftOverrides.memberUuid, uuid), eq(shiftOverrides.substituteUuid, uuid))),
      )
      .limit(mostExported),
    db
      .select({ date: shiftNotes.date, text: shiftNotes.text })
      .from(shiftNotes)
      .where(ownedBy(org, shiftNotes, eq(shiftNotes.authorUuid, uuid)))
      .limit(mostExported),
    db
      .select({ kind: watchItems.kind, note: watchItems.note })
      .from(watchItems)
      .where(ownedBy(org, watchItems, eq(watchItems.authorUuid, uuid)))
      .limit(mostExported),
    db
      .select({ shift: handovers.shift, date: handovers.date, notes: handovers.notes, signed_by: handovers.signedBy })
      .from(handovers)
      .where(ownedBy(org, handovers, or(eq(handovers.signedByUuid, uuid), eq(handovers.acceptedByUuid, uuid))))
      .orderBy(desc(handovers.signedAt))
      .limit(mostExported),
    db
      .select({ name: panels.name, query: panels.query, shared: panels.shared })
      .from(panels)
      .where(ownedBy(org, panels, eq(panels.ownerUuid, uuid)))
      .limit(mostExported),
  ])
  return { shifts: rota, absences, shift_notes: notes, watched, handovers: signed, panels: own }
}

/** Removes the person from the rota and from what is signed; their panels go with them, unless they are shared. */
export async function forgetShifts(tx: Tx, org: Org, person: Person): Promise<void> {
  const { uuid } = person
  // nobody takes their place, so that the turns of the others stay
  await tx
    .update(shifts)
    .set({ members: sql`array_replace(${shifts.members}, ${uuid}::uuid, gen_random_uuid())` })
    .where(ownedBy(org, shifts, sql`${uuid}::uuid = ANY (${shifts.members})`))
  await tx.delete(shiftOverrides).where(ownedBy(org, shiftOverrides, eq(shiftOverrides.memberUuid, uuid)))
  await tx
    .update(shiftOverrides)
    .set({ substituteUuid: null })
    .where(ownedBy(org, shiftOverrides, eq(shiftOverrides.substituteUuid, uuid)))
  for (const table of [shiftOverrides, shiftNotes, watchItems])
    await tx
      .update(table)
      .set({ author: formerMember })
      .where(ownedBy(org, table, eq(table.authorUuid, uuid)))
  await tx
    .update(handovers)
    .set({ signedBy: formerMember })
    .where(ownedBy(org, handovers, eq(handovers.signedByUuid, uuid)))
  await tx
    .update(handovers)
    .set({ acceptedBy: formerMember })
    .where(ownedBy(org, handovers, eq(handovers.acceptedByUuid, uuid)))
  await tx
    .update(handovers)
    .set({ snapshot: withoutPerson(person, handovers.snapshot) })
    .where(ownedBy(org, handovers, mentions(person, handovers.snapshot)))
  await tx.delete(panels).where(ownedBy(org, panels, eq(panels.ownerUuid, uuid), eq(panels.shared, false)))
}
