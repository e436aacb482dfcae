import { z } from 'zod'
import { gateKinds } from '../../graph/fault-tree/fault-tree.ts'
import { Expression } from './expression.ts'

/** The shape of fault trees: drawn, stored and sent. Nodes have ids, so that a node may be below several gates. */
export const nodeId = z
  .string()
  .max(100)
  .regex(/^[\p{L}_][\p{L}\p{N}_]*(-[\p{L}\p{N}_]+)*$/u, 'Letters, digits, _ and single hyphens; a letter first.')

const named = { id: nodeId, title: z.string().trim().max(200).default(''), note: z.string().max(2_000).default('') }
const drawn = {
  ...named,
  /** Its position in the editor; absent: the layout decides. */
  at: z.object({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) }).optional(),
}

/** The maximum number of a gate's inputs. */
export const mostParts = 2_000

const GateNode = z.object({
  ...drawn,
  kind: z.literal('gate'),
  gate: z.enum(gateKinds),
  /** Ids of nodes. The last one of an inhibit gate is its condition. */
  parts: z.array(nodeId).max(mostParts),
  /** For `at-least`: how many parts. */
  least: z.int().optional(),
})
export type GateNode = z.infer<typeof GateNode>

/** A node of another tree, with all that is below it. */
const TransferNode = z.object({
  ...drawn,
  kind: z.literal('transfer'),
  /** Uuid of the artefact with the other tree. */
  tree: z.uuid(),
  /** Id of a node there; absent: its top. */
  node: nodeId.optional(),
})
export type TransferNode = z.infer<typeof TransferNode>

/** The symbols of events without a gate (NUREG-0492, IV-1); all are computed alike. */
export const eventKinds = ['basic', 'undeveloped', 'conditioning'] as const

const EventNode = z.object({
  ...drawn,
  kind: z.enum(eventKinds),
  /** The probability at mission time; null: not known, or that of its common-cause group. */
  probability: Expression.nullable().default(null),
  /** Uuid of the artefact that it stands for: a malfunction, a failure of an FMEA. */
  artefact: z.uuid().nullable().default(null),
})
export type EventNode = z.infer<typeof EventNode>

/** An event that is known to have occurred, or not to have. */
const HouseNode = z.object({ ...drawn, kind: z.literal('house'), state: z.boolean() })

export const FaultNode = z.discriminatedUnion('kind', [GateNode, TransferNode, EventNode, HouseNode])
export type FaultNode = z.infer<typeof FaultNode>

export const commonCauseModels = ['beta-factor', 'MGL', 'alpha-factor', 'phi-factor'] as const
export type CommonCauseModel = (typeof commonCauseModels)[number]

/** Basic events that may fail of a common cause; all of them have the probability `total`. */
export const CommonCauseGroup = z.object({
  ...named,
  model: z.enum(commonCauseModels),
  members: z.array(nodeId).max(100),
  total: Expression,
  /** By level: of beta-factor one, of MGL from level 2, of the others from level 1. */
  factors: z.array(Expression).max(100),
  /** Whether the data of an alpha factor is from staggered tests. */
  staggered: z.boolean().default(false),
})
export type CommonCauseGroup = z.infer<typeof CommonCauseGroup>

/** A number that expressions share: in a Monte Carlo trial it has one value, wherever it is used. */
export const Parameter = z.object({
  ...named,
  /** A word for people, such as `hours-1`: it converts nothing. */
  unit: z.string().max(20).nullable().default(null),
  value: Expression,
})
export type Parameter = z.infer<typeof Parameter>

export const mostNodes = 5_000

/** A tree by its shape. `whyNotTree` checks whether it is valid (rules FTA-1 to FTA-8). */
export const StoredTree = z.object({
  top: nodeId,
  /** In hours. */
  missionTime: z.number().positive().max(1e9),
  nodes: z.array(FaultNode).min(1).max(mostNodes),
  groups: z.array(CommonCauseGroup).max(500).default([]),
  parameters: z.array(Parameter).max(2_000).default([]),
})
export type StoredTree = z.infer<typeof StoredTree>

/** A tree without its positions. */
export function meaningIn({ nodes, ...tree }: StoredTree): StoredTree {
  return { ...tree, nodes: nodes.map(({ at: _at, ...node }) => node) }
}
