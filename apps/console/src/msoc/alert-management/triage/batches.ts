import type { Alert, AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import { answered } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import { settle } from './pending-rows.ts'
import type { Refused } from './refused.ts'
import type { TriageSources, UpdateAnswer, Words } from './triage-sources.ts'

/** Maximum number of alerts per call. */
const perCall = 500

interface BatchOptions {
  readonly words: Words
  /** Whether a single alert is changed only at the revision that is shown. */
  readonly guarded: boolean
}

/** Sends one change of some alerts. */
export type UpdateInBatches = (
  targets: readonly Alert[],
  change: AlertUpdate,
  options: BatchOptions,
) => Promise<readonly UpdateAnswer[]>

/**
 * Sends the calls one after the other. A refusal names the alerts that were not changed; earlier calls keep their
 * effect.
 */
export function batchesOf(queue: AlertQueue, update: TriageSources['update'], refused: Refused): UpdateInBatches {
  return async function updateInBatches(targets, change, { words, guarded }) {
    const answers: UpdateAnswer[] = []
    for (let from = 0; from < targets.length; from += perCall) {
      try {
        answers.push(await updateBatch(targets.slice(from, from + perCall), change, guarded && targets.length === 1))
      } catch (problem) {
        await refused(targets.slice(from), problem, words)
        break
      }
    }
    return answers
  }

  async function updateBatch(some: readonly Alert[], change: AlertUpdate, guarded: boolean): Promise<UpdateAnswer> {
    const uuids = some.map(({ uuid }) => uuid)
    const [only] = some
    const answer = await update({ uuids, ...(guarded && only && { revision: only.revision }), change })
    queue.change((state) => answered(state, uuids, answer.alerts))
    settle(queue, uuids)
    return answer
  }
}
