import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { limit } from '../core/wire.ts'
import { Node } from '../graph/artefacts/artefacts.contract.ts'
import { reportForms } from '../lifecycle/exchange/exchange.contract.ts'
import { exposures } from './asil.ts'
import { haraSeverities } from './hara-rules.ts'
import { SituationField } from './kinds/hazard.kinds.ts'
import { exposureBases } from './situations.ts'
import { StoredAsil } from './stored-asil.ts'

const licence = 'FUNCTIONAL_SAFETY_APP'
const ok = z.object({ success: z.literal(true) })

/** The number of findings of a rule on a page. */
export const findingsPerPage = 100
/** The maximum number of artefacts that a finding lists. */
export const mostInFinding = 20

export const getHara = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/hara',
  summary: 'Hazardous events of a program with their hazards, goals and ASILs, and counts of all',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    /** Only events after this number. */
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    limit: limit(500, 200),
  }),
  output: ok.extend({
    events: z.array(
      Node.extend({
        /** In words: `Motorway, wet`. */
        situation: z.string(),
        hazards: z.array(Node),
        goals: z.array(Node),
        asil: StoredAsil.nullable(),
      }),
    ),
    next: z.int().nullable(),
    counts: z.object({
      hazards: z.int(),
      events: z.int(),
      goals: z.int(),
      /** By ASIL; null: not rated. */
      events_by_asil: z.array(z.object({ asil: z.string().nullable(), count: z.int() })),
      goals_by_asil: z.array(z.object({ asil: z.string().nullable(), count: z.int() })),
    }),
    catalogue: z.object({ uuid: z.uuid().nullable(), name: z.string(), version: z.int() }),
  }),
})

const Finding = z.object({
  message: z.string(),
  /** The artefacts that it is about, the one to change first. */
  nodes: z.array(Node),
  /** The fields that mend it, for `save-artefacts`; null: people must decide. */
  fix: z
    .object({
      title: z.string(),
      uuid: z.uuid(),
      kind: z.string(),
      revision: z.int(),
      fields: z.record(z.string(), z.unknown()),
    })
    .nullable(),
})

export const getHaraFindings = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/hara-findings',
  summary: 'What is wrong or missing in the hazard analysis of a program, by rules, with quick fixes',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    /** Only findings of this rule. */
    rule: z.string().max(60).optional(),
    /** The page of the findings of each rule, 100 on each. */
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  output: ok.extend({
    rules: z.array(
      z.object({
        rule: z.string(),
        title: z.string(),
        severity: z.enum(haraSeverities),
        total: z.int(),
        findings: z.array(Finding),
      }),
    ),
    /** The number of rules that were checked. */
    checked: z.int(),
  }),
})

export const suggestExposure = endpoint({
  method: 'POST',
  path: 'v2/app/functional-safety/suggest-exposure',
  summary: 'The exposure that an operational situation probably has, with its reason',
  access: licence,
  input: z.object({ program_uuid: z.uuid(), situation: SituationField, basis: z.enum(exposureBases) }),
  output: ok.extend({
    exposure: z.enum(exposures),
    reason: z.string(),
    /** Several parts are rare: together they may be rarer, which takes a reason. */
    may_be_lower: z.boolean(),
    /** In its normal form, and in words. */
    situation: SituationField,
    title: z.string(),
  }),
})

export const getHaraReport = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/report',
  summary: "A program's hazard analysis, with its safety goals and requirements, to print and to hand over",
  access: licence,
  input: z.object({ program_uuid: z.uuid(), project_uuid: z.uuid().optional(), form: z.enum(reportForms) }),
  output: z.string(),
  produces: 'application/octet-stream',
})
