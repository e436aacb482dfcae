import { Failure } from '@carapace/shared/core/failure'
import { secretsIn } from '@carapace/shared/msoc/playbooks/check-graph'
import type { Values } from '@carapace/shared/msoc/playbooks/evaluate'
import { ExpressionError } from '@carapace/shared/msoc/playbooks/expressions'
import type { Secret } from '@carapace/shared/msoc/playbooks/masking'
import { isNodeType, type NodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes } from '@carapace/shared/msoc/playbooks/node-types'
import { bounds, type PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { renderSettings } from '@carapace/shared/msoc/playbooks/render-settings'
import { storable } from '@carapace/shared/msoc/playbooks/storable'
import { retryAfter } from '@carapace/shared/msoc/playbooks/run-state'
import { isPassing, type Tx } from '../../core/db.ts'
import { actingCaller } from './acting.ts'
import { endStep, isRefusal, type Turn } from './turn.ts'
import { insertStep, type StepRow, writeStep } from './engine.queries.ts'
import { condition } from './nodes/flow.ts'
import { handlers } from './nodes/all.ts'
import { type NodeResult, refused } from './node-work.ts'
import { secretsNamed } from './secrets.queries.ts'
import { valuesFor } from './values.ts'

/** How long after its timeout an attempt outside counts as lost, ms. Half of it is for the way to its beginning. */
const leaseMs = 15_000
/** How soon a step looks again for a place outside, ms. */
const postponedMs = 2_000

/** Starts a node in one iteration. Returns whether the turn ends with it, because it changed data. */
export async function runNode(turn: Turn, id: string, path: string): Promise<boolean> {
  const { tx, org, run } = turn
  if (run.steps + turn.ended >= bounds.steps) {
    turn.over = { state: 'FAILED', error: `A run has at most ${bounds.steps.toLocaleString('en')} steps.` }
    return true
  }
  const step = await insertStep(tx, org, { runUuid: run.uuid, node: id, path, state: 'PENDING', startedAt: turn.now })
  turn.open.set(step.uuid, step)
  turn.scopes.get(path)?.push({ node: id, ended: false, port: null })
  return attempt(turn, step)
}

/** Makes an attempt at a step that has begun. */
export async function attempt(turn: Turn, step: StepRow): Promise<boolean> {
  const node = turn.graph.nodes.get(step.node)!
  const type = node.type as NodeType
  try {
    const given = await inputOf(turn, node, step.path)
    const done = await perform(turn, step, node, given)
    // a record that the database refuses leaves the transaction usable: the step can still fail
    if (nodeTypes[type].effect === 'flow') await record(turn, step, done, given)
    else await turn.tx.transaction(() => record(turn, step, done, given))
  } catch (error) {
    await failed(turn, step, reasonOf(error, turn))
  }
  const { effect } = nodeTypes[type]
  return effect === 'writes' || effect === 'waits'
}

interface Given {
  readonly values: Values
  /** As it is stored: names of secrets in place of their values. */
  readonly input: Record<string, unknown>
  readonly secrets: readonly Secret[]
}

async function inputOf(turn: Turn, node: PlaybookNode, path: string): Promise<Given> {
  const { tx, org, run, graph, deps } = turn
  const values = await valuesFor(tx, org, { run, graph, node, path })
  const names = secretsIn([JSON.stringify(node.settings)])
  const secrets = names.length === 0 ? [] : await secretsNamed(tx, org, deps.seal, names)
  const missing = names.find((name) => !secrets.some((secret) => secret.name === name))
  if (missing !== undefined) throw refused(`There is no secret ${missing}.`)
  const shown = Object.fromEntries(names.map((name) => [name, `[secret ${name}]`]))
  // the nodes write texts of it into other records
  const input = storable(renderSettings(node, { ...values, secrets: shown })) as Record<string, unknown>
  refuseLarge(input, 'input')
  return { values, input, secrets }
}

function refuseLarge(value: unknown, what: string): void {
  if (Buffer.byteLength(JSON.stringify(value ?? null)) > bounds.stepBytes)
    throw refused(`The ${what} of this step is larger than ${bounds.stepBytes / 1024} KiB.`)
}

/** Runs the node; one that reads or changes data inside a savepoint: what it changed is undone if it fails. */
async function perform(turn: Turn, step: StepRow, node: PlaybookNode, given: Given): Promise<NodeResult> {
  const { org, run, deps, now } = turn
  if (!isNodeType(node.type)) throw refused(`There is no type of node "${node.type}".`)
  if (node.type === 'end') return { kind: 'done', port: 'end' }
  if (node.type === 'condition') return condition(given.input, given.values)
  const handle = handlers[node.type]
  const inside = async (tx: Tx) => {
    const caller = actingCaller(org, run)
    const done = await handle({ tx, org, run, node, input: given.input, deps, caller, stepUuid: step.uuid, now })
    if (done.kind !== 'outside') refuseLarge(done.output, 'output')
    return done
  }
  return nodeTypes[node.type].effect === 'flow' ? inside(turn.tx) : turn.tx.transaction(inside)
}

async function record(turn: Turn, step: StepRow, done: NodeResult, given: Given): Promise<void> {
  const { tx, org, now } = turn
  const { input } = given
  if (done.kind === 'outside') return begin(turn, step, done, given)
  if (done.announce) turn.announce.push(done.announce)
  if (done.kind === 'wait') {
    const set = {
      state: 'WAITING',
      input,
      output: done.output ?? null,
      waiting: done.waiting,
      dueAt: done.dueAt,
    } as const
    await writeStep(tx, org, step.uuid, set)
    turn.open.set(step.uuid, { ...step, ...set })
    return
  }
  await endStep(turn, step, { state: 'DONE', port: done.port, input, startedAt: now, output: done.output ?? null })
  if (turn.graph.nodes.get(step.node)!.type === 'end') turn.over = { state: 'SUCCEEDED', error: null }
}

/** Marks that an attempt outside begins; it is made after the commit. */
async function begin(
  turn: Turn,
  step: StepRow,
  { repeatable, timeoutMs }: Extract<NodeResult, { kind: 'outside' }>,
  { values, input, secrets }: Given,
): Promise<void> {
  const { tx, org, graph } = turn
  if (!turn.mayGoOutside) return postpone(turn, step)
  const lease = crypto.randomUUID()
  // the turn may have begun a while ago
  const now = Date.now()
  const set = {
    state: 'RUNNING',
    input,
    waiting: { kind: 'attempt', lease, repeatable },
    dueAt: new Date(now + timeoutMs + leaseMs),
  } as const
  await writeStep(tx, org, step.uuid, set)
  turn.open.set(step.uuid, { ...step, ...set })
  const node = graph.nodes.get(step.node)!
  const real = Object.fromEntries(secrets.map(({ name, value }) => [name, value]))
  turn.outside = {
    stepUuid: step.uuid,
    type: node.type,
    lease,
    beginBy: now + leaseMs / 2,
    input: renderSettings(node, { ...values, secrets: real }),
    secrets,
  }
}

async function postpone(turn: Turn, step: StepRow): Promise<void> {
  const set = { state: 'PENDING', waiting: null, dueAt: new Date(Date.now() + postponedMs) } as const
  await writeStep(turn.tx, turn.org, step.uuid, set)
  turn.open.set(step.uuid, { ...step, ...set })
  turn.isPostponed = true
}

/** A failure is tried again if the node is set to do so, leads to another way, or fails the run (rule PLAYBOOK-14). */
export async function failed(turn: Turn, step: StepRow, error: string, again = true, output?: unknown): Promise<void> {
  const node = turn.graph.nodes.get(step.node)!
  const seconds = again ? retryAfter(node.retry, step.attempt) : undefined
  if (seconds !== undefined) {
    const dueAt = new Date(turn.now.getTime() + seconds * 1_000)
    const set = { state: 'PENDING', error, waiting: { kind: 'retry' }, dueAt, attempt: step.attempt + 1 } as const
    await writeStep(turn.tx, turn.org, step.uuid, set)
    turn.open.set(step.uuid, { ...step, ...set })
    return
  }
  const hasWay = (turn.graph.outOf.get(step.node) ?? []).some(({ port }) => port === 'error')
  await endStep(turn, step, {
    state: 'FAILED',
    port: hasWay ? 'error' : null,
    error,
    ...(output !== undefined && { output }),
  })
  if (!hasWay) turn.over = { state: 'FAILED', error: `${node.title || node.id}: ${error}` }
}

/** The reason of a refusal in words. What may pass is thrown again: the whole turn is repeated. */
function reasonOf(error: unknown, { deps }: Turn): string {
  if (isRefusal(error)) return [error.message, ...Object.values(error.errors)].join(' ')
  // of a version that was saved when this was still an expression
  if (error instanceof ExpressionError) return error.message
  if (error instanceof Failure || isPassing(error)) throw error
  deps.onError(error)
  return 'Something went wrong on our side. It has been recorded.'
}
