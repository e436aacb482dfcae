import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, pgView, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { org } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import { program } from '../../graph/columns.table.ts'
import type { Assessment } from './assessment.ts'

/** The kind of computed value that holds the assessment of a threat scenario. */
export const assessmentKind = 'assessment'

/**
 * The current assessment of each threat scenario (rules RISK-1 to RISK-6): the graph's computed values of this kind, as
 * columns. Risks are null if the scenario is not rated.
 */
export const assessments = pgView('assessments', {
  threatUuid: uuid('threat_uuid').notNull(),
  orgUuid: uuid('org_uuid').$type<OrgUuid>().notNull(),
  programUuid: uuid('program_uuid').notNull(),
  initial: smallint(),
  today: smallint(),
  target: smallint(),
  result: jsonb().$type<Assessment>().notNull(),
  graphVersion: integer('graph_version').notNull(),
}).as(
  sql`SELECT artefact_uuid AS threat_uuid, org_uuid, program_uuid, (figures->>'initial')::smallint AS initial,
    (figures->>'today')::smallint AS today, (figures->>'target')::smallint AS target, value AS result, graph_version
    FROM computed_values
    WHERE kind = 'assessment'`,
)

/**
 * A threat scenario's risk and CAL from a graph version on, with the method's name at that time (rule RISK-7). The rows
 * stay when the scenario is removed.
 */
export const assessmentVersions = pgTable(
  'assessment_versions',
  {
    threatUuid: uuid('threat_uuid').notNull(),
    seq: integer().notNull(),
    orgUuid: org(),
    programUuid: program(),
    initial: smallint(),
    today: smallint(),
    target: smallint(),
    cal: smallint(),
    method: text().notNull(),
    methodVersion: integer('method_version').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.threatUuid, t.seq] }), index().on(t.programUuid, t.seq), index().on(t.orgUuid)],
)
