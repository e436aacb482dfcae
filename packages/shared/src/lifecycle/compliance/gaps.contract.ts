import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { Node } from '../../graph/artefacts/artefacts.contract.ts'
import { gapSeverities } from './gaps.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })

/** So many of what breaks a rule are a page. */
export const gapsPerPage = 100

/** A rule that a program breaks somewhere, and what may be done about it. */
const Gap = z.object({
  rule: z.string(),
  title: z.string(),
  severity: z.enum(gapSeverities),
  /** Of all that break it. */
  total: z.int(),
  /** The artefacts of the page, by kind and number. */
  nodes: z.array(Node),
  /** What is no artefact, because it is missing: a work product, an item of a list. */
  items: z.array(z.object({ code: z.string(), title: z.string() })),
  /** The quick fix, where there is one. */
  fix: z.object({ key: z.string(), label: z.string() }).nullable(),
})
export type Gap = z.infer<typeof Gap>

export const getGaps = endpoint({
  method: 'GET',
  path: 'v2/app/get-gaps',
  summary: 'What is missing in a program, by rules: the gravest first',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    /** Only what is in it; what the program has nothing of is not asked then. */
    project_uuid: z.uuid().optional(),
    /** Only what breaks this one. */
    rule: z.string().max(60).optional(),
    /** Of what breaks each rule, 100 at a time. */
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  output: ok.extend({ gaps: z.array(Gap), /** How many rules were looked at. */ rules: z.int() }),
})

export const fixGap = endpoint({
  method: 'POST',
  path: 'v2/app/fix-gap',
  summary: 'Do what a rule proposes about one thing that breaks it: an artefact, or what is missing by its code',
  access: licence,
  needs: 'programs.manage',
  input: z
    .object({
      program_uuid: z.uuid(),
      rule: z.string().max(60),
      uuid: z.uuid().optional(),
      item: z.string().max(20).optional(),
    })
    .refine(
      ({ uuid, item }) => (uuid === undefined) !== (item === undefined),
      'Name an artefact by uuid or what is missing by item, not both.',
    ),
  output: ok.extend({ /** What was made or changed. */ made: z.array(Node) }),
})

export const getTraceMatrix = endpoint({
  method: 'GET',
  path: 'v2/app/get-trace-matrix',
  summary: 'Which artefacts of one kind are linked with which of another, by their codes',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    from_kind: z.string().max(40),
    to_kind: z.string().max(40),
    limit: z.coerce.number().int().min(1).max(1_000).default(300),
  }),
  output: ok.extend({
    from: z.array(Node),
    to: z.array(Node),
    /** Places in `from` and `to`, the kind of the link, and whether it is suspect. */
    cells: z.array(z.tuple([z.int(), z.int(), z.string(), z.boolean()])),
    from_total: z.int(),
    to_total: z.int(),
  }),
})
