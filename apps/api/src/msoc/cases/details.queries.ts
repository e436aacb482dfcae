import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { caseChanges, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { caseMerges } from '@carapace/shared/msoc/cases/cases.table'
import type { Case, CaseChange, CaseDetails } from '@carapace/shared/msoc/cases/cases.contract'
import type { Database, Tx } from '../../core/db.ts'

/** A case with its texts, and the cases that are merged into it. */
export async function detailsOf(db: Database, org: Org, one: Case): Promise<CaseDetails> {
  const [[texts], merged] = await Promise.all([
    db
      .select({
        description: cases.description,
        impact: cases.impact,
        causes: cases.causes,
        lessons: cases.lessons,
        fields: cases.fields,
      })
      .from(cases)
      .where(ownedBy(org, cases, eq(cases.uuid, one.uuid))),
    mergedInto(db, org, one.uuid),
  ])
  return { ...one, ...texts!, merged }
}

async function mergedInto(db: Database, org: Org, uuid: string): Promise<CaseDetails['merged']> {
  const rows = await db
    .select({ uuid: cases.uuid, number: cases.number, title: cases.title, at: caseMerges.at, by: caseMerges.actor })
    .from(caseMerges)
    .innerJoin(cases, eq(cases.uuid, caseMerges.sourceUuid))
    .where(and(ownedBy(org, caseMerges, eq(caseMerges.targetUuid, uuid), isNull(caseMerges.undoneAt))))
    .orderBy(desc(caseMerges.at))
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Maximum depth of cases that were merged into merged ones, of which the record is shown. */
const deepest = 10

/** The cases that are merged into a case, directly or through another. */
async function allMergedInto(db: Database | Tx, org: Org, uuid: string, levels = deepest) {
  const found = new Map<string, { number: number; needToKnow: boolean }>()
  let level = [uuid]
  for (let depth = 0; depth < levels && level.length > 0; depth++) {
    const rows = await db
      .select({ uuid: cases.uuid, number: cases.number, needToKnow: cases.needToKnow })
      .from(cases)
      .where(ownedBy(org, cases, inArray(cases.mergedInto, level)))
    for (const { uuid: part, ...row } of rows) found.set(part, row)
    level = rows.map((row) => row.uuid)
  }
  return found
}

/** The changes of a case and of those merged into it, latest first. */
export async function timelineOf(db: Database, org: Org, uuid: string, limit: number): Promise<CaseChange[]> {
  const merged = await allMergedInto(db, org, uuid)
  const rows = await db
    .select()
    .from(caseChanges)
    .where(ownedBy(org, caseChanges, inArray(caseChanges.caseUuid, [uuid, ...merged.keys()])))
    .orderBy(desc(caseChanges.seq))
    .limit(limit)
  return rows.map(({ seq, at, kind, actor, detail, caseUuid }) => ({
    from: caseUuid === uuid ? null : { uuid: caseUuid, number: merged.get(caseUuid)!.number },
    seq,
    at: at.toISOString(),
    kind,
    actor,
    detail,
  }))
}

/** The number of a need-to-know case that is merged into a case, directly or through another; undefined: none is. */
export async function hiddenMergedInto(tx: Tx, org: Org, uuid: string): Promise<number | undefined> {
  const merged = await allMergedInto(tx, org, uuid, Infinity)
  return [...merged.values()].find(({ needToKnow }) => needToKnow)?.number
}

/** Whether a change is in the timeline of a case. */
export async function isChangeOf(tx: Tx, org: Org, caseUuid: string, seq: number): Promise<boolean> {
  const merged = await allMergedInto(tx, org, caseUuid)
  const all = ownedBy(
    org,
    caseChanges,
    eq(caseChanges.seq, seq),
    inArray(caseChanges.caseUuid, [caseUuid, ...merged.keys()]),
  )
  return (await tx.$count(caseChanges, all)) > 0
}

/** The organisation's name, for documents. */
export async function organisationNamed(db: Database, org: Org): Promise<string> {
  const [row] = await db
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))
  return row!.name
}
