import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { ReadGraph } from '@carapace/shared/msoc/playbooks/graph'
import type { ScopeStep } from '@carapace/shared/msoc/playbooks/run-state'
import type { Tx } from '../../core/db.ts'
import type { PlaybookDeps } from './deps.ts'
import { type RunRow, type StepRow, writeStep } from './engine.queries.ts'

/** What one transaction works with. */
export interface Turn {
  readonly tx: Tx
  readonly org: Org
  readonly run: RunRow
  readonly graph: ReadGraph
  readonly deps: PlaybookDeps
  readonly now: Date
  /** Whether there is a place for an attempt outside. */
  readonly mayGoOutside: boolean
  /** The steps that have begun and not ended, kept up to date. */
  readonly open: Map<string, StepRow>
  readonly scopes: Map<string, ScopeStep[]>
  readonly announce: (() => void)[]
  /** Steps that ended in this turn. */
  ended: number
  /** Set once the run has failed, or reached an end. */
  over?: { readonly state: 'SUCCEEDED' | 'FAILED'; readonly error: string | null }
  /** A step that is to be done outside, after the commit. */
  outside?: OutsideWork
  /** Whether a step is to be done outside as soon as there is a place. */
  isPostponed: boolean
}

export interface OutsideWork {
  readonly stepUuid: string
  readonly type: string
  readonly lease: string
  /** Later than this it must not begin: it would not end within its lease. */
  readonly beginBy: number
  /** With the values of secrets in it: only in memory. */
  readonly input: Record<string, unknown>
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
}

/** Records the end of a step. */
export async function endStep(
  turn: Turn,
  step: StepRow,
  end: {
    readonly state: 'DONE' | 'FAILED'
    readonly port: string | null
    readonly input?: Record<string, unknown>
    readonly startedAt?: Date
    readonly output?: unknown
    readonly error?: string
  },
): Promise<void> {
  const { tx, org } = turn
  await writeStep(tx, org, step.uuid, {
    state: end.state,
    port: end.port,
    ...(end.input !== undefined && { input: end.input }),
    ...(end.startedAt !== undefined && { startedAt: end.startedAt }),
    ...(end.output !== undefined && { output: end.output }),
    error: end.error ?? null,
    waiting: null,
    dueAt: null,
    finishedAt: turn.now,
  })
  turn.open.delete(step.uuid)
  turn.ended += 1
  const scope = turn.scopes.get(step.path)
  if (scope)
    turn.scopes.set(step.path, [
      ...scope.filter(({ node }) => node !== step.node),
      { node: step.node, ended: true, port: end.port },
    ])
}

/** Whether an error is the node's own: it is recorded with its step. Any other is a bug, or the database's. */
export function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && error.code !== 'ROW_CHANGED' && error.code !== 'BUSY'
}
