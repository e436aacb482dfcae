import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  deleteCaseField,
  deleteCaseStatus,
  deleteCaseTemplate,
  getCaseSettings,
  saveCaseField,
  saveCaseStatus,
  saveCaseTemplate,
} from '@carapace/shared/msoc/cases/case-settings.contract'
import { withFields } from '@carapace/shared/msoc/cases/case-fields'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import {
  fieldDefinitions,
  fieldRows,
  lockSettings,
  removeField,
  removeStatus,
  removeTemplate,
  statusRows,
  templateRows,
  writeField,
  writeStatus,
  writeTemplate,
} from './settings.queries.ts'

/** Statuses, fields and templates of cases over HTTP (rules CASE-10 to CASE-12). */
export async function caseSettingsRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, getCaseSettings).with(async ({ caller: { org, user } }) => {
    const [statuses, fields, templates] = await Promise.all([
      statusRows(db, org, user),
      fieldRows(db, org),
      templateRows(db, org, user),
    ])
    return { statuses, fields, templates }
  })

  serve(app, saveCaseStatus).with(async ({ input: { uuid, revision, ...fields }, caller }) => {
    const status = await db.transaction(async (tx) => {
      const rows = await lockedRows(tx, caller.org, statusRows)
      const before = checked(rows, { uuid, revision, name: fields.name }, 'statuses')
      if (before && before.stage !== fields.stage && before.cases > 0)
        throw new Failure('RULE_REFUSED', { message: 'Cases have this status: its stage stays.' })
      const saved = await writeStatus(tx, caller.org, uuid, fields)
      await note(tx, caller, 'save case status', saved, before, fields)
      return (await statusRows(tx, caller.org, caller.user)).find((row) => row.uuid === saved)!
    })
    return { success: true, status }
  })

  serve(app, saveCaseField).with(async ({ input: { uuid, revision, ...fields }, caller }) => {
    const field = await db.transaction(async (tx) => {
      const rows = await lockedRows(tx, caller.org, fieldRows)
      const before = checked(rows, { uuid, revision, name: fields.name }, 'fields')
      if (before && before.type !== fields.type)
        throw new Failure('RULE_REFUSED', { message: 'The type of a field stays. Add another field instead.' })
      const saved = await writeField(tx, caller.org, uuid, fields)
      await note(tx, caller, 'save case field', saved, before, fields)
      return (await fieldRows(tx, caller.org)).find((row) => row.uuid === saved)!
    })
    return { success: true, field }
  })

  serve(app, saveCaseTemplate).with(async ({ input: { uuid, revision, name, ...content }, caller }) => {
    const template = await db.transaction(async (tx) => {
      const { org, user } = caller
      const rows = await lockedRows(tx, org, templateRows)
      const before = checked(rows, { uuid, revision, name }, 'templates')
      const { errors, values } = withFields({}, content.fields, await fieldDefinitions(tx, org))
      if (errors.length > 0) throw new Failure('INVALID_INPUT', { errors: { fields: errors[0]! } })
      const saved = await writeTemplate(tx, org, uuid, { name, content: { ...content, fields: values }, by: user })
      await note(tx, caller, 'save case template', saved, before, { name, ...content })
      return (await templateRows(tx, org, user)).find((row) => row.uuid === saved)!
    })
    return { success: true, template }
  })

  serve(app, deleteCaseStatus).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = atRevision(await lockedRows(tx, caller.org, statusRows), input)
      await removeStatus(tx, caller.org, input.uuid)
      await note(tx, caller, 'delete case status', input.uuid, before, null)
    })
    return { success: true }
  })

  serve(app, deleteCaseField).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = atRevision(await lockedRows(tx, caller.org, fieldRows), input)
      await removeField(tx, caller.org, input.uuid)
      await note(tx, caller, 'delete case field', input.uuid, before, null)
    })
    return { success: true }
  })

  serve(app, deleteCaseTemplate).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = atRevision(await lockedRows(tx, caller.org, templateRows), input)
      await removeTemplate(tx, caller.org, input.uuid)
      await note(tx, caller, 'delete case template', input.uuid, before, null)
    })
    return { success: true }
  })
}

interface Setting {
  readonly uuid: string
  readonly name: string
  readonly revision: number
}

async function lockedRows<T>(tx: Tx, org: Org, rows: (tx: Tx, org: Org) => Promise<T[]>): Promise<T[]> {
  await lockSettings(tx, org)
  return rows(tx, org)
}

function atRevision<T extends Setting>(rows: readonly T[], { uuid, revision }: Pick<Setting, 'uuid' | 'revision'>): T {
  const found = rows.find((row) => row.uuid === uuid)
  if (!found) throw new Failure('NOT_FOUND')
  if (found.revision !== revision) throw new Failure('ROW_CHANGED')
  return found
}

/** The row that is saved over; undefined for a new one. Refuses a name in use, and more rows than allowed. */
function checked<T extends Setting>(
  rows: readonly T[],
  input: { uuid: string | undefined; revision: number | undefined; name: string },
  what: 'statuses' | 'fields' | 'templates',
): T | undefined {
  const { uuid, revision = 0, name } = input
  const before = uuid === undefined ? undefined : atRevision(rows, { uuid, revision })
  if (rows.some((row) => row.uuid !== uuid && row.name.toLowerCase() === name.toLowerCase()))
    throw new Failure('INVALID_INPUT', { errors: { name: 'This name is in use.' } })
  if (!before && rows.length >= caseLimits[what])
    throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${caseLimits[what]} ${what} of cases.` })
  return before
}

async function note(
  tx: Tx,
  caller: Caller,
  action: string,
  subjectUuid: string,
  before: object | undefined,
  after: object | null,
): Promise<void> {
  await audit(tx, caller.org, byCaller(caller), { action, subject: 'case settings', subjectUuid, before, after })
}
