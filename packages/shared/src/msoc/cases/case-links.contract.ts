import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { linkKinds } from './cases.ts'

/** Something that a case refers to. */
export const CaseLink = z.object({
  uuid: z.uuid(),
  kind: z.enum(linkKinds),
  /** Of a case, a vehicle, an observable or an artefact. */
  target_uuid: z.uuid().nullable(),
  /** An address, or a ticket's key. */
  target: z.string(),
  title: z.string(),
  note: z.string(),
  /** It was made in the other case, and points here. */
  incoming: z.boolean(),
  added_by: z.string(),
  added_at: dateTime,
})
export type CaseLink = z.infer<typeof CaseLink>

export const addCaseLink = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/links/add',
  summary:
    'Link a case with another case, a vehicle, an observable, a threat scenario, a component, a ticket or an address',
  access: 'MSOC',
  needs: 'cases.work',
  input: z
    .object({
      case_uuid: z.uuid(),
      kind: z.enum(linkKinds),
      target_uuid: z.uuid().nullable().default(null),
      /** An address must begin with http:// or https://. */
      target: z.string().trim().max(1_000).default(''),
      /** For cases, vehicles and observables their own name is taken. */
      title: z.string().trim().max(300).default(''),
      note: z.string().trim().max(2_000).default(''),
    })
    .refine(({ target_uuid: uuid, target }) => uuid !== null || target !== '', {
      message: 'Name what it refers to.',
      path: ['target'],
    })
    .refine(({ kind, target_uuid: uuid }) => !['case', 'vehicle', 'observable'].includes(kind) || uuid !== null, {
      message: 'Choose a case, a vehicle or an observable.',
      path: ['target_uuid'],
    })
    .refine(({ target }) => !/^[a-z][a-z\d+.-]*:/i.test(target) || /^https?:\/\//i.test(target), {
      message: 'An address begins with http:// or https://.',
      path: ['target'],
    }),
  output: z.object({ success: z.literal(true), link: CaseLink }),
})

export const removeCaseLink = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/links/remove',
  summary: 'Remove a link of a case',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ case_uuid: z.uuid(), uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const SimilarCase = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  stage: z.string(),
  severity: z.string(),
  opened_at: dateTime,
  /** Observables that both have, the rarest first, at most 10. */
  shared: z.array(z.object({ kind: z.string(), value: z.string() })),
  /** Number of observables that both have. */
  shares: z.int(),
})
export type SimilarCase = z.infer<typeof SimilarCase>

export const similarCases = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/similar',
  summary: 'Cases whose alerts share observables with those of this case, and which; the most similar first',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), limit: z.coerce.number().int().min(1).max(50).default(20) }),
  output: z.object({ cases: z.array(SimilarCase) }),
})
