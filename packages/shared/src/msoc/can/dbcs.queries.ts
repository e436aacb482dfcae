import { eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { type Org, ownedBy } from '../../core/owned.ts'
import type { AnyDatabase } from '../../core/time-series/time-series.queries.ts'
import { assignedTo } from '../dbc/assigned.ts'
import { dbcAssignments, dbcs, dbcVersions } from './can.table.ts'
import type { DbcName } from './dbc.contract.ts'

/** A database version that decodes a bus. */
export interface BusDbc {
  /** Empty: it decodes every bus that is not named. */
  readonly bus: string
  readonly dbc: z.infer<typeof DbcName>
}

/**
 * Returns the database versions that decode these buses of a vehicle model; buses without a database are left out (rule
 * DBC-21). The model is empty where it is not known.
 */
export async function dbcVersionsFor(
  db: AnyDatabase,
  org: Org,
  model: string,
  buses: readonly string[],
): Promise<BusDbc[]> {
  return readers(await assignmentsOf(db, org, model), model, buses)
}

/**
 * Returns the database versions that decode the buses of a vehicle model: one per bus named in an assignment, and under
 * the empty name the one for all other buses.
 */
export async function dbcsOfModel(db: AnyDatabase, org: Org, model: string): Promise<BusDbc[]> {
  const assigned = await assignmentsOf(db, org, model)
  return readers(assigned, model, [...new Set([...assigned.map(({ bus }) => bus), ''])].sort())
}

type Assigned = BusDbc & { readonly model: string }

function readers(assigned: readonly Assigned[], model: string, buses: readonly string[]): BusDbc[] {
  return buses.flatMap((bus) => {
    const found = assignedTo(assigned, model, bus)
    return found === undefined ? [] : [{ bus, dbc: found.dbc }]
  })
}

async function assignmentsOf(db: AnyDatabase, org: Org, model: string): Promise<Assigned[]> {
  const rows = await db
    .select({
      model: dbcAssignments.model,
      bus: dbcAssignments.bus,
      versionUuid: dbcVersions.uuid,
      name: dbcs.name,
      version: dbcVersions.version,
      fileName: dbcVersions.fileName,
    })
    .from(dbcAssignments)
    .innerJoin(dbcVersions, eq(dbcVersions.uuid, dbcAssignments.versionUuid))
    .innerJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid))
    .where(ownedBy(org, dbcAssignments, inArray(dbcAssignments.model, [model, ''])))
  return rows.map(({ model, bus, versionUuid, name, version, fileName }) => ({
    model,
    bus,
    dbc: { version_uuid: versionUuid, name, version, file_name: fileName },
  }))
}
