import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { annex5Items as items } from '@carapace/shared/catalogues/annex5'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import { taraMethods } from '@carapace/shared/lifecycle/methods/tara-methods'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import { workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import type { Database } from '../../core/db.ts'
import { anyOf, notRemoved } from '../../graph/artefacts/artefacts.queries.ts'
import { openRisks } from '../program/summary.ts'
import { verifiedIn } from '../program/summary.queries.ts'

/**
 * The compliance figures of programs, by their uuids, in the same queries for all of them (rules PROGRAM-9, SUMMARY-9,
 * SUMMARY-10).
 */
export async function complianceOf(db: Database, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return new Map<string, never>()
  const of = [db, org, uuids] as const
  const [attentions, risks, suspects, requirements, verified, kept, named] = await Promise.all([
    attentionsOf(...of),
    risksToday(...of),
    suspectsIn(...of),
    requirementsIn(...of),
    verifiedIn(...of),
    keptProducts(...of),
    annex5Named(...of),
  ])
  return new Map(
    uuids.map((uuid) => {
      const here = <T extends { readonly program: string }>(rows: readonly T[]) =>
        rows.filter(({ program }) => program === uuid)
      return [
        uuid,
        {
          open_risks: openRisks(here(risks), attentions.get(uuid)!),
          suspect: here(suspects)[0]?.links ?? 0,
          requirements: here(requirements)[0]?.artefacts ?? 0,
          verified: verified.get(uuid) ?? 0,
          work_products: byStatus(here(kept).map(({ status }) => status)),
          annex5: here(named)[0]?.items ?? 0,
        },
      ]
    }),
  )
}

/** The number of work products of each status, and of those that the program does not have (status null). */
function byStatus(kept: readonly string[]): { status: string | null; count: number }[] {
  const counts = new Map<string | null, number>()
  for (const status of kept) counts.set(status, (counts.get(status) ?? 0) + 1)
  counts.set(null, workProducts.length - kept.length)
  return [...counts].map(([status, of]) => ({ status, count: of }))
}

/** The risk from which each program's method requires attention. */
async function attentionsOf(db: Database, org: Org, uuids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ uuid: programs.uuid, attention: sql<number | null>`(${taraMethods.content}->>'attention')::int` })
    .from(programs)
    .leftJoin(taraMethods, and(eq(taraMethods.uuid, programs.methodUuid), eq(taraMethods.orgUuid, programs.orgUuid)))
    .where(ownedBy(org, programs, anyOf(programs.uuid, uuids)))
  return new Map(rows.map(({ uuid, attention }) => [uuid, attention ?? shippedMethod.content.attention]))
}

async function risksToday(db: Database, org: Org, uuids: readonly string[]) {
  const { programUuid: program, today } = assessments
  return db
    .select({ program, today, scenarios: count() })
    .from(assessments)
    .where(ownedBy(org, assessments, anyOf(program, uuids), isNotNull(today)))
    .groupBy(program, today)
}

async function suspectsIn(db: Database, org: Org, uuids: readonly string[]) {
  const { programUuid: program } = artefactLinks
  return db
    .select({ program, links: count() })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, anyOf(program, uuids), notRemoved, isNotNull(artefactLinks.suspect)))
    .groupBy(program)
}

async function requirementsIn(db: Database, org: Org, uuids: readonly string[]) {
  const { programUuid: program } = artefacts
  return db
    .select({ program, artefacts: count() })
    .from(artefacts)
    .where(ownedBy(org, artefacts, anyOf(program, uuids), eq(artefacts.kind, 'requirement')))
    .groupBy(program)
}

/** Each of the 42 work products that a program has, by the artefact with the lowest number (rule SUMMARY-9). */
async function keptProducts(db: Database, org: Org, uuids: readonly string[]) {
  const { programUuid: program, status, number } = artefacts
  const code = sql<string>`${artefacts.fields}->>'work_product'`
  return db
    .selectDistinctOn([program, code], { program, code, status })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        anyOf(program, uuids),
        eq(artefacts.kind, 'work-product'),
        inArray(
          code,
          workProducts.map((product) => product.code),
        ),
      ),
    )
    .orderBy(asc(program), asc(code), asc(number))
}

/** The number of the 69 items that threat scenarios name. */
async function annex5Named(db: Database, org: Org, uuids: readonly string[]) {
  const { programUuid: program } = artefacts
  const named = db
    .select({
      program: sql<string>`${program}`.as('program'),
      item: sql<string>`jsonb_array_elements_text(${artefacts.fields}->'annex5')`.as('item'),
    })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        anyOf(program, uuids),
        eq(artefacts.kind, 'threat-scenario'),
        sql`jsonb_typeof(${artefacts.fields}->'annex5') = 'array'`,
      ),
    )
    .as('named')
  return db
    .select({ program: named.program, items: sql<number>`count(DISTINCT ${named.item})::int` })
    .from(named)
    .where(inArray(named.item, [...items]))
    .groupBy(named.program)
}
