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
import { Milestone } from '../../graph/programs/projects.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })
const keyed = <K extends string, T extends z.ZodType>(keys: readonly K[], value: T) =>
  z.object(Object.fromEntries(keys.map((one) => [one, value])) as Record<K, T>)

export const RatingWire = z.object({ feasibility: z.enum(feasibilities), value: z.number().nullable() })
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
  scenarios: keyed(controlScenarios, ScenarioWire),
  cal: z.int().nullable(),
  methodsDisagree: z.boolean(),
  trouble: z.string().nullable(),
})

export const getAssessments = endpoint({
  method: 'GET',
  path: 'v2/app/get-assessments',
  summary: 'What the threat scenarios of a program come to, and the method that says so',
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
        /** Alerts of the last 30 days that it foresaw. */ sightings: z.int(),
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
const StepWire = z.object({ id: z.string(), ratings: Ratings, /** On the path that decides. */ decides: z.boolean() })

export const rateTree = endpoint({
  method: 'POST',
  path: 'v2/app/rate-tree',
  summary: 'What a tree comes to in each scenario of controls, stored or not: its steps, and its paths, easiest first',
  access: licence,
  bodyLimit: 1024 * 1024,
  input: z.object({ program_uuid: z.uuid(), tree: WholeTree, threat_uuid: z.uuid().optional() }),
  output: ok.extend({
    scenarios: keyed(
      controlScenarios,
      z.object({
        steps: z.array(StepWire),
        /** The first 500. */ paths: z.array(PathWire),
        risk: z.array(z.int().nullable()),
      }),
    ),
    total: z.int(),
  }),
})

/** So many programs are summed up by one call: a page of their list. */
const mostSummed = 100

export const getProgramSummaries = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-summaries',
  summary:
    'What some programs have to show for their standards, each in a few figures; one that is not shown to who ' +
    'asks is left out',
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
        /** The 42 work products by status; null: nobody keeps so many. */
        work_products: z.array(z.object({ status: z.string().nullable(), count: z.int() })),
        /** How many of the 69 items of UN R155 Annex 5 a threat scenario names. */
        annex5: z.int(),
      }),
    ),
  }),
})

export const getProgramSummary = endpoint({
  method: 'GET',
  path: 'v2/app/get-program-summary',
  summary: 'A program in figures: risks, what is suspect, what is verified, work products, what the field says',
  access: licence,
  input: z.object({ program_uuid: z.uuid() }),
  output: ok.extend({
    /** Open risks: scenarios that today come to `attention` or more. */
    scenarios: z.int(),
    open_risks: z.int(),
    attention: z.int(),
    suspect: z.int(),
    requirements: z.int(),
    verified: z.int(),
    alerts: z.int(),
    scenarios_seen: z.int(),
    /**
     * By impact (negligible first), then feasibility (very low first): how many scenarios, and which risk the method
     * has there.
     */
    matrix: z.object({
      initial: z.array(z.array(z.int())),
      target: z.array(z.array(z.int())),
      risk: z.array(z.array(z.int())),
    }),
    /** By risk 1 to 5. */
    risks: z.object({ initial: z.array(z.int()), target: z.array(z.int()) }),
    /**
     * All 42; null: nobody keeps one. Evidence: documents and artefacts that were linked; content: artefacts of the
     * kinds that it is made of.
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
    /** The eight scenarios that were seen most in 30 days. */
    seen: z.array(
      z.object({
        node: Node,
        risk: z.int().nullable(),
        alerts: z.int(),
        last_at: dateTime,
        /** By day, the oldest first. */ days: z.array(z.int()),
      }),
    ),
    /** Suspect links by the kind of what depends on the change. */
    suspects: z.array(z.object({ kind: z.string(), count: z.int() })),
    /** UN R155 Annex 5: the items that a scenario names, with how many do, and how many of these are treated. */
    annex5: z.array(z.object({ item: z.string(), scenarios: z.int(), treated: z.int() })),
    method: z.object({ uuid: z.uuid().nullable(), name: z.string(), version: z.int() }),
    /** The earliest milestone of its projects; null: none has one. */
    milestone: Milestone.extend({ project_uuid: z.uuid(), project: z.string() }).nullable(),
    progress: z.array(z.object({ phase: z.string(), done: z.int(), of: z.int(), words: z.string() })),
  }),
})
