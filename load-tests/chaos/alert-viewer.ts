import WebSocket from 'ws'
import { type ClientFrame, PROTOCOL, type ResumePoint, type ServerFrame } from '@carapace/shared/core/live-protocol'
import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts.contract'

const againMs = 200

/** An analyst's screen that stays open through every crash: what it was told of the alerts, and how. */
export interface AlertViewer {
  /** Counts by alert, as last told. */
  readonly counts: ReadonlyMap<string, number>
  /** Where it stands. */
  readonly seq: number
  readonly resumes: number
  readonly snapshots: number
  /** What a complete and ordered stream has none of: changes told twice, out of order or left out, and alerts raised twice. */
  readonly faults: readonly string[]
  close(): void
}

/** Opens the alert queue before the first alert; whenever the connection breaks, again from where it stood. */
export function openAlertViewer(url: string, token: string): AlertViewer {
  const counts = new Map<string, number>()
  const raised = new Set<string>()
  const faults: string[] = []
  let at: ResumePoint | undefined
  let [resumes, snapshots] = [0, 0]
  let closing = false
  let socket: WebSocket

  function open(): void {
    socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`)
    const say = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
    socket.on('open', () => {
      if (at) resumes += 1
      say({ op: 'hello', token, protocol: PROTOCOL })
      say({ op: 'subscribe', sub: 1, channel: alertsChannel.name, params: {}, ...(at && { from: at }) })
    })
    socket.on('message', (data) => heed(JSON.parse(String(data)) as ServerFrame))
    socket.on('error', () => undefined) // what follows is its close
    socket.on('close', () => {
      if (!closing) setTimeout(open, againMs)
    })
  }

  function heed(frame: ServerFrame): void {
    if (frame.op === 'error') faults.push(`the server says ${frame.code}: ${frame.message}`)
    if (frame.op === 'snapshot') {
      snapshots += 1
      at = { epoch: frame.epoch, seq: frame.seq }
      counts.clear()
      for (const { uuid, count } of alertsChannel.snapshot.parse(frame.data).alerts) counts.set(uuid, count)
    }
    if (frame.op === 'changes') {
      for (const change of frame.data) apply(alertsChannel.change.parse(change))
      at = { epoch: at!.epoch, seq: frame.seq }
    }
  }

  let newest = 0
  function apply({ seq, kind, uuid, alert }: LiveAlert): void {
    if (newest > 0 && seq !== newest + 1) faults.push(`change ${seq} came after change ${newest}`)
    newest = seq
    if (kind === 'raise' && raised.has(uuid)) faults.push(`alert ${uuid} was raised twice`)
    if (kind === 'raise') raised.add(uuid)
    if (alert) counts.set(uuid, alert.count)
  }

  open()
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
    close() {
      closing = true
      socket.terminate()
    },
  }
}
