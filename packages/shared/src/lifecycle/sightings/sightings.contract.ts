import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { Node } from '../../graph/artefacts/artefacts.contract.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })

export const getSightings = endpoint({
  method: 'GET',
  path: 'v2/app/get-sightings',
  summary:
    'The alerts of the last 30 days that a threat scenario foresaw, the latest first, and what they say against ' +
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
    /** What the field contradicts, and what rating it proposes instead; null: nothing. */
    proposal: z.object({ reason: z.string(), feasibility: z.string(), risk: z.int().nullable() }).nullable(),
    /** What was last answered to a proposal. */
    answer: z.object({ answer: z.enum(['reassess', 'stands']), reason: z.string(), at: dateTime }).nullable(),
    /** Of the threat scenario, for an answer. */
    revision: z.int32(),
  }),
})

export const getStepSightings = endpoint({
  method: 'GET',
  path: 'v2/app/get-step-sightings',
  summary: 'Which steps of its attack tree the alerts show that a threat scenario foresaw in the last 30 days',
  access: licence,
  input: z.object({ threat_uuid: z.uuid() }),
  output: ok.extend({
    /** Alerts that show the same steps, of the latest 2,000; those that show none are left out. */
    seen: z.array(
      z.object({
        steps: z.array(z.string()),
        alerts: z.int(),
        /** What these alerts name as their rules, 20 at most. */ rules: z.array(z.string()),
      }),
    ),
    /** Alerts that were looked at, and those that there are. */
    looked: z.int(),
    total: z.int(),
  }),
})

/** Suspect: something changed upstream that nobody has confirmed yet. */
const Step = Node.extend({ is_suspect: z.boolean() })

/** A threat scenario that foresaw an alert, and what it leads to. */
const MatchingScenario = z.object({
  program_uuid: z.uuid(),
  program: z.string(),
  threat: Node,
  /** What it comes to without controls, today, and with those planned; null: not rated. */
  risk: z.int().nullable(),
  today: z.int().nullable(),
  target: z.int().nullable(),
  impact: z.string().nullable(),
  feasibility: z.string().nullable(),
  damages: z.array(Step),
  goals: z.array(Step),
  requirements: z.array(Step),
})
export type MatchingScenario = z.infer<typeof MatchingScenario>

export const getMatchingScenarios = endpoint({
  method: 'GET',
  path: 'v2/app/get-matching-scenarios',
  summary:
    'The threat scenarios that foresaw an alert, with the damage, the risk, the goals and the requirements that ' +
    'they lead to',
  access: licence,
  input: z.object({ alert_uuid: z.uuid() }),
  output: ok.extend({ /** The first 20, by risk. */ scenarios: z.array(MatchingScenario) }),
})

const matching = z.object({
  /** The first 20, by risk: those that `get-matching-scenarios` lists. */ threats: z.array(z.uuid()),
})

/** Which threat scenarios match an alert, of the programs that the viewer sees. */
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
  summary: 'Mark a threat scenario for re-assessment because of what was seen, or say why its rating stands',
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
