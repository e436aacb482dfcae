import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { Node } from '../../graph/artefacts/artefacts.contract.ts'
import { gapSeverities } from './gaps.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })

/** The number of violations of a rule on a page. */
export const gapsPerPage = 100

/** A rule that a program violates, and its quick fix. */
const Gap = z.object({
  rule: z.string(),
  title: z.string(),
  severity: z.enum(gapSeverities),
  /** The number of all violations. */
  total: z.int(),
  /** The artefacts of the page, by kind and number. */
  nodes: z.array(Node),
  /** Missing things, which are not artefacts yet: a work product, an item of a list. */
  items: z.array(z.object({ code: z.string(), title: z.string() })),
  /** The quick fix; null: there is none. */
  fix: z.object({ key: z.string(), label: z.string() }).nullable(),
})
export type Gap = z.infer<typeof Gap>

export const getGaps = endpoint({
  method: 'GET',
  path: 'v2/app/get-gaps',
  summary: 'What is missing in a program, by rules: the most severe first',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    /** Only violations in this project; rules about what the program lacks are not checked then. */
    project_uuid: z.uuid().optional(),
    /** Only violations of this rule. */
    rule: z.string().max(60).optional(),
    /** The page of the violations of each rule, 100 on each. */
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  output: ok.extend({ gaps: z.array(Gap), /** The number of rules that were checked. */ rules: z.int() }),
})

export const fixGap = endpoint({
  method: 'POST',
  path: 'v2/app/fix-gap',
  summary: 'Apply the quick fix of a rule to one violation: an artefact, or a missing item by its code',
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
      'Name an artefact by uuid or a missing item by item, not both.',
    ),
  output: ok.extend({ /** The artefacts that were made or changed. */ made: z.array(Node) }),
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
    /** Positions in `from` and `to`, the kind of the link, and whether it is suspect. */
    cells: z.array(z.tuple([z.int(), z.int(), z.string(), z.boolean()])),
    from_total: z.int(),
    to_total: z.int(),
  }),
})
