import { asc, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { canProfiles, captures, dbcs, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { ProfileState } from '@carapace/shared/msoc/can/profiles'
import type { getCanProfile, ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { Database, Tx } from '../../core/db.ts'

/** Maximum drafts of an organisation, and maximum active profiles that are returned for a model's buses. */
export const draftsAtMost = 200
const mostActiveShown = 500

/** Counted by the database in one pass, so that a list does not load whole profiles. */
const counts = sql`LATERAL (
  SELECT count(one)::int AS ids, count(*) FILTER (WHERE jsonb_typeof(one->'cycle') = 'object')::int AS cyclic,
    coalesce(sum(jsonb_array_length(one->'counters')), 0)::int AS counters,
    coalesce(sum(jsonb_array_length(one->'checksums')), 0)::int AS checksums,
    coalesce(sum(jsonb_array_length(one->'signals')), 0)::int AS signals,
    jsonb_array_length(whole.exceptions) AS exceptions, whole.learned
 
  FROM jsonb_to_record(${canProfiles.profile}) AS whole(ids jsonb, exceptions jsonb, learned jsonb)
  LEFT
  JOIN LATERAL jsonb_array_elements(whole.ids) one ON true
  GROUP BY whole.exceptions, whole.learned) counts`
const counted = {
  ids: sql<number>`counts.ids`,
  cyclic: sql<number>`counts.cyclic`,
  counters: sql<number>`counts.counters`,
  checksums: sql<number>`counts.checksums`,
  signals: sql<number>`counts.signals`,
  exceptions: sql<number>`counts.exceptions`,
  learned: sql<CanProfile['learned']>`counts.learned`,
}

const described = {
  uuid: canProfiles.uuid,
  model: canProfiles.model,
  bus: canProfiles.bus,
  version: canProfiles.version,
  state: canProfiles.state,
  origin: canProfiles.origin,
  note: canProfiles.note,
  created_by: canProfiles.createdBy,
  activated_by: canProfiles.activatedBy,
  revision: canProfiles.revision,
}

const latestFirst = [desc(canProfiles.createdAt), desc(canProfiles.version), desc(canProfiles.uuid)]

function selectRows(db: Database | Tx, where: SQL, limit: number, order: SQL[] = latestFirst) {
  return db
    .select({
      row: described,
      counted,
      createdAt: canProfiles.createdAt,
      activatedAt: canProfiles.activatedAt,
      retiredAt: canProfiles.retiredAt,
      dbc: { version_uuid: dbcVersions.uuid, version: dbcVersions.version, file_name: dbcVersions.fileName },
      dbcName: dbcs.name,
      capture: { uuid: captures.uuid, name: captures.name },
    })
    .from(canProfiles)
    .leftJoin(dbcVersions, eq(dbcVersions.uuid, canProfiles.dbcVersionUuid))
    .leftJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid))
    .leftJoin(captures, eq(captures.uuid, canProfiles.captureUuid))
    .innerJoin(counts, sql`true`)
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

function wire({
  row,
  counted: { learned, ...counts },
  createdAt,
  activatedAt,
  retiredAt,
  dbc,
  dbcName,
  capture,
}: Row): ProfileRow {
  return {
    ...row,
    ...counts,
    ...learned,
    dbc: dbc && dbcName !== null ? { ...dbc, name: dbcName } : null,
    capture,
    created_at: createdAt.toISOString(),
    activated_at: activatedAt?.toISOString() ?? null,
    retired_at: retiredAt?.toISOString() ?? null,
  }
}

interface ProfilesQuery {
  readonly model?: string | undefined
  readonly bus?: string | undefined
  readonly state?: ProfileState | undefined
  readonly q?: string | undefined
  /** How many rows earlier pages returned. */
  readonly skip: number
  readonly limit: number
}

/** Latest first; only the profiles of the returned page are parsed. */
export async function profilesPage(db: Database, org: Org, { model, bus, state, q, skip, limit }: ProfilesQuery) {
  const where = ownedBy(
    org,
    canProfiles,
    model === undefined ? undefined : eq(canProfiles.model, model),
    bus === undefined ? undefined : eq(canProfiles.bus, bus),
    state && eq(canProfiles.state, state),
    q ? hasWords(`%${likeText(q)}%`) : undefined,
  )
  const page = db
    .select({ uuid: canProfiles.uuid })
    .from(canProfiles)
    .where(where)
    .orderBy(...latestFirst)
    .limit(limit + 1)
    .offset(skip)
  const [rows, total] = await Promise.all([
    selectRows(db, inArray(canProfiles.uuid, page), limit + 1),
    db.$count(canProfiles, where),
  ])
  return {
    profiles: rows.slice(0, limit).map(wire),
    next_cursor: rows.length > limit ? String(skip + limit) : null,
    total,
  }
}

/** Condition: the words occur in what a list shows of a profile: model and bus, creator, source, and note. */
function hasWords(words: string): SQL {
  const from = [
    sql`SELECT name FROM ${captures} WHERE ${captures.uuid} = ${canProfiles.captureUuid}`,
    sql`SELECT name
      FROM ${dbcs}
      JOIN ${dbcVersions} ON ${dbcVersions.dbcUuid} = ${dbcs.uuid}
      WHERE ${dbcVersions.uuid} = ${canProfiles.dbcVersionUuid}`,
  ]
  return or(
    ...[canProfiles.model, canProfiles.bus, canProfiles.note, canProfiles.createdBy].map((column) =>
      ilike(column, words),
    ),
    ...from.map((name) => sql`(${name}) ILIKE ${words}`),
  )!
}

/**
 * The active profiles for a model's vehicles, by bus: the model's own profile, else the one for every model (whose
 * model is empty).
 */
export async function activeRows(db: Database, org: Org, model: string): Promise<Map<string, ProfileRow>> {
  const where = ownedBy(org, canProfiles, inArray(canProfiles.model, [model, '']), eq(canProfiles.state, 'ACTIVE'))
  return new Map(
    (await selectRows(db, where, mostActiveShown, [asc(canProfiles.model)])).map((row) => [row.row.bus, wire(row)]),
  )
}

export async function profileRow(db: Database | Tx, org: Org, uuid: string): Promise<ProfileRow | undefined> {
  const [row] = await selectRows(db, ownedBy(org, canProfiles, eq(canProfiles.uuid, uuid)), 1)
  return row && wire(row)
}

export async function profileOf(db: Database, org: Org, uuid: string): Promise<ProfileAnswer | undefined> {
  const [row] = await db
    .select({ profile: canProfiles.profile })
    .from(canProfiles)
    .where(ownedBy(org, canProfiles, eq(canProfiles.uuid, uuid)))
  return row && answered(row.profile)
}

type ProfileAnswer = z.input<typeof getCanProfile.output>['profile']

/** The profile in the type of the contract, whose lists are mutable. */
export const answered = (profile: CanProfile) => profile as ProfileAnswer

/** The profile, locked until the transaction ends. */
export async function lockProfile(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select({
      uuid: canProfiles.uuid,
      model: canProfiles.model,
      bus: canProfiles.bus,
      version: canProfiles.version,
      state: canProfiles.state,
      note: canProfiles.note,
      revision: canProfiles.revision,
      profile: canProfiles.profile,
    })
    .from(canProfiles)
    .where(ownedBy(org, canProfiles, eq(canProfiles.uuid, uuid)))
    .for('update')
  return row
}

type Draft = Pick<
  typeof canProfiles.$inferInsert,
  'model' | 'bus' | 'origin' | 'profile' | 'note' | 'createdBy' | 'dbcVersionUuid' | 'captureUuid'
>

/**
 * Adds a draft with the next version of its model and bus; it takes over the exceptions of the active profile. Returns
 * its uuid.
 */
export async function insertDraft(tx: Tx, org: Org, draft: Draft): Promise<string> {
  const version = (await lockVersions(tx, org, draft)) + 1
  const [active] = await tx
    .select({ profile: canProfiles.profile })
    .from(canProfiles)
    .where(
      ownedBy(
        org,
        canProfiles,
        eq(canProfiles.model, draft.model),
        eq(canProfiles.bus, draft.bus),
        eq(canProfiles.state, 'ACTIVE'),
      ),
    )
  const profile = { ...draft.profile, exceptions: active?.profile.exceptions ?? [] }
  const [row] = await tx
    .insert(canProfiles)
    .values({ ...draft, profile, orgUuid: org.uuid, version })
    .returning({ uuid: canProfiles.uuid })
  return row!.uuid
}

/** The last version of this model and bus; no other transaction can add or activate one until this one ends. */
export async function lockVersions(tx: Tx, org: Org, { model, bus }: { model: string; bus: string }): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`can profile ${org.uuid} ${bus} ${model}`}, 0))`)
  const ofBus = ownedBy(org, canProfiles, eq(canProfiles.model, model), eq(canProfiles.bus, bus))
  const [last] = await tx
    .select({ version: sql<number>`coalesce(max(${canProfiles.version}), 0)` })
    .from(canProfiles)
    .where(ofBus)
  return last!.version
}

export async function countDrafts(db: Database | Tx, org: Org): Promise<number> {
  return db.$count(canProfiles, ownedBy(org, canProfiles, eq(canProfiles.state, 'DRAFT')))
}

export async function updateProfile(
  tx: Tx,
  org: Org,
  uuid: string,
  fields: Partial<typeof canProfiles.$inferInsert>,
): Promise<void> {
  await tx
    .update(canProfiles)
    .set({ ...fields, revision: sql`${canProfiles.revision} + 1` })
    .where(ownedBy(org, canProfiles, eq(canProfiles.uuid, uuid)))
}

/** Retires the active profile of this model and bus, if there is one; returns its uuid. */
export async function retireActive(
  tx: Tx,
  org: Org,
  { model, bus }: { model: string; bus: string },
): Promise<string | undefined> {
  const [row] = await tx
    .update(canProfiles)
    .set({ state: 'RETIRED', retiredAt: new Date(), revision: sql`${canProfiles.revision} + 1` })
    .where(
      ownedBy(
        org,
        canProfiles,
        eq(canProfiles.model, model),
        eq(canProfiles.bus, bus),
        eq(canProfiles.state, 'ACTIVE'),
      ),
    )
    .returning({ uuid: canProfiles.uuid })
  return row?.uuid
}

export async function deleteDraft(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .delete(canProfiles)
    .where(ownedBy(org, canProfiles, eq(canProfiles.uuid, uuid), eq(canProfiles.state, 'DRAFT')))
}
