import { eq, inArray, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type {
  ObservableSource,
  Pap,
  SightingKind,
  Tlp,
  TypedValue,
} from '@carapace/shared/msoc/observables/observables'
import { observables } from '@carapace/shared/msoc/observables/observables.table'
import type { Tx } from '../../core/db.ts'
import { takeLock } from '../../core/locks.queries.ts'

/** Until this transaction ends, no other one writes several observables of the organisation: so none wait crosswise. */
export async function lockObservables(tx: Tx, org: Org): Promise<void> {
  await takeLock(tx, org, 'observables')
}

/** Roughly how many observables the organisation has: exact below the maximum that matters to it. */
export async function countAll(tx: Tx, org: Org): Promise<number> {
  return tx.$count(observables, ownedBy(org, observables))
}

/** An observable to add. Of a known one, tags are added, and it becomes an indicator if the new one is. */
export interface NewObservable extends TypedValue {
  readonly tlp: Tlp
  readonly pap: Pap
  readonly tags: readonly string[]
  readonly note: string
  readonly isIoc: boolean
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null
}

/** Who adds observables, and from what. */
interface Origin {
  readonly source: ObservableSource
  readonly author: { readonly uuid: string | null; readonly name: string }
}

/** When a value was seen first and last, ISO 8601. */
interface Span {
  readonly firstSeen: string
  readonly lastSeen: string
}

/** Adds observables, or changes known ones; returns which they are. Call `lockObservables` first. */
export async function upsertObservables(
  tx: Tx,
  org: Org,
  rows: readonly (NewObservable & Span)[],
  { source, author }: Origin,
) {
  if (rows.length === 0) return []
  return rowsOf<{ uuid: string; type: TypedValue['type']; value: string; is_new: boolean }>(
    tx,
    sql`
    INSERT INTO observables AS o (org_uuid, type, value, tlp, pap, tags, note, is_ioc, expires_at, source, author_uuid,
      author, first_seen, last_seen)
    SELECT ${org.uuid}::uuid, r.type, r.value, r.tlp, r.pap,
      ARRAY(SELECT DISTINCT jsonb_array_elements_text(r.tags) ORDER BY 1), r.note,
      r."isIoc", r."expiresAt", ${source}, ${author.uuid}::uuid, ${author.name}, r."firstSeen", r."lastSeen"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(type text, value text, tlp text, pap text, tags jsonb,
      note text, "isIoc" boolean, "expiresAt" timestamptz, "firstSeen" timestamptz, "lastSeen" timestamptz)
    ORDER BY r.type, r.value
    ON CONFLICT (org_uuid, type, md5(value)) DO UPDATE SET
      tags = ARRAY(SELECT DISTINCT tag FROM unnest(o.tags || excluded.tags) tag ORDER BY tag LIMIT 30),
      note = CASE WHEN o.note = '' THEN excluded.note ELSE o.note END,
      is_ioc = o.is_ioc OR excluded.is_ioc,
      expires_at = CASE WHEN excluded.is_ioc AND NOT o.is_ioc THEN excluded.expires_at ELSE o.expires_at END,
      first_seen = least(o.first_seen, excluded.first_seen),
      last_seen = greatest(o.last_seen, excluded.last_seen),
      revision = CASE WHEN o.tags @> excluded.tags AND (o.is_ioc OR NOT excluded.is_ioc)
        AND (o.note <> '' OR excluded.note = '') THEN o.revision ELSE o.revision + 1 END
      WHERE o.org_uuid = ${org.uuid}
    RETURNING o.uuid, o.type, o.value, (o.xmax = 0) AS is_new`,
  )
}

/** A number of sightings of an observable on a day, 2026-11-26. */
interface NewSighting {
  readonly uuid: string
  readonly day: string
  readonly count: number
}

/** Counts sightings by their day, and in the total of their observables. */
export async function countSightings(
  tx: Tx,
  org: Org,
  kind: SightingKind,
  rows: readonly NewSighting[],
): Promise<void> {
  if (rows.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(uuid uuid, day date, count bigint)`
  await tx.execute(sql`
    INSERT INTO observable_sightings AS s (org_uuid, observable_uuid, day, kind, count)
    SELECT ${org.uuid}::uuid, r.uuid, r.day, ${kind}, sum(r.count) FROM ${given} GROUP BY r.uuid, r.day
    ORDER BY r.uuid, r.day
    ON CONFLICT (observable_uuid, day, kind) DO UPDATE SET count = s.count + excluded.count`)
  await tx.execute(sql`
    UPDATE observables o SET sightings = o.sightings + c.count
    FROM (SELECT r.uuid, sum(r.count) AS count FROM ${given} GROUP BY r.uuid) c
    WHERE o.uuid = c.uuid AND o.org_uuid = ${org.uuid}`)
}

type Described = Pick<typeof observables.$inferInsert, 'tlp' | 'pap' | 'tags' | 'note' | 'isIoc' | 'expiresAt'>

/** Changes an observable that is still at this revision; returns whether it was. */
export async function updateObservable(
  tx: Tx,
  org: Org,
  uuid: string,
  revision: number,
  set: Described,
): Promise<boolean> {
  const rows = await tx
    .update(observables)
    .set({ ...set, revision: sql`${observables.revision} + 1` })
    .where(ownedBy(org, observables, eq(observables.uuid, uuid), eq(observables.revision, revision)))
    .returning({ uuid: observables.uuid })
  return rows.length > 0
}

/** Fields that change for several observables at once; absent fields stay. */
interface ManyChange {
  readonly tlp?: Tlp | undefined
  readonly pap?: Pap | undefined
  readonly add_tags?: readonly string[] | undefined
  readonly remove_tags?: readonly string[] | undefined
  readonly is_ioc?: boolean | undefined
  readonly expires_at?: string | null | undefined
}

/** Returns how many were changed. Call `lockObservables` first. */
export async function updateSeveral(tx: Tx, org: Org, uuids: readonly string[], change: ManyChange): Promise<number> {
  const added = sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(change.add_tags ?? [])}::jsonb))`
  const removed = sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(change.remove_tags ?? [])}::jsonb))`
  const rows = await tx
    .update(observables)
    .set({
      ...(change.tlp !== undefined && { tlp: change.tlp }),
      ...(change.pap !== undefined && { pap: change.pap }),
      ...(change.is_ioc !== undefined && { isIoc: change.is_ioc }),
      ...(change.expires_at !== undefined && {
        expiresAt: change.expires_at === null ? null : new Date(change.expires_at),
      }),
      tags: sql`ARRAY(SELECT DISTINCT tag FROM unnest(${observables.tags} || ${added}) tag
        WHERE tag <> ALL(${removed}) ORDER BY tag LIMIT 30)`,
      revision: sql`${observables.revision} + 1`,
    })
    .where(ownedBy(org, observables, inArray(observables.uuid, [...uuids])))
    .returning({ uuid: observables.uuid })
  return rows.length
}

/** Returns what was deleted. Call `lockObservables` first. */
export async function deleteSeveral(tx: Tx, org: Org, uuids: readonly string[]): Promise<TypedValue[]> {
  return tx
    .delete(observables)
    .where(ownedBy(org, observables, inArray(observables.uuid, [...uuids])))
    .returning({ type: observables.type, value: observables.value })
}
