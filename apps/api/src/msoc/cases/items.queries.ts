import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { captures } from '@carapace/shared/msoc/can/can.table'
import type { CaseItems } from '@carapace/shared/msoc/cases/case-merge'
import {
  caseCustody,
  caseEvidence,
  caseLinks,
  caseMerges,
  caseStory,
  caseTasks,
} from '@carapace/shared/msoc/cases/cases.table'
import type { Actor } from '@carapace/shared/core/actor'
import type { Tx } from '../../core/db.ts'

/** The tables of what moves with merges and splits, besides alerts: each row belongs to one case. */
const tables = { tasks: caseTasks, evidence: caseEvidence, links: caseLinks, story: caseStory, captures } as const
type Stored = keyof typeof tables
const kinds = Object.keys(tables) as Stored[]

/** Everything that belongs to a case. */
export async function itemsOf(tx: Tx, org: Org, caseUuid: string): Promise<CaseItems> {
  const ofAlerts = await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.caseUuid, caseUuid)))
  const items = { alerts: ofAlerts.map(({ uuid }) => uuid) } as Record<keyof CaseItems, string[]>
  for (const kind of kinds) items[kind] = await uuidsIn(tx, org, kind, caseUuid)
  return items
}

async function uuidsIn(tx: Tx, org: Org, kind: Stored, caseUuid: string): Promise<string[]> {
  const table = tables[kind]
  const rows = await tx
    .select({ uuid: table.uuid })
    .from(table)
    .where(ownedBy(org, table, eq(table.caseUuid, caseUuid)))
  return rows.map(({ uuid }) => uuid)
}

/** Moves items to another case. Alerts move with their own plans, which record it in their activity. */
export async function moveItems(tx: Tx, org: Org, items: CaseItems, to: string, actor: Actor): Promise<void> {
  for (const kind of kinds) {
    const uuids = [...items[kind]]
    const table = tables[kind]
    if (uuids.length > 0)
      await tx
        .update(table)
        .set({ caseUuid: to })
        .where(ownedBy(org, table, inArray(table.uuid, uuids)))
  }
  if (items.evidence.length > 0)
    await tx
      .insert(caseCustody)
      .values(
        items.evidence.map((evidenceUuid) => ({
          orgUuid: org.uuid,
          evidenceUuid,
          action: 'moved' as const,
          actorUuid: actor.uuid,
          actor: actor.name,
          detail: { case: to },
        })),
      )
}

export async function countAlerts(tx: Tx, org: Org, caseUuid: string): Promise<number> {
  return tx.$count(alerts, ownedBy(org, alerts, eq(alerts.caseUuid, caseUuid)))
}

export async function insertMerge(
  tx: Tx,
  org: Org,
  merge: { sourceUuid: string; targetUuid: string; moved: CaseItems; actor: Actor },
): Promise<void> {
  const { actor, ...fields } = merge
  await tx.insert(caseMerges).values({ ...fields, orgUuid: org.uuid, actorUuid: actor.uuid, actor: actor.name })
}

/** The merge by which a case is in another one. */
export async function mergeOf(tx: Tx, org: Org, sourceUuid: string) {
  const [row] = await tx
    .select()
    .from(caseMerges)
    .where(and(ownedBy(org, caseMerges, eq(caseMerges.sourceUuid, sourceUuid), isNull(caseMerges.undoneAt))))
    .orderBy(desc(caseMerges.at))
    .limit(1)
  return row
}

export async function markUndone(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .update(caseMerges)
    .set({ undoneAt: new Date() })
    .where(ownedBy(org, caseMerges, eq(caseMerges.uuid, uuid)))
}
