import type { Org } from '@carapace/shared/core/owned'
import { isUnfinished } from '@carapace/shared/msoc/playbooks/run-states'
import { retryAfter } from '@carapace/shared/msoc/playbooks/run-state'
import { isPassing, type Tx } from '../../core/db.ts'
import type { PlaybookDeps } from './deps.ts'
import { endRun } from './ending.ts'
import {
  earliestLease,
  lockRun,
  type RunRow,
  stepNamed,
  type StepRow,
  versionOf,
  writeRun,
  writeStep,
} from './engine.queries.ts'
import type { Attempt } from './nodes/outside.ts'

interface Attempted {
  readonly runUuid: string
  readonly stepUuid: string
  readonly lease: string
}

/**
 * Records what came of an attempt, if it is still this process's: after the lease another one may have gone on. The
 * run is due at once, unless it has ended: then only the outcome is recorded. Returns the runs that ended with it.
 */
export async function recordAttempt(deps: PlaybookDeps, org: Org, at: Attempted, attempt: Attempt): Promise<string[]> {
  try {
    return await recorded(deps, org, at, attempt)
  } catch (error) {
    if (isPassing(error)) throw error
    deps.onError(error)
    const lost = 'What came of it could not be recorded.'
    const known = { kind: 'failed', error: lost, again: false } as const
    return recorded(deps, org, at, attempt.kind === 'failed' ? known : { kind: 'unknown', error: lost })
  }
}

async function recorded(deps: PlaybookDeps, org: Org, at: Attempted, attempt: Attempt): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, org, at.runUuid)
    const step = await stepNamed(tx, org, at.stepUuid)
    if (!run || step?.waiting?.kind !== 'attempt' || step.waiting.lease !== at.lease) return []
    return write(tx, org, run, step, attempt)
  })
}

async function write(tx: Tx, org: Org, run: RunRow, step: StepRow, attempt: Attempt): Promise<string[]> {
  const now = new Date()
  const isOver = !isUnfinished(run.state)
  const goOn = async (endedSteps: number) => {
    const dueAt = isOver ? await earliestLease(tx, org, run.uuid) : now
    await writeRun(tx, org, run.uuid, { dueAt, steps: run.steps + endedSteps })
    return []
  }
  const end = { waiting: null, dueAt: null, finishedAt: now }
  if (attempt.kind === 'done') {
    await writeStep(tx, org, step.uuid, { ...end, state: 'DONE', port: 'next', output: attempt.output, error: null })
    return goOn(1)
  }
  if (attempt.kind === 'unknown') {
    const waiting = { kind: 'unknown' } as const
    await writeStep(tx, org, step.uuid, { state: 'UNKNOWN', waiting, dueAt: null, error: attempt.error })
    return goOn(0)
  }
  const graph = run.playbookUuid === null ? undefined : (await versionOf(tx, org, run.playbookUuid, run.version))?.graph
  const node = graph?.nodes.find(({ id }) => id === step.node)
  const seconds = attempt.again && !isOver ? retryAfter(node?.retry, step.attempt) : undefined
  if (seconds !== undefined) {
    await writeStep(tx, org, step.uuid, {
      state: 'PENDING',
      waiting: { kind: 'retry' },
      error: attempt.error,
      attempt: step.attempt + 1,
      dueAt: new Date(now.getTime() + seconds * 1_000),
    })
    return goOn(0)
  }
  const hasWay = graph?.edges.some(({ from, port }) => from === step.node && port === 'error') === true
  const failure = { state: 'FAILED', port: hasWay ? 'error' : null, error: attempt.error } as const
  await writeStep(tx, org, step.uuid, { ...end, ...failure, output: attempt.output ?? null })
  if (hasWay || isOver) return goOn(1)
  return endRun(tx, org, run, { state: 'FAILED', error: `${node?.title || step.node}: ${attempt.error}` })
}
