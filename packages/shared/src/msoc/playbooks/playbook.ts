import { z } from 'zod'
import { AlertMatchers } from '../alerts/pipeline/alert-matchers.ts'
import { severities } from '../severity.ts'

/** Bounds of a playbook and of its runs (rule PLAYBOOK-1). */
export const bounds = {
  nodes: 1_000,
  edges: 4_000,
  /** Items of one for-each. */
  items: 10_000,
  /** Steps of one run, iterations included. */
  steps: 100_000,
  /** Playbooks inside playbooks, and for-each inside for-each. */
  depth: 5,
  /** Runs of an organisation that are worked on at once; others queue. */
  runsAtOnce: 50,
  /** Runs of an organisation that its alerts and cases start within an hour. */
  startsPerHour: 5_000,
  /** Input or output of a step, bytes of JSON. */
  stepBytes: 64 * 1024,
  playbooks: 500,
  secrets: 200,
} as const

/** The name by which a graph and its expressions refer to a node. */
export const nodeId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and underscores.')

/** One node of a graph. What its settings must be depends on its type: see node-types.ts. */
export const PlaybookNode = z.object({
  id: nodeId,
  type: z.string().min(1).max(40),
  title: z.string().trim().max(100),
  /** Where the editor draws it. */
  position: z.object({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) }),
  settings: z.record(z.string().max(60), z.unknown()),
  /** How often a failed attempt is made again, and after how many seconds the first time; doubled each time. */
  retry: z.object({ times: z.int().min(0).max(10), after_seconds: z.int().min(1).max(3600) }).optional(),
})
export type PlaybookNode = z.infer<typeof PlaybookNode>

/** A connection: when `from` leaves through `port`, `to` follows. The port of a node with one way out is `next`. */
export const PlaybookEdge = z.object({ from: nodeId, port: z.string().min(1).max(40), to: nodeId })
export type PlaybookEdge = z.infer<typeof PlaybookEdge>

/** Nodes without an incoming edge start when the run starts. Edges form no cycle. */
export const PlaybookGraph = z.object({
  nodes: z.array(PlaybookNode).min(1).max(bounds.nodes),
  edges: z.array(PlaybookEdge).max(bounds.edges),
})
export type PlaybookGraph = z.infer<typeof PlaybookGraph>

const cronField = z
  .string()
  .regex(/^(\*|\*\/\d{1,2}|\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?){0,30})$/, 'Write *, */5, 7, 1-5 or 1,15.')

/** When a schedule starts a run: at an interval, or at times by the fields of cron. Times are UTC. */
export const Schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('interval'), minutes: z.int().min(1).max(44_640) }),
  z.object({
    kind: z.literal('cron'),
    minute: cronField,
    hour: cronField,
    day: cronField.default('*'),
    month: cronField.default('*'),
    /** 0 is Sunday. */
    weekday: cronField.default('*'),
  }),
])
export type Schedule = z.infer<typeof Schedule>

export const caseEvents = ['opened', 'changed', 'closed'] as const
export const subjectKinds = ['alert', 'case', 'vehicle'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The types of values in forms and in the inputs of a called playbook. */
export const valueTypes = ['text', 'number', 'boolean', 'choice'] as const

/** One value that a person or a calling playbook gives. */
export const InputField = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and underscores.'),
  label: z.string().trim().min(1).max(100),
  type: z.enum(valueTypes),
  /** Of a choice. */
  options: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  required: z.boolean().default(true),
})
export type InputField = z.infer<typeof InputField>

/** What starts a run, and therefore what its expressions can read. */
export const Trigger = z.discriminatedUnion('kind', [
  /** A new alert; also by hand from an alert. Without matchers: every alert. */
  z.object({ kind: z.literal('alert'), matchers: AlertMatchers.nullable().default(null) }),
  /** A change of a case; also by hand from a case. */
  z.object({
    kind: z.literal('case'),
    on: z.array(z.enum(caseEvents)).min(1).max(caseEvents.length),
    severities: z.array(z.enum(severities)).min(1).max(severities.length).optional(),
  }),
  z.object({ kind: z.literal('schedule'), schedule: Schedule }),
  /** A signed request; its JSON body is `webhook.body`. */
  z.object({ kind: z.literal('webhook') }),
  /** By hand, from the drawer of this subject; null: from the list of playbooks. */
  z.object({ kind: z.literal('manual'), subject: z.enum(subjectKinds).nullable() }),
  /** Only by another playbook, which gives these inputs. */
  z.object({ kind: z.literal('called'), inputs: z.array(InputField).max(50) }),
])
export type Trigger = z.infer<typeof Trigger>
export type TriggerKind = Trigger['kind']

/** From which drawer a playbook can be started by hand; undefined: from none (rule PLAYBOOK-2). */
export function subjectOf(trigger: Trigger): SubjectKind | undefined {
  if (trigger.kind === 'alert' || trigger.kind === 'case') return trigger.kind
  return trigger.kind === 'manual' ? (trigger.subject ?? undefined) : undefined
}

/** A mistake in a playbook. `node`: the node to show it at; null: the trigger or the whole graph. */
export interface Problem {
  readonly node: string | null
  /** The setting that is wrong, if it is one. */
  readonly field: string | null
  readonly message: string
}

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'one_of',
  'greater',
  'at_least',
  'less',
  'at_most',
  'is_set',
  'is_not_set',
] as const
export type Operator = (typeof operators)[number]

/** One comparison. `field` is a path without braces, as `alert.severity`; `value` is a template. */
export const Comparison = z.object({
  field: z.string().trim().min(1).max(300),
  op: z.enum(operators),
  /** Of `one_of`: values separated by commas. Not looked at by `is_set` and `is_not_set`. */
  value: z.string().max(1_000).default(''),
})
export type Comparison = z.infer<typeof Comparison>

/** Comparisons of which all or any must hold; groups nest at most three deep. */
export interface Conditions {
  readonly match: 'all' | 'any'
  readonly tests: readonly (Comparison | Conditions)[]
}

const group = <T extends z.ZodType>(inner: T) =>
  z.object({ match: z.enum(['all', 'any']), tests: z.array(inner).min(1).max(30) })

export const Conditions: z.ZodType<Conditions> = group(
  z.union([Comparison, group(z.union([Comparison, group(Comparison)]))]),
)
