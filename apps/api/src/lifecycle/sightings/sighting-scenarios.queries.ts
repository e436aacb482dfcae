import { asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts, artefactVersions, programGraphs } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Indicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { Tx } from '../../core/db.ts'
import { isWhole } from '../../graph/programs/access.queries.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

/** Kinds of artefacts that determine which alerts match a program. */
const indicatorKinds = ['threat-scenario', 'vehicle-model']

/** The indicators and models of an artefact; null: it is of another kind, or has none. */
export interface IndicatorState {
  readonly uuid: string
  readonly programUuid: string
  readonly kind: string
  readonly indicators: Indicators | null
  readonly models: readonly string[] | null
}

const indicatorFields = (fields: typeof artefacts.fields | typeof artefactVersions.fields) => ({
  indicators: sql<Indicators | null>`${fields} -> 'indicators'`,
  models: sql<string[] | null>`${fields} -> 'models'`,
})

/** The current graph version of each of the organisation's programs, without those that are still imported. */
export async function graphVersionsOf(tx: Tx, org: Org): Promise<Map<string, number>> {
  const rows = await tx
    .select({ program: programGraphs.programUuid, seq: programGraphs.seq })
    .from(programGraphs)
    .innerJoin(programs, eq(programs.uuid, programGraphs.programUuid))
    .where(ownedBy(org, programGraphs, isWhole))
  return new Map(rows.map(({ program, seq }) => [program, seq]))
}

/** The current indicators of programs. */
export async function indicatorStates(tx: Tx, org: Org, programUuids: readonly string[]): Promise<IndicatorState[]> {
  if (programUuids.length === 0) return []
  const { uuid, programUuid, kind, fields } = artefacts
  return tx
    .select({ uuid, programUuid, kind, ...indicatorFields(fields) })
    .from(artefacts)
    .where(ownedBy(org, artefacts, anyOf(programUuid, programUuids), inArray(kind, indicatorKinds)))
}

/** The states of a program's indicators after a graph version, in order. */
export async function indicatorStatesAfter(
  tx: Tx,
  org: Org,
  program: string,
  seq: number,
): Promise<(IndicatorState & { readonly action: string })[]> {
  const { artefactUuid, programUuid, kind, fields, action } = artefactVersions
  return tx
    .select({ uuid: artefactUuid, programUuid, kind, action, ...indicatorFields(fields) })
    .from(artefactVersions)
    .where(
      ownedBy(
        org,
        artefactVersions,
        eq(programUuid, program),
        gt(artefactVersions.seq, seq),
        inArray(kind, indicatorKinds),
      ),
    )
    .orderBy(asc(artefactVersions.seq), asc(artefactVersions.revision))
}

/** The last states of these artefacts at a graph version. */
export async function indicatorStatesAt(
  tx: Tx,
  org: Org,
  program: string,
  seq: number,
  uuids: readonly string[],
): Promise<Map<string, IndicatorState>> {
  if (uuids.length === 0) return new Map()
  const { artefactUuid, programUuid, kind, fields, revision } = artefactVersions
  const rows = await tx
    .selectDistinctOn([artefactUuid], { uuid: artefactUuid, programUuid, kind, ...indicatorFields(fields) })
    .from(artefactVersions)
    .where(
      ownedBy(
        org,
        artefactVersions,
        eq(programUuid, program),
        lte(artefactVersions.seq, seq),
        anyOf(artefactUuid, uuids),
      ),
    )
    .orderBy(artefactUuid, desc(revision))
  return new Map(rows.map((row) => [row.uuid, row]))
}
