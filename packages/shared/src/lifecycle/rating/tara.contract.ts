import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, someTexts } from '../../core/wire.ts'
import { Node } from '../../graph/artefacts/artefacts.contract.ts'
import { controlScenarios } from './assessment.ts'
import { WholeTree } from '../attack-tree/attack-tree.ts'
import {
  attackVectors,
  feasibilities,
  feasibilityMethods,
  impactLevels,
  Method,
  potentialFactors,
  stakes,
} from '../methods/method.ts'
import { RisksWire } from '../../graph/collaboration/baselines.contract.ts'
import { Contradiction } from '../sightings/sightings.contract.ts'
import { Milestone } from '../../graph/programs/projects.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })
const keyed = <K extends string, T extends z.ZodType>(keys: readonly K[], value: T) =>
  z.object(Object.fromEntries(keys.map((one) => [one, value])) as Record<K, T>)

export const RatingWire = z.object({
  feasibility: z.enum(feasibilities),
  value: z.number().nullable(),
  /** A value is not rated: the attack may take more than this. */
  incomplete: z.literal(true).optional(),
  /** The field shows it (rule RISK-8). */
  observed: z.literal(true).optional(),
})
export const Ratings = keyed(feasibilityMethods, RatingWire.nullable())
export const ScenarioWire = z.object({
  ratings: Ratings,
  feasibility: z.enum(feasibilities).nullable(),
  risk: z.int().nullable(),
  path: z.array(z.string()),
})

export const AssessmentWire = z.object({
  impact: keyed(stakes, z.enum(impactLevels).nullable()),
  overall: z.enum(impactLevels).nullable(),
  paths: z.int(),
  /** The number of paths that the deciding method does not rate completely. */
  incompletePaths: z.int().optional(),
  scenarios: keyed(controlScenarios, ScenarioWire),
  cal: z.int().nullable(),
  methodsDisagree: z.boolean(),
  trouble: z.string().nullable(),
})

export const getAssessments = endpoint({
  method: 'GET',
  path: 'v2/app/get-assessments',
  summary: 'The assessments of the threat scenarios of a program, and the method that was used',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    uuids: someTexts(200, 36).pipe(z.array(z.uuid())).optional(),
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(2_000).default(2_000),
  }),
  output: ok.extend({
    assessments: z.array(
      AssessmentWire.extend({
        threat_uuid: z.uuid(),
        /** Matching alerts of the last 30 days. */ sightings: z.int(),
        /** Null: the field does not contradict the rating. */ contradiction: Contradiction.nullable(),
      }),
    ),
    method: z.object({ uuid: z.uuid().nullable(), name: z.string(), version: z.int(), content: Method }),
    next: z.uuid().nullable(),
  }),
})

export const getRiskHistory = endpoint({
  method: 'GET',
  path: 'v2/app/get-risk-history',
  summary: 'What the risk of a threat scenario was, by which method, and from when on, the latest first',
  access: licence,
  input: z.object({
    uuid: z.uuid(),
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: ok.extend({
    risks: z.array(RisksWire.extend({ seq: z.int(), at: dateTime, method: z.string() })),
    next: z.int().nullable(),
  }),
})

const PathWire = z.object({
  steps: z.array(z.string()),
  factors: keyed(potentialFactors, z.number()),
  vector: z.enum(attackVectors).nullable(),
  ratings: Ratings,
})
const StepWire = z.object({ id: z.string(), ratings: Ratings, /** On the deciding path. */ decides: z.boolean() })

export const rateTree = endpoint({
  method: 'POST',
  path: 'v2/app/rate-tree',
  summary: 'The ratings of a tree, stored or not, in each scenario of controls: steps, and paths, easiest first',
  access: licence,
  bodyLimit: 1024 * 1024,
  input: z.object({ program_uuid: z.uuid(), tree: WholeTree, threat_uuid: z.uuid().optional() }),
  output: ok.extend({
    scenarios: keyed(
      controlScenarios,
      z.object({
        steps: z.array(StepWire),
        /** The first 500 paths. */ paths: z.array(PathWire),
        risk: z.array(z.int().nullable()),
      }),
    ),
    total: z.int(),
  }),
})

/** The maximum number of programs in one call: a page of their list. */
const mostSummed = 100

export const getProgramSummaries = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-summaries',
  summary: 'Key figures of several programs for their standards; a program that the caller may not see is left out',
  access: licence,
  input: z.object({ uuids: someTexts(mostSummed, 36).pipe(z.array(z.uuid())) }),
  output: ok.extend({
    summaries: z.array(
      z.object({
        program_uuid: z.uuid(),
        open_risks: z.int(),
        suspect: z.int(),
        requirements: z.int(),
        verified: z.int(),
        /** The 42 work products by status, with their counts; null: there is no artefact for them. */
        work_products: z.array(z.object({ status: z.string().nullable(), count: z.int() })),
        /** The number of the 69 items of UN R155 Annex 5 that a threat scenario names. */
        annex5: z.int(),
      }),
    ),
  }),
})

export const getProgramSummary = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-summary',
  summary: 'Key figures of a program: risks, suspect links, verification, work products, sightings in the field',
  access: licence,
  input: z.object({ program_uuid: z.uuid() }),
  output: ok.extend({
    /** Open risks: scenarios whose risk today is `attention` or more. */
    scenarios: z.int(),
    open_risks: z.int(),
    attention: z.int(),
    suspect: z.int(),
    requirements: z.int(),
    verified: z.int(),
    alerts: z.int(),
    scenarios_seen: z.int(),
    /** Scenarios whose rating the field contradicts. */
    contradicted: z.int(),
    /**
     * By impact (negligible first), then feasibility (very low first): the count of scenarios, and the method's risk.
     */
    matrix: z.object({
      initial: z.array(z.array(z.int())),
      target: z.array(z.array(z.int())),
      risk: z.array(z.array(z.int())),
    }),
    /** Counts by risk 1 to 5. */
    risks: z.object({ initial: z.array(z.int()), target: z.array(z.int()) }),
    /**
     * All 42; null: there is no artefact for it. Evidence: linked documents and artefacts; content: artefacts of the
     * kinds that it consists of.
     */
    work_products: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        status: z.string().nullable(),
        uuid: z.uuid().nullable(),
        evidence: z.int(),
        content: z.int(),
      }),
    ),
    /** The eight scenarios with the most sightings in 30 days. */
    seen: z.array(
      z.object({
        node: Node,
        risk: z.int().nullable(),
        contradiction: Contradiction.nullable(),
        alerts: z.int(),
        last_at: dateTime,
        /** By day, the oldest first. */ days: z.array(z.int()),
      }),
    ),
    /** Suspect links by the kind of the dependent artefact. */
    suspects: z.array(z.object({ kind: z.string(), count: z.int() })),
    /** UN R155 Annex 5: the items that scenarios name, with the count of these, and how many of them are treated. */
    annex5: z.array(z.object({ item: z.string(), scenarios: z.int(), treated: z.int() })),
    method: z.object({ uuid: z.uuid().nullable(), name: z.string(), version: z.int() }),
    /** The earliest milestone of its projects; null: none has one. */
    milestone: Milestone.extend({ project_uuid: z.uuid(), project: z.string() }).nullable(),
    progress: z.array(z.object({ phase: z.string(), done: z.int(), of: z.int(), words: z.string() })),
  }),
})
