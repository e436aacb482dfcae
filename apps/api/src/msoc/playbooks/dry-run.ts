import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { Values } from '@carapace/shared/msoc/playbooks/evaluate'
import { readGraph, type ReadGraph } from '@carapace/shared/msoc/playbooks/graph'
import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes, outputsOf } from '@carapace/shared/msoc/playbooks/node-types'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import type { DryStep, dryRunPlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { renderSettings } from '@carapace/shared/msoc/playbooks/render-settings'
import { decide, iterationPath, pathsAround, scopeOf, type ScopeStep } from '@carapace/shared/msoc/playbooks/run-state'
import { isList, type Shape } from '@carapace/shared/msoc/playbooks/shapes'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Viewer } from '../cases/seen.queries.ts'
import { describe } from './describe.ts'
import { choose, condition, setVariables } from './nodes/flow.ts'
import { findAlerts, vehicleFacts } from './nodes/vehicles.ts'
import type { NodeWork } from './node-work.ts'
import { problemsOf } from './saving.ts'
import { subjectNamed } from './starting.ts'

type Input = z.output<typeof dryRunPlaybook.input>

const stepsShown = 2_000
/** Iterations of a for-each that are gone through. */
const iterationsTried = 20

interface Trial {
  readonly tx: Tx
  readonly org: Org
  readonly graph: ReadGraph
  readonly values: Values
  readonly approve: boolean
  readonly steps: DryStep[]
  readonly outputs: Map<string, unknown>
  readonly items: Map<string, readonly unknown[]>
  isTruncated: boolean
  /** Set once it has failed, or reached an end. */
  over?: 'SUCCEEDED' | 'FAILED'
}

/**
 * Goes through a playbook without changing anything: nodes that read, read; nodes that write or go outside say what
 * they would do (rule PLAYBOOK-22).
 */
export async function dryRun(tx: Tx, { org, user }: Caller, input: Input) {
  const [problem] = await problemsOf(tx, org, input)
  if (problem) throw new Failure('INVALID_INPUT', { message: problem.message, errors: { graph: problem.message } })
  const graph = readGraph(input.graph)
  const values = await startValues(tx, org, user, input)
  const trial: Trial = {
    tx,
    org,
    graph,
    values,
    approve: input.approve,
    steps: [],
    outputs: new Map(),
    items: new Map(),
    isTruncated: false,
  }
  await goThrough(trial, '')
  return { state: trial.over ?? ('SUCCEEDED' as const), steps: trial.steps, truncated: trial.isTruncated }
}

async function startValues(tx: Tx, org: Org, viewer: Viewer, { subject, trigger, data }: Input): Promise<Values> {
  const found = subject === null ? undefined : await subjectNamed(tx, org, viewer, subject)
  if (subject !== null && !found) throw new Failure('NOT_FOUND')
  return {
    ...found?.data,
    ...(trigger.kind === 'webhook' && { webhook: { body: data } }),
    ...(trigger.kind === 'called' && { inputs: data }),
    ...(trigger.kind === 'schedule' && { schedule: { at: new Date().toISOString() } }),
    run: {
      uuid: '00000000-0000-0000-0000-000000000000',
      number: 0,
      started_by: null,
      started_at: new Date().toISOString(),
    },
    playbook: { name: 'Dry run', version: 0 },
  }
}

/** Goes through one scope until it is over. */
async function goThrough(trial: Trial, path: string): Promise<void> {
  const steps: ScopeStep[] = []
  for (;;) {
    const { start } = decide(trial.graph, scopeOf(path), steps)
    const [id] = start
    if (id === undefined || trial.over) return
    if (trial.steps.length >= stepsShown) {
      trial.isTruncated = true
      return
    }
    const port = await tryNode(trial, trial.graph.nodes.get(id)!, path)
    if (port === null) trial.over ??= 'FAILED'
    steps.push({ node: id, ended: true, port })
  }
}

/** Tries one node; returns the way out, or null if it failed. */
async function tryNode(trial: Trial, node: PlaybookNode, path: string): Promise<string | null> {
  const values = valuesAt(trial, path)
  let input: Record<string, unknown> = {}
  try {
    input = renderSettings(node, { ...values, secrets: masked })
    const { port, output, simulated } = await outcomeOf(trial, node, input, values)
    trial.outputs.set(`${path} ${node.id}`, output)
    const outcome = simulated ? 'simulated' : 'done'
    trial.steps.push({ node: node.id, path, input, outcome, port, output, summary: describe(node, input, simulated) })
    if (node.type === 'for_each') await tryItems(trial, node, path, input)
    return port
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const failure = { outcome: 'failed', port: null, output: null, summary: error.message } as const
    trial.steps.push({ node: node.id, path, input, ...failure })
    const hasWay = (trial.graph.outOf.get(node.id) ?? []).some(({ port }) => port === 'error')
    return hasWay ? 'error' : null
  }
}

/** Names of secrets in place of their values. */
const masked: Record<string, string> = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => `[secret ${String(name)}]`, getOwnPropertyDescriptor: () => ({ configurable: true, value: '' }) },
)

async function tryItems(trial: Trial, node: PlaybookNode, path: string, input: Record<string, unknown>): Promise<void> {
  const items = input['items']
  if (!Array.isArray(items)) throw new Failure('RULE_REFUSED', { message: '"items" leads to no list.' })
  trial.items.set(`${path} ${node.id}`, items)
  for (const index of items.slice(0, iterationsTried).keys()) {
    if (trial.over) return
    await goThrough(trial, iterationPath(path, node.id, index))
  }
  if (items.length > iterationsTried) trial.isTruncated = true
}

interface Outcome {
  readonly port: string
  readonly output: unknown
  readonly simulated: boolean
}

async function outcomeOf(
  trial: Trial,
  node: PlaybookNode,
  input: Record<string, unknown>,
  values: Values,
): Promise<Outcome> {
  const work = { tx: trial.tx, org: trial.org, input, now: new Date() } as NodeWork
  const real = (result: { port?: string; output?: unknown }) => ({
    port: result.port ?? 'next',
    output: result.output ?? {},
    simulated: false,
  })
  switch (node.type) {
    case 'condition':
      return real(condition(input, values) as { port: string })
    case 'switch':
      return real(choose(work) as { port: string })
    case 'set':
      return real(setVariables(work) as { port: string })
    case 'find_alerts':
      return real((await findAlerts(work)) as { port: string })
    case 'vehicle_facts':
      return real((await vehicleFacts(work)) as { port: string })
    case 'for_each':
      return {
        port: 'done',
        output: { count: Array.isArray(input['items']) ? input['items'].length : 0 },
        simulated: false,
      }
    case 'end':
      trial.over = 'SUCCEEDED'
      return { port: 'end', output: {}, simulated: false }
    case 'approval':
      return { port: trial.approve ? 'approved' : 'rejected', output: sample(node), simulated: true }
    case 'vehicle_action':
      return { port: 'confirmed', output: sample(node), simulated: true }
    default:
      return { port: 'next', output: sample(node), simulated: true }
  }
}

/** Outputs in the shape that the node declares, so that what follows has something to read. */
function sample(node: PlaybookNode): Record<string, unknown> {
  if (!isNodeType(node.type) || !nodeTypes[node.type]) return {}
  return Object.fromEntries(
    Object.entries(outputsOf(node).fields).map(([name, shape]) => [name, sampleOf(name, shape)]),
  )
}

function sampleOf(name: string, shape: Shape): unknown {
  if (shape === 'number') return name === 'status' ? 200 : 1
  if (shape === 'boolean') return true
  if (shape === 'time') return new Date().toISOString()
  if (typeof shape === 'object') return isList(shape) ? [] : {}
  return name.endsWith('_uuid') ? '00000000-0000-0000-0000-000000000000' : `(${name})`
}

function valuesAt({ values, outputs, items, graph }: Trial, path: string): Values {
  const around = pathsAround(path)
  const nodes: Record<string, unknown> = {}
  const vars: Record<string, unknown> = {}
  // the innermost comes last and wins
  for (const one of around.toReversed())
    for (const id of graph.nodes.keys()) {
      const output = outputs.get(`${one} ${id}`)
      if (output === undefined) continue
      nodes[id] = output
      if (graph.nodes.get(id)!.type === 'set') Object.assign(vars, output)
    }
  const parts = path === '' ? [] : path.split('/').map((part) => /^(.*)\[(\d+)\]$/.exec(part)!)
  const found = parts.map(([, loop, index], depth) => {
    const outer = path.split('/').slice(0, depth).join('/')
    return [loop!, items.get(`${outer} ${loop!}`)?.[Number(index)]] as const
  })
  const last = parts.at(-1)
  return {
    ...values,
    nodes,
    vars,
    items: Object.fromEntries(found),
    item: found.at(-1)?.[1],
    index: last && Number(last[2]),
  }
}
