import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore, queryBoolean } from '../../core/wire.ts'
import { runStates, startKinds, stepStates } from './run-states.ts'
import { InputField, PlaybookGraph, subjectKinds, Trigger } from './playbook.ts'

const Subject = z.object({
  kind: z.enum(subjectKinds),
  uuid: z.uuid(),
  /** As people write it: ALR-12, CAS-3, or a VIN. */
  label: z.string(),
})

export const PlaybookRun = z.object({
  uuid: z.uuid(),
  number: z.int(),
  /** Null once the playbook is deleted. */
  playbook_uuid: z.uuid().nullable(),
  playbook: z.string(),
  version: z.int(),
  state: z.enum(runStates),
  started_by_kind: z.enum(startKinds),
  /** The person who started it; null if no person did. */
  started_by: z.string().nullable(),
  subject: Subject.nullable(),
  /** The run of the playbook that runs this one. */
  parent_uuid: z.uuid().nullable(),
  /** Number of steps that wait for a person: approvals, forms, unknown outcomes. */
  needs_people: z.int(),
  /** Number of steps that were done, failed or skipped. */
  steps: z.int(),
  /** The first failure, in words. */
  error: z.string().nullable(),
  created_at: dateTime,
  started_at: dateTime.nullable(),
  finished_at: dateTime.nullable(),
})
export type PlaybookRun = z.infer<typeof PlaybookRun>

/** What a step waits for. */
export const Waiting = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approval'),
    question: z.string(),
    needed: z.int(),
    approvals: z.array(z.object({ by: z.string(), comment: z.string(), at: dateTime })),
    /** Whether the caller may decide; if not, why. */
    may_decide: z.boolean(),
    why_not: z.string().nullable(),
    expires_at: dateTime,
  }),
  z.object({
    kind: z.literal('form'),
    question: z.string(),
    fields: z.array(InputField),
    may_answer: z.boolean(),
    why_not: z.string().nullable(),
    expires_at: dateTime,
  }),
  z.object({ kind: z.literal('delay'), until: dateTime }),
  z.object({ kind: z.literal('retry'), until: dateTime }),
  z.object({ kind: z.literal('run'), run_uuid: z.uuid() }),
  z.object({ kind: z.literal('vehicle_action'), action_uuid: z.uuid() }),
  z.object({ kind: z.literal('items'), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('unknown') }),
])
export type Waiting = z.infer<typeof Waiting>

export const PlaybookStep = z.object({
  uuid: z.uuid(),
  node: z.string(),
  /** In which iterations: `each_alert[3]`, `outer[2]/inner[0]`; empty outside of for-each. */
  path: z.string(),
  attempt: z.int(),
  state: z.enum(stepStates),
  port: z.string().nullable(),
  /** What the node was given, secrets masked. */
  input: z.unknown(),
  output: z.unknown(),
  error: z.string().nullable(),
  waiting: Waiting.nullable(),
  started_at: dateTime.nullable(),
  finished_at: dateTime.nullable(),
})
export type PlaybookStep = z.infer<typeof PlaybookStep>

export const startPlaybookRun = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/run',
  summary: 'Start the enabled version of a playbook by hand',
  access: 'MSOC',
  needs: 'playbooks.run',
  input: z.object({ uuid: z.uuid(), subject: z.object({ kind: z.enum(subjectKinds), uuid: z.uuid() }).nullable() }),
  output: z.object({ success: z.literal(true), run: PlaybookRun }),
})

export const listPlaybookRuns = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/runs',
  summary: 'Runs: failed ones and those that wait for people first, then the latest',
  access: 'MSOC',
  input: z.object({
    playbook: z.uuid().optional(),
    state: oneOrMore(runStates).optional(),
    subject_kind: z.enum(subjectKinds).optional(),
    subject: z.uuid().optional(),
    /** Only those with steps that wait for a person. */
    needs_people: queryBoolean.optional(),
    /** `latest`: by when they were created only. */
    sort: z.enum(['failures', 'latest']).default('failures'),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ runs: z.array(PlaybookRun), next_cursor: z.string().nullable(), total: z.int() }),
})

/** The totals of the steps of one node, all iterations together. */
export const NodeTotals = z.object({
  node: z.string(),
  /** Number of steps by state. */
  counts: z.partialRecord(z.enum(stepStates), z.int()),
})

export const getPlaybookRun = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/runs/get',
  summary: 'One run with its graph, the totals of each node and the steps outside of for-each',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    run: PlaybookRun,
    /** Null once the playbook is deleted. */
    trigger: Trigger.nullable(),
    graph: PlaybookGraph.nullable(),
    nodes: z.array(NodeTotals),
    /** Those outside of for-each (at most 1,000), and all that wait for a person or failed (at most 200). */
    steps: z.array(PlaybookStep),
  }),
})

export const listPlaybookSteps = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/runs/steps',
  summary: 'The steps of a run, of one node if you name it, in order',
  access: 'MSOC',
  input: z.object({
    uuid: z.uuid(),
    node: z.string().max(40).optional(),
    state: oneOrMore(stepStates).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ steps: z.array(PlaybookStep), next_cursor: z.string().nullable() }),
})

/** A step that waits for a person, with its run. */
export const WaitingStep = z.object({ run: PlaybookRun, title: z.string(), step: PlaybookStep })
export type WaitingStep = z.infer<typeof WaitingStep>

export const listWaitingSteps = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/runs/waiting',
  summary: 'The approvals, forms and unknown outcomes that wait for a person, the earliest first; at most 200',
  access: 'MSOC',
  input: z.object({ /** Only those that the caller may decide or answer. */ mine: queryBoolean.optional() }),
  output: z.object({ steps: z.array(WaitingStep), total: z.int() }),
})

const changed = z.object({ success: z.literal(true), run: PlaybookRun })
const comment = z.string().trim().max(1_000).default('')

export const decideApproval = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/runs/decide',
  summary: 'Approve or reject what waits for approval; refused to the person who started the run, and to anyone twice',
  access: 'MSOC',
  needs: 'playbooks.approve',
  input: z.object({ step_uuid: z.uuid(), decision: z.enum(['approve', 'reject']), comment }),
  output: changed,
})

export const answerForm = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/runs/answer',
  summary: 'Answer a form that waits for an answer',
  access: 'MSOC',
  needs: 'playbooks.run',
  input: z.object({
    step_uuid: z.uuid(),
    values: z.record(z.string().max(40), z.union([z.string().max(4_000), z.number(), z.boolean()])),
  }),
  output: changed,
})

export const resolveUnknown = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/runs/resolve',
  summary: 'State the outcome of an external action that nobody knows: done, failed, or do it again',
  access: 'MSOC',
  needs: 'playbooks.run',
  input: z.object({ step_uuid: z.uuid(), outcome: z.enum(['done', 'failed', 'again']), comment }),
  output: changed,
})

export const cancelPlaybookRun = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/runs/cancel',
  summary: 'End a run that has not finished; what has been done stays done',
  access: 'MSOC',
  needs: 'playbooks.run',
  input: z.object({ uuid: z.uuid() }),
  output: changed,
})

export const retryPlaybookRun = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/runs/retry',
  summary: 'Go on with a failed run from a step that failed',
  access: 'MSOC',
  needs: 'playbooks.run',
  input: z.object({ uuid: z.uuid(), step_uuid: z.uuid() }),
  output: changed,
})
