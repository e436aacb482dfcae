import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { limit, someTexts } from '../core/wire.ts'
import { Node } from '../graph/artefacts/artefacts.contract.ts'
import { asils } from './asil.ts'
import { verdicts } from './independence.ts'
import { StoredAsil } from './stored-asil.ts'

const licence = 'FUNCTIONAL_SAFETY_APP'
const ok = z.object({ success: z.literal(true) })

/** The maximum number of artefacts of a tree of ASILs. */
export const mostInAsilTree = 1_000

export const getAsils = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/asils',
  summary: 'The ASILs of hazardous events, safety goals, concepts and requirements of a program, with their problems',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    uuids: someTexts(200, 36).pipe(z.array(z.uuid())).optional(),
    after: z.uuid().optional(),
    limit: limit(2_000, 2_000),
  }),
  output: ok.extend({ asils: z.array(StoredAsil.extend({ uuid: z.uuid() })), next: z.uuid().nullable() }),
})

/** A basic event of a fault tree, and the failure that it stands for. */
const TreeEvent = z.object({ tree: z.uuid(), node: z.string(), failure: z.uuid() })

const Decomposition = z.object({
  of: z.uuid(),
  parts: z.array(z.object({ uuid: z.uuid(), share: z.enum(asils) })).length(2),
  /** The pairs into which its ASIL may be decomposed, as people write them: `B(D)`. */
  allowed: z.array(z.tuple([z.string(), z.string()])),
  /** Whether people have stated that the parts are independent. */
  stated: z.boolean(),
  /** What the fault trees of the goal show. */
  independence: z.object({
    verdict: z.enum(verdicts),
    elements: z.array(Node),
    events: z.array(TreeEvent),
    groups: z.array(z.object({ group: z.string(), one: z.array(TreeEvent), other: z.array(TreeEvent) })),
    notes: z.array(z.string()),
  }),
})

export const getAsilTree = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/asil-tree',
  summary: 'How the ASIL of a safety goal is inherited and decomposed, and whether the parts are independent',
  access: licence,
  input: z.object({ goal_uuid: z.uuid() }),
  output: ok.extend({
    /** The goal, then all that is derived from it, level by level. */
    nodes: z.array(Node.extend({ depth: z.int(), asil: StoredAsil.nullable(), share: z.enum(asils).nullable() })),
    links: z.array(z.object({ kind: z.string(), from: z.uuid(), to: z.uuid() })),
    decompositions: z.array(Decomposition),
    /** The names of failures and trees that the check found, by uuid. */
    named: z.array(Node),
    truncated: z.boolean(),
  }),
})
