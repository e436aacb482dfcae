import { desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { artefactVersions } from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessmentVersions } from '@carapace/shared/lifecycle/rating/assessments.table'
import { type Risks, unrated } from '@carapace/shared/lifecycle/rating/assessment'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf, codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'
import type { Span } from '../../graph/collaboration/baselines.queries.ts'
import type { MethodInUse } from '../program/program-config.queries.ts'

/** The graph version and the method of a rating. */
export interface RatedAt {
  readonly programUuid: string
  readonly seq: number
  readonly method: Pick<MethodInUse, 'name' | 'version' | 'content'>
}

type Noted = typeof assessmentVersions.$inferSelect

const risksIn = ({ initial, today, target, cal }: Risks): Risks => ({ initial, today, target, cal })
export const methodIn = ({ method, methodVersion }: Pick<Noted, 'method' | 'methodVersion'>) =>
  `${method} ${methodVersion}`

/** The last stored risks of threat scenarios at or before a graph version. */
async function lastNoted(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  threats: readonly string[],
  until: number,
): Promise<Map<string, Noted>> {
  const { threatUuid, seq } = assessmentVersions
  const rows = await db
    .selectDistinctOn([threatUuid])
    .from(assessmentVersions)
    .where(
      ownedBy(
        org,
        assessmentVersions,
        eq(assessmentVersions.programUuid, programUuid),
        anyOf(threatUuid, threats),
        lte(seq, until),
      ),
    )
    .orderBy(threatUuid, desc(seq))
  return new Map(rows.map((row) => [row.threatUuid, row]))
}

/**
 * Stores the risks from this graph version on, where they or the method differ from the last stored ones (rule RISK-7).
 */
export async function noteRisks(
  tx: Tx,
  org: Org,
  { programUuid, seq, method: { name, version } }: RatedAt,
  now: readonly (Risks & { readonly threatUuid: string })[],
): Promise<void> {
  const last = await lastNoted(
    tx,
    org,
    programUuid,
    now.map(({ threatUuid }) => threatUuid),
    seq,
  )
  const news = now.filter(({ threatUuid, ...risks }) => {
    const before = last.get(threatUuid)
    return (
      !isSame(risks, risksIn(before ?? unrated)) ||
      (before !== undefined && (before.method !== name || before.methodVersion !== version))
    )
  })
  if (news.length === 0) return
  await tx
    .insert(assessmentVersions)
    .values(news.map((one) => ({ ...one, seq, orgUuid: org.uuid, programUuid, method: name, methodVersion: version })))
    .onConflictDoUpdate({
      target: [assessmentVersions.threatUuid, assessmentVersions.seq],
      set: {
        initial: sql`excluded.initial`,
        today: sql`excluded.today`,
        target: sql`excluded.target`,
        cal: sql`excluded.cal`,
      },
    })
}

/**
 * Threat scenarios that exist at the end of a span and whose risk or CAL differs between its beginning and its end, by
 * number.
 */
export async function riskDifferences(db: Database, org: Org, { programUuid, from, to }: Span) {
  const moved = (
    await db
      .selectDistinct({ uuid: assessmentVersions.threatUuid })
      .from(assessmentVersions)
      .where(
        ownedBy(
          org,
          assessmentVersions,
          eq(assessmentVersions.programUuid, programUuid),
          gt(assessmentVersions.seq, from),
          lte(assessmentVersions.seq, to),
        ),
      )
  ).map(({ uuid }) => uuid)
  const [was, is] = [
    await lastNoted(db, org, programUuid, moved, from),
    await lastNoted(db, org, programUuid, moved, to),
  ]
  const { artefactUuid: uuid, number, title, action, seq } = artefactVersions
  const states = await db
    .selectDistinctOn([uuid], { uuid, number, title, action })
    .from(artefactVersions)
    .where(ownedBy(org, artefactVersions, anyOf(uuid, moved), lte(seq, to)))
    .orderBy(uuid, desc(artefactVersions.revision))
  return states
    .filter((state) => state.action !== 'removed')
    .sort((a, b) => a.number - b.number)
    .map((state) => {
      const [before, after] = [was.get(state.uuid) ?? null, is.get(state.uuid)!]
      return {
        uuid: state.uuid,
        code: codeOfRow({ kind: 'threat-scenario', number: state.number }),
        title: state.title,
        before: before && risksIn(before),
        after: risksIn(after),
        method_before: before && methodIn(before),
        method_after: methodIn(after),
      }
    })
    .filter(({ before, after }) => !isSame(before ?? unrated, after))
}

/** The risk history of a threat scenario, the latest first. */
export async function risksOver(
  db: Database,
  org: Org,
  threatUuid: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Noted[]> {
  return db
    .select()
    .from(assessmentVersions)
    .where(
      ownedBy(
        org,
        assessmentVersions,
        eq(assessmentVersions.threatUuid, threatUuid),
        before === undefined ? undefined : lt(assessmentVersions.seq, before),
      ),
    )
    .orderBy(desc(assessmentVersions.seq))
    .limit(limit)
}
