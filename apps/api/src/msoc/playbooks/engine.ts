import type { Org } from '@carapace/shared/core/owned'
import { readGraph, type ReadGraph } from '@carapace/shared/msoc/playbooks/graph'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import { decide, iterationPath, scopeOf, type ScopeStep } from '@carapace/shared/msoc/playbooks/run-state'
import type { Database, Tx } from '../../core/db.ts'
import { announceRuns, type PlaybookDeps } from './deps.ts'
import { endRun, settleEnded } from './ending.ts'
import {
  openSteps,
  type RunRow,
  scopeSteps,
  type StepRow,
  takeRun,
  versionOf,
  writeRun,
  writeStep,
} from './engine.queries.ts'
import { runNode } from './run-node.ts'
import { settle } from './settle-step.ts'
import { endStep, type OutsideWork, type Turn } from './turn.ts'

/** `idle`: nothing is to be done now. */
export interface TurnResult {
  readonly kind: 'busy' | 'idle' | 'more' | 'outside'
  readonly outside?: OutsideWork
}

/** Steps in one transaction, and how long it goes on, ms. */
const stepsAtOnce = 200
const longestMs = 500

/**
 * Works on a run in one transaction: the effects of its steps and their records commit together, so that each is done
 * exactly once, whenever the process dies (rule PLAYBOOK-17). A node that changes data ends the turn, because it holds
 * locks on which others wait.
 */
export async function takeTurn(deps: PlaybookDeps, org: Org, uuid: string, mayGoOutside: boolean): Promise<TurnResult> {
  const announce: (() => void)[] = []
  const result = await deps.db.transaction(async (tx): Promise<TurnResult> => {
    const run = await takeRun(tx, org, uuid)
    if (!run) return { kind: 'busy' }
    if (!isUnfinished(run.state)) {
      await settleEnded(tx, org, run)
      return { kind: 'idle' }
    }
    const graph = await graphOf(tx, org, run)
    if (!graph) return failWithoutGraph(tx, org, run)
    const open = new Map((await openSteps(tx, org, uuid)).map((step) => [step.uuid, step]))
    const fixed = { tx, org, run, graph, deps, mayGoOutside, now: new Date(), open, announce }
    const turn: Turn = { ...fixed, scopes: new Map(), ended: 0, isPostponed: false }
    for (const step of open.values()) if (!turn.over && !turn.outside) await settle(turn, step)
    const isMore = await goOn(turn)
    return finishTurn(turn, isMore)
  })
  for (const each of announce) each()
  if (result.kind !== 'busy') announceRuns(deps.publisher, org.uuid, [uuid])
  return result
}

const graphs = new Map<string, ReadGraph>()
const graphsKept = 50

/** The graph of a run's version; versions never change, so the latest ones used are kept. */
async function graphOf(tx: Tx | Database, org: Org, run: RunRow): Promise<ReadGraph | undefined> {
  if (run.playbookUuid === null) return undefined
  const key = `${run.playbookUuid} ${run.version}`
  const known = graphs.get(key)
  if (known) return known
  const version = await versionOf(tx, org, run.playbookUuid, run.version)
  if (!version) return undefined
  const graph = readGraph(version.graph)
  if (graphs.size >= graphsKept) graphs.delete(graphs.keys().next().value!)
  graphs.set(key, graph)
  return graph
}

async function failWithoutGraph(tx: Tx, org: Org, run: RunRow): Promise<TurnResult> {
  await endRun(tx, org, run, { state: 'FAILED', error: 'The playbook was deleted.' })
  return { kind: 'idle' }
}

/** Starts what can start; returns whether more is left for another turn. */
async function goOn(turn: Turn): Promise<boolean> {
  const began = Date.now()
  for (let steps = 0; !turn.over && !turn.outside; steps += 1) {
    if (steps >= stepsAtOnce || Date.now() - began > longestMs) return true
    const next = await nextWork(turn)
    if (next === 'none') return false
    if (next === 'advanced') continue
    if (await runNode(turn, next.node, next.path)) return true
  }
  return false
}

type Next = { readonly node: string; readonly path: string } | 'advanced' | 'none'

/** The next node to start: of iterations first, the innermost first, then of the whole graph. */
async function nextWork(turn: Turn): Promise<Next> {
  const loops = [...turn.open.values()].filter(({ waiting }) => waiting?.kind === 'items')
  for (const loop of loops.toSorted((a, b) => b.path.length - a.path.length)) {
    const path = iterationPath(loop.path, loop.node, (loop.waiting as { done: number }).done)
    const { start, isOver } = await decided(turn, path)
    if (start[0] !== undefined) return { node: start[0], path }
    if (isOver) {
      await advance(turn, loop, path)
      return 'advanced'
    }
  }
  const { start, isOver } = await decided(turn, '')
  if (start[0] !== undefined) return { node: start[0], path: '' }
  if (isOver) turn.over = { state: 'SUCCEEDED', error: null }
  return 'none'
}

async function decided(turn: Turn, path: string) {
  const known = turn.scopes.get(path) ?? (await loadScope(turn, path))
  return decide(turn.graph, scopeOf(path), known)
}

async function loadScope({ tx, org, run, scopes }: Turn, path: string): Promise<ScopeStep[]> {
  const rows = await scopeSteps(tx, org, run.uuid, path)
  const steps = rows.map(({ node, state, port }) => ({
    node,
    ended: state === 'DONE' || state === 'FAILED' || state === 'SKIPPED',
    port,
  }))
  scopes.set(path, steps)
  return steps
}

/** Begins the next iteration of a for-each, or ends it after the last one. */
async function advance(turn: Turn, loop: StepRow, path: string): Promise<void> {
  const { done, total } = loop.waiting as { done: number; total: number }
  turn.scopes.delete(path)
  if (done + 1 < total) {
    const waiting = { kind: 'items', done: done + 1, total } as const
    await writeStep(turn.tx, turn.org, loop.uuid, { waiting })
    turn.open.set(loop.uuid, { ...loop, waiting })
    // nothing of the next iteration has begun: it need not be read
    turn.scopes.set(iterationPath(loop.path, loop.node, done + 1), [])
  } else await endStep(turn, loop, { state: 'DONE', port: 'done', output: { count: total } })
}

/** Writes what became of the run, and when it is due again. */
async function finishTurn(turn: Turn, isMore: boolean): Promise<TurnResult> {
  const { tx, org, run, deps, open, now, over, outside } = turn
  const begun = { steps: run.steps + turn.ended, ...(run.startedAt === null && { startedAt: now }) }
  if (over) {
    const ended = await endRun(tx, org, run, over, begun)
    turn.announce.push(() => announceRuns(deps.publisher, org.uuid, ended))
    return { kind: 'idle' }
  }
  const isWorking = isMore || outside !== undefined || turn.isPostponed
  await writeRun(tx, org, run.uuid, {
    ...begun,
    state: isWorking ? 'RUNNING' : 'WAITING',
    error: null,
    needsPeople: [...open.values()].filter(waitsForPeople).length,
    dueAt: isMore && !outside ? now : earliest([...open.values()]),
  })
  if (outside) return { kind: 'outside', outside }
  return { kind: isMore ? 'more' : 'idle' }
}

function waitsForPeople({ waiting, state }: StepRow): boolean {
  return state === 'UNKNOWN' || waiting?.kind === 'approval' || waiting?.kind === 'form'
}

function earliest(open: readonly StepRow[]): Date | null {
  const times = open.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]))
  return times.length === 0 ? null : new Date(Math.min(...times))
}
