import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { answered, restored } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import { alertId } from '../sentences.ts'
import { begin, end, freeOf, moveOn, settle } from './pending-rows.ts'
import type { Refused } from './refused.ts'
import type { TriageSources } from './triage-sources.ts'
import { subject } from './triage-texts.ts'

/** Merging alerts into one, and taking them out again, each with an undo (rule QUEUE-86). */
export function mergesOf(
  queue: AlertQueue,
  { merge, unmerge, notify }: Pick<TriageSources, 'merge' | 'unmerge' | 'notify'>,
  refused: Refused,
) {
  return { merge: mergeAll, unmerge: unmergeAll }

  async function mergeAll(targets: readonly Alert[], into: Alert): Promise<void> {
    const parts = freeOf(queue, targets).filter(({ uuid }) => uuid !== into.uuid)
    if (parts.length === 0) return
    begin(queue, parts, 'Merging')
    moveOn(queue, parts)
    try {
      const { alerts } = await merge(uuidsOf(parts), into.uuid)
      take(parts, alerts)
      notify({
        tone: 'plain',
        text: `${subject(parts)} merged into ${alertId(into)}.`,
        action: { label: 'Undo', keys: 'z', run: () => void unmergeAll(parts, true) },
      })
    } catch (problem) {
      await refused(parts, problem, { doing: 'Merging', done: 'merged' })
    }
    end(queue, parts)
  }

  /** As an undo it offers no undo of its own. */
  async function unmergeAll(targets: readonly Alert[], isUndo = false): Promise<void> {
    const parts = freeOf(queue, targets)
    if (parts.length === 0) return
    begin(queue, parts, 'Unmerging')
    try {
      const { alerts, unmerged, refused: left } = await unmerge(uuidsOf(parts))
      take(parts, alerts)
      queue.change((state) => restored(state, alerts))
      report(parts, { unmerged, left, isUndo, whole: parts[0]?.merged_into ?? null })
    } catch (problem) {
      await refused(parts, problem, { doing: 'Unmerging', done: 'unmerged' })
    }
    end(queue, parts)
  }

  /** Rows show the answer, and open details read their alerts again. */
  function take(parts: readonly Alert[], alerts: readonly Alert[]): void {
    queue.change((state) => answered(state, uuidsOf(parts), alerts))
    settle(queue, [...new Set([...uuidsOf(parts), ...uuidsOf(alerts)])])
  }

  interface Unmerged {
    readonly unmerged: number
    readonly left: number
    readonly isUndo: boolean
    readonly whole: Alert['merged_into']
  }

  function report(parts: readonly Alert[], { unmerged, left, isUndo, whole }: Unmerged): void {
    if (left > 0)
      return notify({
        tone: 'warning',
        text: `${unmerged} of ${parts.length} unmerged. The same condition has raised another alert, which is open.`,
      })
    const again = async () => {
      try {
        take(parts, (await merge(uuidsOf(parts), whole!.uuid)).alerts)
        notify({ tone: 'plain', text: `Undone: ${subject(parts)} merged into ${alertId(whole!)}.` })
      } catch (problem) {
        await refused(parts, problem, { doing: 'Merging', done: 'merged' })
      }
    }
    const undo = { label: 'Undo', keys: 'z', run: () => void again() }
    notify({
      tone: 'plain',
      text: isUndo ? `Undone: ${subject(parts)} unmerged.` : `${subject(parts)} unmerged.`,
      ...(!isUndo && whole !== null && { action: undo }),
    })
  }
}

function uuidsOf(alerts: readonly Alert[]): string[] {
  return alerts.map(({ uuid }) => uuid)
}
