import { and, eq, isNull, sql } from 'drizzle-orm'
import { ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import type { AttackCoverage } from '../../core/attack-coverage.ts'
import { isWhole } from '../../graph/programs/access.queries.ts'

const techniquesAtMost = 1_000

/**
 * The techniques that the attack trees of threat scenarios name, with the number of scenarios (rule KPI-11 of
 * packages/shared/src/msoc/kpis/SPEC.md).
 */
export const attackCoverage: AttackCoverage = {
  async techniquesOf(db, { org, user, licence }) {
    if (!licence.modules.includes('LIFECYCLE_CONCEPT_PHASE')) return undefined
    const technique = sql<string>`upper(named.technique)`
    const isMember = and(eq(programMembers.programUuid, programs.uuid), eq(programMembers.userUuid, user.uuid))
    return db
      .select({ technique, scenarios: sql<number>`count(DISTINCT ${artefactLinks.fromUuid})::int` })
      .from(artefacts)
      .innerJoin(programs, eq(programs.uuid, artefacts.programUuid))
      .leftJoin(programMembers, isMember)
      .innerJoin(
        artefactLinks,
        and(
          eq(artefactLinks.toUuid, artefacts.uuid),
          eq(artefactLinks.kind, 'refined-in'),
          isNull(artefactLinks.removedSeq),
        ),
      )
      .innerJoin(
        sql`jsonb_path_query(${artefacts.fields}, '$.tree.steps[*].techniques[*]') AS found(item)`,
        sql`jsonb_typeof(found.item) = 'string'`,
      )
      .innerJoin(sql`LATERAL (SELECT found.item #>> '{}' AS technique) named`, sql`true`)
      .where(
        ownedBy(
          org,
          artefacts,
          eq(artefacts.kind, 'attack-tree'),
          isWhole,
          maySeeProgram({ role: user.role, programRole: null }) ? undefined : sql`${programMembers.role} IS NOT NULL`,
        ),
      )
      .groupBy(technique)
      .orderBy(technique)
      .limit(techniquesAtMost)
  },
}
