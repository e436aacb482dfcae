import type { ResumePoint, ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { keepSubscribed } from './keep-subscribed.ts'

/** An analyst's screen that stays open through every crash: the alerts that it received, and how. */
export interface AlertViewer {
  /** Counts by alert, as last received. */
  readonly counts: ReadonlyMap<string, number>
  /** The last change received. */
  readonly seq: number
  readonly resumes: number
  readonly snapshots: number
  /**
   * Errors that a complete and ordered stream does not have: changes sent twice, out of order or left out, and alerts
   * raised twice.
   */
  readonly faults: readonly string[]
  close(): void
}

/**
 * Opens the alert queue before the first alert. Whenever the connection breaks, it resumes at the next server from the
 * last change.
 */
export function openAlertViewer(urls: readonly string[], token: string): AlertViewer {
  const counts = new Map<string, number>()
  const raised = new Set<string>()
  const faults: string[] = []
  let at: ResumePoint | undefined
  let newest = 0
  let [resumes, snapshots] = [0, 0]
  const { close } = keepSubscribed({
    urls,
    token,
    channel: alertsChannel.name,
    params: {},
    handleFrame,
    from: () => {
      if (at) resumes += 1
      return at
    },
  })

  function handleFrame(frame: ServerFrame): void {
    if (frame.op === 'error') faults.push(`the server reports ${frame.code}: ${frame.message}`)
    if (frame.op === 'snapshot') {
      snapshots += 1
      at = { epoch: frame.epoch, seq: frame.seq }
      newest = frame.seq
      counts.clear()
      for (const { uuid, count } of alertsChannel.snapshot.parse(frame.data).alerts) counts.set(uuid, count)
    }
    if (frame.op === 'changes') {
      for (const change of frame.data) apply(alertsChannel.change.parse(change))
      at = { epoch: at!.epoch, seq: frame.seq }
    }
  }

  function apply({ seq, kind, uuid, alert }: LiveAlert): void {
    if (newest > 0 && seq !== newest + 1) faults.push(`change ${seq} came after change ${newest}`)
    newest = seq
    if (kind === 'raise' && raised.has(uuid)) faults.push(`alert ${uuid} was raised twice`)
    if (kind === 'raise') raised.add(uuid)
    if (alert) counts.set(uuid, alert.count)
  }

  return {
    counts,
    faults,
    get seq() {
      return at?.seq ?? -1
    },
    get resumes() {
      return resumes
    },
    get snapshots() {
      return snapshots
    },
    close,
  }
}
