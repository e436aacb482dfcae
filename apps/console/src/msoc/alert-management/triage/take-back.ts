import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { restored } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import { caseId } from '../sentences.ts'
import type { UpdateInBatches } from './batches.ts'
import { begin, end } from './pending-rows.ts'
import type { Refused } from './refused.ts'
import type { Notice, TriageSources } from './triage-sources.ts'
import { partOf, subject } from './triage-texts.ts'
import { type Undo, undosOf, undosOfEscalation } from './undo.ts'

interface TakeBackDeps extends Pick<TriageSources, 'takeOut' | 'notify'> {
  readonly updateInBatches: UpdateInBatches
  readonly refused: Refused
}

const words = { doing: 'Undoing', done: 'restored' } as const

/** The undo of an action, and of an escalation. */
export function takeBackOf(queue: AlertQueue, { takeOut, notify, updateInBatches, refused }: TakeBackDeps) {
  return { takeBack, takeEscalationBack }

  /** Gives each alert back what it had before an action, and reports how many of them once (rule QUEUE-45). */
  async function takeBack(undos: readonly Undo[], detail = ''): Promise<void> {
    const now: Alert[] = []
    for (const [, alike] of Map.groupBy(undos, ({ change }) => JSON.stringify(change))) {
      const alerts = alike.map(({ alert }) => alert)
      begin(queue, alerts, words.doing)
      const answers = await updateInBatches(alerts, alike[0]!.change, { words, guarded: false })
      end(queue, alerts)
      for (const answer of answers) {
        now.push(...answer.alerts)
        queue.change((state) => restored(state, answer.alerts))
      }
    }
    notify(reportOf(undos, now, detail))
    const first = undos[0]?.alert.uuid
    if (first !== undefined && queue.getState().queue.entries.has(first)) queue.pointAt(first)
  }

  /** Takes the alerts out of the case and gives them back what they had before (rule QUEUE-45). */
  async function takeEscalationBack(alerts: readonly Alert[], opened: Case, isNew: boolean): Promise<void> {
    const uuids = alerts.map(({ uuid }) => uuid)
    begin(queue, alerts, words.doing)
    try {
      const left = await takeOut(uuids, opened.uuid, isNew)
      end(queue, alerts)
      await takeBack(undosOfEscalation(alerts), left.stage === 'CLOSED' ? `${caseId(opened)} is closed.` : '')
    } catch (problem) {
      end(queue, alerts)
      await refused(alerts, problem, { doing: words.doing, done: `taken out of ${caseId(opened)}` })
    }
  }
}

function reportOf(undos: readonly Undo[], now: readonly Alert[], detail: string): Notice {
  const alerts = undos.map(({ alert }) => alert)
  const count = now.length - undosOf(alerts, now).length
  if (count === undos.length) return { tone: 'plain', text: `Undone: ${subject(alerts)} restored. ${detail}`.trim() }
  const whole = alerts.length === 1 ? `${subject(alerts)} not restored.` : partOf(count, alerts.length)
  const why = 'Others changed it meanwhile, or the same condition has raised another alert, which is open.'
  return { tone: 'warning', text: `${whole} ${why}` }
}
