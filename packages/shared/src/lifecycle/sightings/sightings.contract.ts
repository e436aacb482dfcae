import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { feasibilities } from '../methods/method.ts'
import { Node } from '../../graph/artefacts/artefacts.contract.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })

const Standing = z.object({ feasibility: z.enum(feasibilities), risk: z.int().nullable() })

/** The rating that the field proposes, why, and the rating of today that it contradicts. */
export const Contradiction = Standing.extend({ reason: z.string(), before: Standing })

export const getSightings = endpoint({
  method: 'GET',
  path: 'v2/app/get-sightings',
  summary:
    'The alerts of the last 30 days that match a threat scenario, the latest first, and how they contradict ' +
    'its rating',
  access: licence,
  input: z.object({ threat_uuid: z.uuid(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
  output: ok.extend({
    sightings: z.array(
      z.object({
        alert_uuid: z.uuid(),
        number: z.int(),
        title: z.string(),
        rule: z.string(),
        severity: z.string(),
        status: z.string(),
        resolution: z.string().nullable(),
        vehicle: z.string().nullable(),
        vehicle_uuid: z.uuid().nullable(),
        at: dateTime,
      }),
    ),
    total: z.int(),
    vehicles: z.int(),
    /** By day, 30 of them, the oldest first. */ days: z.array(z.int()),
    /** The rating that the field's contradiction proposes, with the reason; null: there is no contradiction. */
    proposal: Contradiction.nullable(),
    /** Alerts that an analyst closed as true: attacks with impact, and blocked attempts. */
    confirmed: z.int(),
    blocked: z.int(),
    /** The last answer to a proposal. */
    answer: z
      .object({
        answer: z.enum(['reassess', 'stands']),
        reason: z.string(),
        at: dateTime,
        feasibility: z.enum(feasibilities).nullable().optional(),
      })
      .nullable(),
    /** The revision of the threat scenario, for an answer. */
    revision: z.int32(),
  }),
})

export const getStepSightings = endpoint({
  method: 'GET',
  path: 'v2/app/get-step-sightings',
  summary: 'The steps of an attack tree that the matching alerts of its threat scenario show, of the last 30 days',
  access: licence,
  input: z.object({ threat_uuid: z.uuid() }),
  output: ok.extend({
    /** Alerts that show the same steps, among the latest 2,000; alerts that show no step are left out. */
    seen: z.array(
      z.object({
        steps: z.array(z.string()),
        alerts: z.int(),
        /** The rules of these alerts, up to 20. */ rules: z.array(z.string()),
      }),
    ),
    /** The number of alerts that were checked, and the number of all alerts. */
    looked: z.int(),
    total: z.int(),
  }),
})

/** Suspect: an upstream change is not confirmed yet. */
const Step = Node.extend({ is_suspect: z.boolean() })

/** A threat scenario that matches an alert, and the artefacts that it leads to. */
const MatchingScenario = z.object({
  program_uuid: z.uuid(),
  program: z.string(),
  threat: Node,
  /** Its risk without controls, today, and with the planned controls; null: not rated. */
  risk: z.int().nullable(),
  today: z.int().nullable(),
  target: z.int().nullable(),
  impact: z.string().nullable(),
  feasibility: z.string().nullable(),
  /** Null: the field does not contradict its rating. */
  contradiction: Contradiction.nullable(),
  damages: z.array(Step),
  goals: z.array(Step),
  requirements: z.array(Step),
})
export type MatchingScenario = z.infer<typeof MatchingScenario>

export const getMatchingScenarios = endpoint({
  method: 'GET',
  path: 'v2/app/get-matching-scenarios',
  summary:
    'The threat scenarios that match an alert, with the damage, the risk, the goals and the requirements that ' +
    'they lead to',
  access: licence,
  input: z.object({ alert_uuid: z.uuid() }),
  output: ok.extend({ /** The first 20, by risk. */ scenarios: z.array(MatchingScenario) }),
})

const matching = z.object({
  /** The first 20, by risk: the same as in `get-matching-scenarios`. */ threats: z.array(z.uuid()),
})

/** The threat scenarios that match an alert, from the programs that the viewer may see. */
export const alertScenariosChannel = channel({
  name: 'lifecycle.alert-scenarios',
  delivery: 'state',
  access: licence,
  params: z.object({ alert_uuid: z.uuid() }),
  snapshot: matching,
  change: matching,
})

export const answerProposal = endpoint({
  method: 'POST',
  path: 'v2/app/answer-proposal',
  summary: 'Rate a threat scenario as its alerts propose and mark it for reassessment, or state why its rating stays',
  access: licence,
  needs: 'programs.manage',
  input: z.object({
    threat_uuid: z.uuid(),
    revision: z.int32(),
    answer: z.enum(['reassess', 'stands']),
    reason: z.string().trim().min(1).max(2_000),
  }),
  output: ok,
})
