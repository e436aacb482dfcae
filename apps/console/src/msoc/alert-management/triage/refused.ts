import { Failure } from '@carapace/shared/core/failure'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { answered, freshened } from '../queue/queue.ts'
import type { AlertQueue } from '../queue/queue.store.ts'
import { alertId, sinceThen } from '../sentences.ts'
import type { Notice, TriageSources, Words } from './triage-sources.ts'
import { subject } from './triage-texts.ts'

/** Reports that an action was refused. */
export type Refused = (targets: readonly Alert[], problem: unknown, words: Words) => Promise<void>

/** Handles a refusal: the selection stays, and the row shows the current state. */
export function refusalsOf(
  queue: AlertQueue,
  { get, why, notify, open }: Pick<TriageSources, 'get' | 'why' | 'notify' | 'open'>,
): Refused {
  const goTo = (alert: Alert): NonNullable<Notice['action']> => ({
    label: `Go to ${alertId(alert)}`,
    run: () => open(alert.uuid),
  })

  return async function refused(targets, problem, { done }) {
    const uuids = targets.map(({ uuid }) => uuid)
    queue.change((state) => answered(state, uuids, []))
    const [only] = targets
    if (problem instanceof Failure && problem.code === 'ROW_CHANGED' && only !== undefined)
      return reportWhatChanged(only, done)
    notify({
      tone: 'error',
      text: `${subject(targets)} not ${done}. ${why(problem)}`,
      ...(only && { action: goTo(only) }),
    })
  }

  async function reportWhatChanged(alert: Alert, done: string): Promise<void> {
    const detail = await get(alert.uuid).catch(() => undefined)
    if (detail !== undefined) queue.change((state) => freshened(state, [detail.alert]))
    queue.changes.next({ uuid: alert.uuid, kind: 'status' })
    const theirs = detail && sinceThen(detail.changes, alert.seq)
    const happened = theirs === undefined ? 'It changed meanwhile.' : `Changed meanwhile by ${theirs}.`
    notify({ tone: 'warning', text: `${alertId(alert)} not ${done}. ${happened}`, action: goTo(alert) })
  }
}
