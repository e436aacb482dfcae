import { asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { CaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { caseTasks } from '@carapace/shared/msoc/cases/cases.table'
import type { TaskPlan } from '@carapace/shared/msoc/cases/case-task'
import type { Database, Tx } from '../../core/db.ts'
import { isOpenTo } from './filter.queries.ts'
import type { Viewer } from './seen.queries.ts'

const mostListed = 200

function selectTasks(db: Database | Tx, where: SQL) {
  return db
    .select({
      row: caseTasks,
      owner: { uuid: users.uuid, name: users.name },
      case: { uuid: cases.uuid, number: cases.number, title: cases.title },
    })
    .from(caseTasks)
    .innerJoin(cases, eq(cases.uuid, caseTasks.caseUuid))
    .leftJoin(users, eq(users.uuid, caseTasks.ownerUuid))
    .where(where)
}

type Row = Awaited<ReturnType<typeof selectTasks>>[number]

const unfinished = ['OPEN', 'IN_PROGRESS']

function wire({ row, owner }: Row): CaseTask {
  return {
    uuid: row.uuid,
    title: row.title,
    description: row.description,
    owner,
    due_at: row.dueAt?.toISOString() ?? null,
    state: row.state,
    order: row.order,
    checklist: row.checklist,
    overdue: row.dueAt !== null && row.dueAt.getTime() < Date.now() && unfinished.includes(row.state),
    created_at: row.createdAt.toISOString(),
    done_at: row.doneAt?.toISOString() ?? null,
    revision: row.revision,
  }
}

/** The tasks of a case, in order. */
export async function tasksOf(db: Database | Tx, org: Org, caseUuid: string): Promise<CaseTask[]> {
  const where = ownedBy(org, caseTasks, eq(caseTasks.caseUuid, caseUuid))
  const rows = await selectTasks(db, where).orderBy(asc(caseTasks.order), asc(caseTasks.createdAt), asc(caseTasks.uuid))
  return rows.map(wire)
}

/** Unfinished tasks of open cases that a member may see, the earliest due first. */
export async function openTasks(db: Database, org: Org, viewer: Viewer, owner: string | undefined) {
  const isUnfinished = inArray(caseTasks.state, ['OPEN', 'IN_PROGRESS'])
  const inOpenCase = ownedBy(org, cases, isOpenTo(viewer))
  const where = ownedBy(org, caseTasks, isUnfinished, ownerIs(owner, viewer.uuid), inOpenCase)
  const rows = await selectTasks(db, where)
    .orderBy(sql`${caseTasks.dueAt} ASC NULLS LAST`, asc(caseTasks.createdAt))
    .limit(mostListed)
  return rows.map((row) => ({ ...wire(row), case: row.case }))
}

function ownerIs(owner: string | undefined, me: string): SQL | undefined {
  if (owner === undefined) return undefined
  return owner === 'none' ? isNull(caseTasks.ownerUuid) : eq(caseTasks.ownerUuid, owner === 'me' ? me : owner)
}

type NewTask = Omit<typeof caseTasks.$inferInsert, 'orgUuid'>

export async function insertTasks(tx: Tx, org: Org, tasks: readonly NewTask[]): Promise<string[]> {
  if (tasks.length === 0) return []
  const rows = await tx
    .insert(caseTasks)
    .values(tasks.map((task) => ({ ...task, orgUuid: org.uuid })))
    .returning({ uuid: caseTasks.uuid })
  return rows.map(({ uuid }) => uuid)
}

export async function taskRow(tx: Tx, org: Org, caseUuid: string, uuid: string) {
  const [row] = await tx
    .select()
    .from(caseTasks)
    .where(ownedBy(org, caseTasks, eq(caseTasks.caseUuid, caseUuid), eq(caseTasks.uuid, uuid)))
    .for('update')
  return row
}

/** How many tasks a case has, and the order of the next one. */
export async function countTasks(tx: Tx, org: Org, caseUuid: string) {
  const [row] = await tx
    .select({ tasks: count(), next: sql<number>`coalesce(max(${caseTasks.order}), -1) + 1` })
    .from(caseTasks)
    .where(ownedBy(org, caseTasks, eq(caseTasks.caseUuid, caseUuid)))
  return row!
}

export async function saveTask(tx: Tx, org: Org, uuid: string, set: TaskPlan['set']): Promise<void> {
  await tx
    .update(caseTasks)
    .set({ ...set, revision: sql`${caseTasks.revision} + 1` })
    .where(ownedBy(org, caseTasks, eq(caseTasks.uuid, uuid)))
}

export async function removeTask(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(caseTasks).where(ownedBy(org, caseTasks, eq(caseTasks.uuid, uuid)))
}

/** Sets the order of a case's tasks: the named ones in this order, then the others as they are. */
export async function orderTasks(tx: Tx, org: Org, caseUuid: string, uuids: readonly string[]): Promise<void> {
  const place = sql`array_position(ARRAY[${sql.join(
    uuids.map((uuid) => sql`${uuid}`),
    sql`, `,
  )}]::uuid[], ${caseTasks.uuid})`
  await tx
    .update(caseTasks)
    .set({ order: sql`coalesce(${place} - 1, ${caseTasks.order} + ${uuids.length}::int)` })
    .where(ownedBy(org, caseTasks, eq(caseTasks.caseUuid, caseUuid)))
}
