import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { Node } from '../graph/artefacts/artefacts.contract.ts'
import { asils } from './asil.ts'
import { StoredAsil } from './stored-asil.ts'

const licence = 'FUNCTIONAL_SAFETY_APP'
const ok = z.object({ success: z.literal(true) })
const ofGoal = z.object({ goal_uuid: z.uuid() })

/** The maximum numbers of hardware elements of a goal, of its failure modes and dual-point failures that are listed. */
export const mostElements = 2_000
export const mostModes = 500
/** The maximum number of fault trees of a goal, and of all trees with those that they transfer in. */
export const mostTrees = 20
export const mostJoinedTrees = 100
/** The maximum number of threat scenarios of a goal that are listed. */
export const mostThreats = 200

const Target = z.object({ value: z.number().nullable(), target: z.number(), is_met: z.boolean().nullable() })
/** Failure rates in FIT. */
const Rates = z.object({
  safe: z.number(),
  singlePoint: z.number(),
  residual: z.number(),
  latent: z.number(),
  detected: z.number(),
})
const Mode = z.object({ element: z.uuid(), mode: z.string() })

export const getHardwareMetrics = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/hardware-metrics',
  summary: 'The FMEDA of a safety goal: SPFM, LFM and PMHF of its hardware elements, with their targets',
  access: licence,
  input: ofGoal,
  output: ok.extend({
    asil: z.enum(asils).nullable(),
    elements: z.array(Node),
    /** What keeps the metrics from being computed; empty: they are. */
    problems: z.array(z.object({ element: z.uuid().nullable(), mode: z.string().nullable(), message: z.string() })),
    /** Null: there are problems. Shares are from 0 to 1, rates in FIT. */
    metrics: z
      .object({
        total: z.number(),
        rates: Rates,
        spfm: z.number().nullable(),
        lfm: z.number().nullable(),
        pmhf: z.number(),
        /** Null: the ASIL has no targets, or there is none. */
        targets: z.object({ spfm: Target, lfm: Target, pmhf: Target }).nullable(),
        /** The first 500 in the order of the elements. */
        modes: z.array(Mode.extend({ ...Rates.shape, pmhf: z.number() })),
        /** The first 500, the highest first. */
        dual_points: z.array(z.object({ mechanism: z.string(), fault: Mode, disabling: Mode, pmhf: z.number() })),
        /** The first 500: the PMHF lacks their pairs. */
        unpaired: z.array(Mode),
      })
      .nullable(),
  }),
})

export const getPmhf = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/pmhf',
  summary: 'The PMHF of a safety goal by each of its fault trees, beside the target of its ASIL',
  access: licence,
  input: ofGoal,
  output: ok.extend({
    asil: z.enum(asils).nullable(),
    /** Per hour: the PMHF must be below; null: the ASIL has none. */
    target: z.number().nullable(),
    trees: z.array(
      z.object({
        tree: Node,
        /** Why it has no PMHF; null: it has. */
        problem: z.string().nullable(),
        /** In hours. */
        mission_time: z.number().nullable(),
        /** Per hour; null: it is only known to be from `lower` to `upper`, or not at all. */
        pmhf: z.number().nullable(),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
        /** Whether it meets the target; null: that is not known, or there is none. */
        is_met: z.boolean().nullable(),
        /** How often the top event occurs at mission time, per hour: w. Null: `no_frequency` states why. */
        frequency: z.number().nullable(),
        /** The same of a system whose top event has not occurred, w/(1 - Q); null also if it surely has. */
        conditional_frequency: z.number().nullable(),
        /** How often it is expected to occur until the mission time; null: not known. */
        expected_occurrences: z.number().nullable(),
        no_frequency: z.string().nullable(),
      }),
    ),
  }),
})

export const getThreatsToGoal = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/threats-to-goal',
  summary: 'The threat scenarios that could violate a safety goal, stated or through a damage that is its failure',
  access: licence,
  input: ofGoal,
  output: ok.extend({
    threats: z.array(
      Node.extend({
        /** Today; null: not rated. */
        risk: z.int().nullable(),
        is_stated: z.boolean(),
        /** What leads from the threat to the goal: damage, failure, hazard; one way of possibly several. */
        via: z.array(Node),
      }),
    ),
    truncated: z.boolean(),
  }),
})

export const getGoalsAtStake = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/goals-at-stake',
  summary: 'The safety goals that a threat scenario could violate, with their ASILs',
  access: licence,
  input: z.object({ threat_uuid: z.uuid() }),
  output: ok.extend({
    goals: z.array(Node.extend({ asil: StoredAsil.shape.tag, is_stated: z.boolean(), via: z.array(Node) })),
    truncated: z.boolean(),
  }),
})
