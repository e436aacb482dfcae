import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { severities } from '../severity.ts'
import { FieldValues, oneLine, Sla, StatusBadge, Tags } from './case-values.contract.ts'
import { caseLimits, caseStages, fieldTypes, paps, statusColours, tlps } from './cases.ts'

export const CaseStatus = StatusBadge.extend({
  order: z.int(),
  /** Number of cases that have it. */
  cases: z.int(),
  revision: z.int(),
})
export type CaseStatus = z.infer<typeof CaseStatus>

/** A field that an organisation adds to its cases. */
export const CaseField = z.object({
  uuid: z.uuid(),
  name: z.string(),
  type: z.enum(fieldTypes),
  /** Of a choice. */
  options: z.array(z.string()),
  help: z.string(),
  order: z.int(),
  revision: z.int(),
})
export type CaseField = z.infer<typeof CaseField>

/** A task that a template gives to its cases. */
export const TemplateTask = z.object({
  title: oneLine(200),
  description: z.string().max(5_000),
  checklist: z.array(oneLine(500)).max(caseLimits.checklist),
  /** Minutes after the case was opened; null: no due time. */
  due_minutes: z.int().min(1).max(525_600).nullable(),
})
export type TemplateTask = z.infer<typeof TemplateTask>

const templateShape = {
  name: oneLine(100),
  /** The title that is proposed for its cases. */
  title: z.string().trim().max(200),
  /** Null: the worst of the alerts. */
  severity: z.enum(severities).nullable(),
  tlp: z.enum(tlps).nullable(),
  pap: z.enum(paps).nullable(),
  tags: Tags,
  /** Markdown. */
  description: z.string().max(20_000),
  tasks: z.array(TemplateTask).max(caseLimits.tasks / 2),
  fields: FieldValues,
  sla: Sla,
}

export const CaseTemplate = z.object({
  uuid: z.uuid(),
  ...templateShape,
  /** Number of cases opened with it. */
  cases: z.int(),
  updated_at: dateTime,
  updated_by: z.string(),
  revision: z.int(),
})
export type CaseTemplate = z.infer<typeof CaseTemplate>

export const getCaseSettings = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/settings',
  summary: "The organisation's case statuses, fields and templates, in order",
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ statuses: z.array(CaseStatus), fields: z.array(CaseField), templates: z.array(CaseTemplate) }),
})

const identified = { uuid: z.uuid(), revision: z.int32() }
/** Without a uuid it is created. */
const maybeIdentified = { uuid: z.uuid().optional(), revision: z.int32().optional() }

export const saveCaseStatus = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/statuses/save',
  summary: 'Create or change a case status; its stage stays once cases have it',
  access: 'MSOC',
  needs: 'cases.configure',
  input: z.object({
    ...maybeIdentified,
    name: oneLine(40),
    stage: z.enum(caseStages),
    colour: z.enum(statusColours),
    order: z.int().min(0).max(1_000).default(0),
  }),
  output: z.object({ success: z.literal(true), status: CaseStatus }),
})

export const deleteCaseStatus = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/statuses/delete',
  summary: 'Delete a case status; its cases keep their stage',
  access: 'MSOC',
  needs: 'cases.configure',
  input: z.object(identified),
  output: z.object({ success: z.literal(true) }),
})

export const saveCaseField = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/fields/save',
  summary: 'Create or change a field of cases; its type stays',
  access: 'MSOC',
  needs: 'cases.configure',
  input: z
    .object({
      ...maybeIdentified,
      name: oneLine(60),
      type: z.enum(fieldTypes),
      options: z.array(oneLine(100)).max(100).default([]),
      help: z.string().trim().max(500).default(''),
      order: z.int().min(0).max(1_000).default(0),
    })
    .refine(({ type, options }) => (type === 'choice') === options.length > 0, {
      message: 'A choice has options, and nothing else has.',
      path: ['options'],
    }),
  output: z.object({ success: z.literal(true), field: CaseField }),
})

export const deleteCaseField = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/fields/delete',
  summary: 'Delete a field of cases with its values',
  access: 'MSOC',
  needs: 'cases.configure',
  input: z.object(identified),
  output: z.object({ success: z.literal(true) }),
})

export const saveCaseTemplate = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/templates/save',
  summary: 'Create or change a template; cases opened with it stay as they are',
  access: 'MSOC',
  needs: 'cases.configure',
  bodyLimit: 1024 * 1024,
  input: z.object({ ...maybeIdentified, ...templateShape }),
  output: z.object({ success: z.literal(true), template: CaseTemplate }),
})

export const deleteCaseTemplate = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/templates/delete',
  summary: 'Delete a template; cases opened with it stay as they are',
  access: 'MSOC',
  needs: 'cases.configure',
  input: z.object(identified),
  output: z.object({ success: z.literal(true) }),
})
