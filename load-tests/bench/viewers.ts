import WebSocket from 'ws'
import { type ClientFrame, PROTOCOL, type ServerFrame } from '@carapace/shared/core/live-protocol'
import { positionsChannel } from '@carapace/shared/msoc/vehicles.contract'
import { openRecordLog, type RecordLog } from './record-log.ts'
import type { Bbox } from './viewports.ts'

/** What the viewing process is asked to do. */
export interface Viewing {
  readonly url: string
  readonly token: string
  readonly viewports: readonly Bbox[]
  /** VIN and fleet index of the vehicles whose positions are logged: viewer, index, ts, the ts before it (0: none), receipt (epoch ms). */
  readonly sampled: readonly (readonly [vin: string, index: number])[]
  readonly log: string
}

/** What it tells while it goes on. */
export type ViewersSaid =
  | { readonly connected: { readonly held: number[] } }
  | { readonly traffic: { readonly messages: number; readonly bytes: number; readonly reconnects: number; readonly gaps: number } }
  | { readonly closed: true }

/** What it is told after that: numbers are viewers. */
export type ViewersTold = { readonly freeze: number } | { readonly thaw: number } | 'traffic' | 'stop'

/** A server greets a limited number of strangers of one address at a time. */
const atOnce = 20
const vinLength = 17

interface Viewer {
  socket: WebSocket | undefined
  /** Of the sampled vehicles in its window: the time of the newest position it was given. */
  readonly newest: Map<number, number>
}

export function openViewers({ url, token, viewports, sampled, log: file }: Viewing) {
  const log: RecordLog = openRecordLog(file)
  const indexOf = new Map(sampled)
  const traffic = { messages: 0, bytes: 0, reconnects: 0, gaps: 0 }
  const viewers = viewports.map((): Viewer => ({ socket: undefined, newest: new Map() }))
  const held: number[] = []
  let stopping = false

  /** Opens a viewer's socket; resolves at its snapshot, and opens it again whenever it breaks. */
  function open(at: number): Promise<void> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { perMessageDeflate: false, skipUTF8Validation: true })
    const say = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
    viewers[at]!.socket = socket
    return new Promise((resolve) => {
      socket.on('open', () => {
        say({ op: 'hello', token, protocol: PROTOCOL })
        say({ op: 'subscribe', sub: 1, channel: positionsChannel.name, params: { bbox: viewports[at], zoom: 14, clusters: false } })
      })
      socket.on('message', (data: Buffer) => {
        const now = Date.now()
        traffic.messages += 1
        traffic.bytes += data.length
        const text = data.toString('latin1')
        if (text.startsWith('{"op":"changes"')) return see(at, text, now)
        if (heed(at, JSON.parse(text) as ServerFrame)) resolve()
      })
      socket.on('error', () => undefined) // what follows is its close
      socket.on('close', () => {
        if (stopping) return
        traffic.reconnects += 1
        setTimeout(() => void open(at).then(resolve), 500)
      })
    })
  }

  /** Frames that are rare; whether it was the snapshot. */
  function heed(at: number, frame: ServerFrame): boolean {
    if (frame.op === 'error') throw new Error(`viewer ${at}: ${frame.message}`)
    if (frame.op === 'gap') traffic.gaps += 1
    if (frame.op !== 'snapshot') return false
    const { vehicles } = positionsChannel.snapshot.parse(frame.data)
    held[at] = vehicles.length
    viewers[at]!.newest.clear()
    for (const { vin, ts } of vehicles) if (indexOf.has(vin)) viewers[at]!.newest.set(indexOf.get(vin)!, ts)
    return true
  }

  /** Picks the sampled vehicles out of a frame of changes. Parsing all of a thousand viewers' frames would measure the parser. */
  function see(at: number, text: string, now: number): void {
    const { newest } = viewers[at]!
    for (const [index, place] of sampledIn(text, '"vin":"')) {
      const { ts } = JSON.parse(text.slice(text.lastIndexOf('{', place), text.indexOf('}', place) + 1)) as { ts: number }
      const before = newest.get(index) ?? 0
      if (ts === before) continue // the same position again, with another health
      newest.set(index, ts)
      log.add(at, index, ts, before, now)
    }
    for (const [index] of sampledIn(text, '"gone":"')) newest.delete(index)
  }

  function* sampledIn(text: string, label: string): Generator<[index: number, place: number]> {
    for (let place = text.indexOf(label); place >= 0; place = text.indexOf(label, place + 1)) {
      const start = place + label.length
      const index = indexOf.get(text.slice(start, start + vinLength))
      if (index !== undefined) yield [index, place]
    }
  }

  return {
    traffic,
    viewers,
    async connect(): Promise<number[]> {
      let next = 0
      await Promise.all(Array.from({ length: atOnce }, async () => {
        while (next < viewports.length) await open(next++)
      }))
      return held
    },
    close() {
      stopping = true
      for (const { socket } of viewers) socket?.terminate()
      log.close()
    },
  }
}

// a process of its own, asked by its parent: its cycles are the viewers', not the server's
process.once('message', (asked: Viewing) => {
  const open = openViewers(asked)
  const say = (said: ViewersSaid) => process.send!(said)
  process.on('message', (told: ViewersTold) => {
    if (told === 'traffic') say({ traffic: open.traffic })
    else if (told === 'stop') {
      open.close()
      process.send!({ closed: true } satisfies ViewersSaid, () => process.disconnect())
    } else if ('freeze' in told) open.viewers[told.freeze]!.socket!.pause()
    else open.viewers[told.thaw]!.socket!.resume()
  })
  void open.connect().then((held) => say({ connected: { held } }))
})
