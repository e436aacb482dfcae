import type { Alert, AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Resolution } from '@carapace/shared/msoc/alerts/alerts'
import { sentenceCase } from '../../../core/format/format.ts'
import { answered } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import { alertId, caseId, resolutionTexts } from '../sentences.ts'
import { batchesOf } from './batches.ts'
import { mergesOf } from './merging.ts'
import { begin, end, freeOf, moveOn, settle } from './pending-rows.ts'
import { refusalsOf } from './refused.ts'
import { takeBackOf } from './take-back.ts'
import type { Into, SettableStatus, TriageSources, UpdateAnswer, Words } from './triage-sources.ts'
import { outcomeOf, subject, totalsOf, whyUnchanged } from './triage-texts.ts'
import { undosOf } from './undo.ts'

/** Maximum number of alerts that are added to a case at once. */
export const perCase = 500

export interface Triage {
  readonly acknowledge: (targets: readonly Alert[]) => Promise<void>
  readonly assign: (targets: readonly Alert[], owner: string | null, name?: string) => Promise<void>
  readonly setStatus: (targets: readonly Alert[], status: SettableStatus) => Promise<void>
  readonly close: (targets: readonly Alert[], resolution: Resolution, comment?: string) => Promise<void>
  readonly reopen: (targets: readonly Alert[]) => Promise<void>
  readonly escalate: (targets: readonly Alert[], into: Into) => Promise<void>
  readonly merge: (targets: readonly Alert[], into: Alert) => Promise<void>
  readonly unmerge: (targets: readonly Alert[]) => Promise<void>
}

/**
 * The analyst's actions on alerts. Rows show that an action is pending, and then the server's response; there are no
 * optimistic updates (rules QUEUE-40 to QUEUE-45).
 */
export function triageOf(queue: AlertQueue, sources: TriageSources): Triage {
  const { notify } = sources
  const refused = refusalsOf(queue, sources)
  const updateInBatches = batchesOf(queue, sources.update, refused)
  const { takeBack, takeEscalationBack } = takeBackOf(queue, { ...sources, updateInBatches, refused })

  return {
    acknowledge: (targets) => perform(targets, { acknowledge: true }, { doing: 'Acknowledging', done: 'acknowledged' }),
    assign(targets, owner, name) {
      const done = owner === null ? 'unassigned' : `assigned to ${owner === 'me' ? 'you' : (name ?? 'them')}`
      return perform(targets, { owner }, { doing: 'Assigning', done })
    },
    setStatus: (targets, status) =>
      perform(targets, { status }, { doing: 'Saving', done: `set to ${sentenceCase(status)}` }),
    close(targets, resolution, comment) {
      const words = { doing: 'Closing', done: 'closed', detail: resolutionTexts[resolution], leaves: true }
      return perform(targets, { status: 'CLOSED', resolution, ...(comment && { comment }) }, words)
    },
    reopen: (targets) => perform(targets, { status: 'NEW' }, { doing: 'Reopening', done: 'reopened' }),
    escalate,
    ...mergesOf(queue, sources, refused),
  }

  async function perform(targets: readonly Alert[], change: AlertUpdate, words: Words): Promise<void> {
    const free = freeOf(queue, targets)
    if (free.length === 0) return

    begin(queue, free, words.doing)
    if (words.leaves) moveOn(queue, free)
    const answers = await updateInBatches(free, change, { words, guarded: true })
    end(queue, free)
    if (answers.length > 0) reportOutcome(free, answers, words)
  }

  /** Adds all alerts to one case; they become escalated (rule QUEUE-69). */
  async function escalate(targets: readonly Alert[], into: Into): Promise<void> {
    const free = freeOf(queue, targets).slice(0, perCase)
    if (free.length === 0) return
    begin(queue, free, 'Escalating')
    moveOn(queue, free)
    try {
      await addToCase(free, into)
    } catch (problem) {
      await refused(free, problem, { doing: 'Escalating', done: 'escalated' })
    }
    end(queue, free)
  }

  async function addToCase(free: readonly Alert[], into: Into): Promise<void> {
    const uuids = free.map(({ uuid }) => uuid)
    const { case: opened, alerts } = await sources.escalate(uuids, into)
    const escalated = alerts.filter(({ uuid }) => uuids.includes(uuid))
    queue.change((state) => answered(state, uuids, escalated))
    settle(queue, uuids)
    const run = () => void takeEscalationBack(free, opened, 'title' in into)
    notify({
      tone: 'plain',
      text: `${subject(free)} escalated to ${caseId(opened)}.`,
      action: { label: 'Undo', keys: 'z', run },
      toCase: opened,
    })
  }

  /** Reports the outcome, with those that did not change, and offers to undo it (rule QUEUE-45). */
  function reportOutcome(targets: readonly Alert[], answers: readonly UpdateAnswer[], words: Words): void {
    const [only] = targets
    if (targets.length === 1 && only !== undefined && totalsOf(answers).updated === 0) {
      const why = whyUnchanged(answers[0]?.alerts[0], words)
      return notify({ tone: 'warning', text: `${alertId(only)} not ${words.done}. ${why}` })
    }
    const now = answers.flatMap(({ alerts }) => alerts)
    const undos = undosOf(targets, now)
    const undo = { label: 'Undo', keys: 'z', run: () => void takeBack(undos) }
    notify({ tone: 'plain', text: outcomeOf(targets, answers, words), ...(undos.length > 0 && { action: undo }) })
  }
}
