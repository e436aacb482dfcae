import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { resolutions } from '../alerts/alerts.ts'
import { severities } from '../severity.ts'
import { Tags, oneLine } from './case-values.contract.ts'
import { Case } from './cases.contract.ts'
import { caseLimits, caseStages } from './cases.ts'

export const mergeCases = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/merge',
  summary:
    'Merge a case into another: its alerts, tasks, evidence, links and story move there, its record is shown there',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ uuid: z.uuid(), into: z.uuid() }),
  /** `case`: the one that remains. */
  output: z.object({ success: z.literal(true), case: Case }),
})

export const unmergeCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/unmerge',
  summary: 'Take a merged case out again, with what it brought along and what is still there',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), case: Case }),
})

const some = (most: number) => z.array(z.uuid()).max(most).default([])

export const splitCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/split',
  summary: 'Move chosen alerts, tasks, evidence, links and steps of the story to a new case',
  access: 'MSOC',
  needs: 'cases.work',
  input: z
    .object({
      uuid: z.uuid(),
      revision: z.int32(),
      title: oneLine(200),
      alerts: some(500),
      tasks: some(caseLimits.tasks),
      evidence: some(caseLimits.evidence),
      links: some(caseLimits.links),
      story: some(caseLimits.story),
    })
    .refine(({ alerts, tasks, evidence, links, story }) => [alerts, tasks, evidence, links, story].flat().length > 0, {
      message: 'Choose what moves.',
      path: ['alerts'],
    }),
  /** `case`: the new one. */
  output: z.object({ success: z.literal(true), case: Case }),
})

export const bulkUpdateCases = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/bulk',
  summary: 'Change up to 500 cases at once; each has its own outcome',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({
    uuids: z.array(z.uuid()).min(1).max(caseLimits.bulk),
    change: z
      .object({
        stage: z.enum(caseStages).optional(),
        status: z.uuid().nullable().optional(),
        resolution: z.enum(resolutions).optional(),
        owner: z.union([z.uuid(), z.literal('me'), z.null()]).optional(),
        severity: z.enum(severities).optional(),
        add_tags: Tags.optional(),
        remove_tags: Tags.optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), 'Choose what changes.'),
  }),
  output: z.object({
    success: z.literal(true),
    changed: z.int(),
    outcomes: z.array(
      z.object({
        uuid: z.uuid(),
        outcome: z.enum(['changed', 'unchanged', 'refused']),
        /** Why it was refused. */
        message: z.string().nullable(),
      }),
    ),
  }),
})

export const caseReport = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/report',
  summary: 'A report on a case, to print and to hand over',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), form: z.enum(['pdf', 'docx']) }),
  output: z.string(),
  produces: 'application/octet-stream',
})
