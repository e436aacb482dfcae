import { count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import type { ProgramFacts } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import { choicesOf, type ProgramChoices } from '@carapace/shared/lifecycle/program/program-choices'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

/** The kinds that make up an item: with any of them, a program is configured. */
const elements = ['system', 'component', 'feature', 'function', 'channel', 'data', 'vehicle-model']

/**
 * Facts about the contents of programs, by their uuids, in three queries for all of them (rules PROGRAM-9, LIFECYCLE-1
 * to LIFECYCLE-9).
 */
export async function programFacts(
  db: Database | Tx,
  org: Org,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, ProgramFacts>> {
  if (uuids.length === 0) return new Map()
  const chosen = await db
    .select({ uuid: programs.uuid, choices: programs.choices })
    .from(programs)
    .where(ownedBy(org, programs, anyOf(programs.uuid, uuids)))
  const counts = await countsByKind(db, org, uuids)
  const risks = await risksOf(db, org, uuids)
  return new Map(
    chosen.map((row) => {
      const { uuid } = row
      const of = (kind: string) => counts.find((row) => row.program === uuid && row.kind === kind)
      const risk = risks.find(({ program }) => program === uuid)
      return [
        uuid,
        {
          isConfigured: isAnyChosen(choicesOf(row)) || elements.some((kind) => of(kind) !== undefined),
          assets: of('asset')?.artefacts ?? 0,
          relevantAssets: of('asset')?.relevant ?? 0,
          threats: of('threat-scenario')?.artefacts ?? 0,
          risks: risk?.risks ?? 0,
          reducedRisks: risk?.reduced ?? 0,
        },
      ]
    }),
  )
}

function isAnyChosen({ hidden_steps: _hidden, ...choices }: ProgramChoices): boolean {
  return Object.values(choices).some((chosen) => (Array.isArray(chosen) ? chosen.length > 0 : chosen !== null))
}

async function countsByKind(db: Database | Tx, org: Org, uuids: readonly string[]) {
  const relevant = sql<number>`count(*) FILTER (WHERE ${artefacts.fields}->>'relevant' = 'true')::int`
  return db
    .select({ program: artefacts.programUuid, kind: artefacts.kind, artefacts: count(), relevant })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        anyOf(artefacts.programUuid, uuids),
        inArray(artefacts.kind, [...elements, 'asset', 'threat-scenario']),
      ),
    )
    .groupBy(artefacts.programUuid, artefacts.kind)
}

/** The number of threat scenarios that have a risk without controls, and of those whose treatment is reduction. */
async function risksOf(db: Database | Tx, org: Org, uuids: readonly string[]) {
  const reduced = sql<number>`count(*) FILTER (WHERE ${artefacts.fields}->>'treatment' = 'reduce')::int`
  return db
    .select({ program: assessments.programUuid, risks: count(), reduced })
    .from(assessments)
    .innerJoin(artefacts, eq(artefacts.uuid, assessments.threatUuid))
    .where(ownedBy(org, assessments, anyOf(assessments.programUuid, uuids), isNotNull(assessments.initial)))
    .groupBy(assessments.programUuid)
}
