import { Counter, Rate, Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'
import type { ClientFrame, ResumePoint, ServerFrame } from '@carapace/shared/core/live/live-protocol'
import type { LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Alert, alertsIn, get } from './api.ts'
import { installation } from './settings.ts'
import { area, vinPrefix } from './traffic.ts'
import { followAlerts } from './following.ts'

/** From an alert's last event to the viewer's socket: senders and viewers use the same clock. */
const deliveryMs = new Trend('live_delivery_ms', true)
/** From the connection to the first snapshot of the alerts. */
const snapshotMs = new Trend('live_snapshot_ms', true)
const frames = new Counter('live_frames')
/** Changes of alerts that a viewer received. */
const changes = new Counter('live_alert_changes')
const reconnects = new Counter('live_reconnects')
/** Changes that the server reported as left out. */
const gaps = new Counter('live_gaps')
/** Changes of alerts that were left out or sent twice without a report. */
const holes = new Counter('live_holes')
const refusals = new Counter('live_refusals')
const complete = new Rate('live_complete')
/** The delay of this virtual user's own timers: k6's contribution to the delivery time. */
const lateMs = new Trend('loop_late_ms', true)

const protocol = 1
const subs = { alerts: 1, counters: 2, positions: 3 } as const
const againMs = 500
/** The maximum time until a viewer shows the last alert after the load has ended, and the interval of the checks. */
const settleMs = 20_000
const lookMs = 1_000
const watchEveryMs = 500

/** A viewer, as seen by its opener. */
interface Wall {
  agreesWith(truth: readonly Alert[]): boolean
  close(): void
}

/**
 * Opens this virtual user's viewers, one after the other over `openingS`. After `seconds` they are compared with the
 * api's list of alerts since the start of the run (`since`, epoch ms). They close when they agree or time is up.
 */
export function openWalls(token: string, since: number, count: number, openingS: number, seconds: number): void {
  const walls: Wall[] = []
  for (let i = 0; i < count; i++) setTimeout(() => walls.push(openWall(token)), ((i * openingS) / count) * 1000)
  const watching = watchLoop()

  /** Requests the list once for all of them: the comparison should not be a load itself. */
  function settle(until: number): void {
    const truth = trueAlerts(token, since)
    const agree = walls.map((wall) => wall.agreesWith(truth))
    if (!agree.every(Boolean) && Date.now() < until) return void setTimeout(() => settle(until), lookMs)
    for (const agrees of agree) complete.add(agrees)
    clearInterval(watching)
    for (const wall of walls) wall.close()
  }
  setTimeout(() => settle(Date.now() + settleMs), seconds * 1000)
}

function watchLoop() {
  let due = Date.now() + watchEveryMs
  return setInterval(() => {
    lateMs.add(Math.max(0, Date.now() - due))
    due = Date.now() + watchEveryMs
  }, watchEveryMs)
}

/**
 * A wall display: alerts, counters and the map over one socket. It reconnects whenever it is disconnected, and resumes
 * the alerts from the last change.
 */
function openWall(token: string): Wall {
  const follower = followAlerts()
  let at: ResumePoint | undefined
  let socket: WebSocket
  let isOver = false

  function connect(): void {
    const began = Date.now()
    const mine = (socket = new WebSocket(`${installation.apiUrl.replace(/^http/, 'ws')}/api/live`))
    const say = (frame: ClientFrame) => mine.send(JSON.stringify(frame))
    mine.onopen = () => {
      say({ op: 'hello', token, protocol })
      say({ op: 'subscribe', sub: subs.alerts, channel: 'msoc.alerts', params: {}, ...(at && { from: at }) })
      say({ op: 'subscribe', sub: subs.counters, channel: 'msoc.counters', params: {} })
      say({ op: 'subscribe', sub: subs.positions, channel: 'msoc.positions', params: { bbox: area, zoom: 7 } })
    }
    mine.onmessage = ({ data }) => {
      frames.add(1)
      handleFrame(JSON.parse(data) as ServerFrame, began)
    }
    mine.onerror = () => undefined // its close event follows
    mine.onclose = ({ code }) => {
      if (isOver) return
      reconnects.add(1, { code: String(code) })
      setTimeout(connect, againMs)
    }
  }

  function handleFrame(frame: ServerFrame, began: number): void {
    if (frame.op === 'error') refusals.add(1, { code: frame.code })
    if (frame.op === 'gap') gaps.add(frame.dropped)
    if (!('sub' in frame) || frame.sub !== subs.alerts) return
    if (frame.op === 'snapshot') {
      snapshotMs.add(Date.now() - began)
      at = { epoch: frame.epoch, seq: frame.seq }
      follower.begin((frame.data as { alerts: readonly Alert[] }).alerts)
    }
    if (frame.op === 'changes') {
      at = { epoch: at!.epoch, seq: frame.seq }
      applyChanges(frame.data as readonly LiveAlert[])
    }
  }

  function applyChanges(received: readonly LiveAlert[]): void {
    const now = Date.now()
    changes.add(received.length)
    holes.add(follower.apply(received))
    for (const { kind, alert } of received) if (alert && isNews(kind)) deliveryMs.add(now - Date.parse(alert.last_seen))
  }

  connect()
  return {
    agreesWith: (truth) => follower.agreesWith(truth),
    close() {
      isOver = true
      socket.close(1000)
    },
  }
}

/** Whether an event makes this kind of change, at the event's own time. */
function isNews(kind: LiveAlert['kind']): boolean {
  return kind === 'raise' || kind === 'count' || kind === 'recur'
}

function trueAlerts(token: string, since: number): readonly Alert[] {
  return alertsIn(get(token, 'msoc/v1/alerts', { q: vinPrefix, from: new Date(since).toISOString(), limit: 500 }))
}

/** The limits for every viewer. Delivery is to a viewer's socket, in ms. */
export const wallsAreTrue = {
  live_gaps: ['count==0'],
  live_holes: ['count==0'],
  live_refusals: ['count==0'],
  live_complete: ['rate==1'],
  live_delivery_ms: ['p(99)<500'],
}
