import { and, eq, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import { seenBy, type Viewer } from './seen.queries.ts'

export type CasesFilter = Partial<Omit<z.output<typeof listCases.input>, 'cursor' | 'limit'>>

/** The cases that a member may see and that pass all conditions of the filter. */
export function passing(org: Org, filter: CasesFilter, viewer: Viewer): SQL {
  const { stage, severity, tlp, template, tag, from, to, q } = filter
  return ownedBy(
    org,
    cases,
    seenBy(viewer),
    filter.merged ? undefined : isNull(cases.mergedInto),
    stage && inArray(cases.stage, stage),
    filter.status && statusAmong(filter.status),
    severity && inArray(cases.severity, severity),
    ownerIs(filter.owner, viewer.uuid),
    memberIs(filter.member, viewer.uuid),
    tag === undefined ? undefined : sql`${tag} = ANY(${cases.tags})`,
    tlp && inArray(cases.tlp, tlp),
    template === undefined ? undefined : eq(cases.templateUuid, template),
    filter.overdue === undefined ? undefined : filter.overdue ? isOverdue : sql`NOT ${isOverdue}`,
    from && gte(cases.createdAt, from),
    to && lt(cases.createdAt, to),
    q ? or(ilike(cases.title, `%${likeText(q)}%`), numberIs(q)) : undefined,
  )
}

/** A limit of its service level passed unmet, or an unfinished task is past its due time (rule CASE-24). */
const isOverdue = sql`(${cases.stage} <> 'CLOSED' AND coalesce(
  ${cases.acknowledgedAt} IS NULL AND ${cases.acknowledgeDueAt} < now()
  OR ${cases.resolveDueAt} < now()
  OR EXISTS (SELECT 1 FROM case_tasks t WHERE t.case_uuid = "cases"."uuid"
    AND t.state IN ('OPEN', 'IN_PROGRESS') AND t.due_at < now()), false))`

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function statusAmong(statuses: readonly string[]): SQL | undefined {
  const uuids = statuses.filter((status) => uuidShape.test(status))
  return or(
    statuses.includes('none') ? isNull(cases.statusUuid) : undefined,
    uuids.length > 0 ? inArray(cases.statusUuid, uuids) : undefined,
    uuids.length === 0 && !statuses.includes('none') ? sql`false` : undefined,
  )
}

function ownerIs(owner: string | undefined, me: string): SQL | undefined {
  if (owner === undefined) return undefined
  return owner === 'none' ? isNull(cases.ownerUuid) : eq(cases.ownerUuid, owner === 'me' ? me : owner)
}

function memberIs(member: string | undefined, me: string): SQL | undefined {
  if (member === undefined) return undefined
  const uuid = member === 'me' ? me : member
  return or(
    eq(cases.ownerUuid, uuid),
    sql`EXISTS (SELECT 1 FROM case_members m WHERE m.case_uuid = "cases"."uuid" AND m.user_uuid = ${uuid})`,
  )
}

function numberIs(words: string): SQL | undefined {
  const number = /^(?:CASE?-)?(\d{1,15})$/i.exec(words)?.[1]
  return number === undefined ? undefined : eq(cases.number, Number(number))
}

/** Condition of cases of the member's organisation: they are open, and the member may see them. */
export const isOpenTo = (viewer: Viewer): SQL =>
  and(seenBy(viewer), ne(cases.stage, 'CLOSED'), isNull(cases.mergedInto))!
