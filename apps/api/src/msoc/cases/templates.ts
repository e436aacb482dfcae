import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { TemplateContent } from '@carapace/shared/msoc/cases/case-settings.table'
import type { Tx } from '../../core/db.ts'
import { templateNamed } from './settings.queries.ts'
import { insertTasks } from './tasks.queries.ts'

type Template = TemplateContent & { readonly uuid: string; readonly name: string }

/** The template with which a case is opened; undefined without one. */
export async function templateFor(tx: Tx, org: Org, uuid: string | undefined): Promise<Template | undefined> {
  if (uuid === undefined) return undefined
  const found = await templateNamed(tx, org, uuid)
  if (!found) throw new Failure('INVALID_INPUT', { errors: { template_uuid: 'This template is not there any more.' } })
  return { ...found.content, uuid: found.uuid, name: found.name }
}

/** Gives a new case the tasks of its template, with due times from its opening. */
export async function templateTasks(
  tx: Tx,
  org: Org,
  caseUuid: string,
  template: Template | undefined,
  openedAt: Date,
): Promise<void> {
  const tasks = (template?.tasks ?? []).map(({ title, description, checklist, due_minutes: minutes }, order) => ({
    caseUuid,
    title,
    description,
    order,
    checklist: checklist.map((text) => ({ text, done: false })),
    dueAt: minutes === null ? null : new Date(openedAt.getTime() + minutes * 60_000),
  }))
  await insertTasks(tx, org, tasks)
}
