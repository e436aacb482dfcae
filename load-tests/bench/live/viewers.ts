import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { type ClientFrame, PROTOCOL, type ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { positionsChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { openRecordLog, type RecordLog } from './record-log.ts'
import { openThinSocket } from './thin-socket.ts'
import type { Bbox } from './viewports.ts'

/** One viewer: its server, its session, and its viewport. */
export interface ViewerOptions {
  /** Its number among the viewers of all processes. */
  readonly at: number
  readonly url: string
  readonly token: string
  readonly viewport: Bbox
  /** Whether its positions are logged. A viewer without a log counts its frames and reads only one letter of each. */
  readonly isLogged: boolean
}

/** The task of a viewing process. */
export interface Viewing {
  readonly viewers: readonly ViewerOptions[]
  /**
   * VIN and fleet index of the vehicles whose positions are logged: viewer, index, ts, the ts before it (0: none),
   * receipt (epoch ms).
   */
  readonly sampled: readonly (readonly [vin: string, index: number])[]
  readonly log: string
}

/** The messages of a viewing process. */
export type ViewersReport =
  | { readonly connected: { readonly held: number[] } }
  | {
      readonly traffic: {
        readonly messages: number
        readonly bytes: number
        readonly reconnects: number
        readonly gaps: number
      }
    }
  /** From each viewer's first try to its snapshot, ms. */
  | { readonly stormed: { readonly took: number[] } }
  | { readonly closed: true }

/**
 * The commands to a viewing process. Numbers are viewers, by their index in `viewers`; the number of a storm is the
 * time over which all of them reconnect, ms.
 */
export type ViewersCommand =
  { readonly freeze: number } | { readonly thaw: number } | { readonly storm: number } | 'traffic' | 'stop'

/** Simultaneous connection attempts at the start. */
const atOnce = 20
const retryMs = 500
const vinLength = 17

interface Viewer extends ViewerOptions {
  socket: { terminate(): void } | undefined
  /** For the sampled vehicles in its window: the time of the newest position that it received. */
  readonly newest: Map<number, number>
}

function openViewers({ viewers: requested, sampled, log: file }: Viewing) {
  const log: RecordLog = openRecordLog(file)
  const indexOf = new Map(sampled)
  const traffic = { messages: 0, bytes: 0, reconnects: 0, gaps: 0 }
  const viewers = requested.map((one): Viewer => ({ ...one, socket: undefined, newest: new Map() }))
  const held: number[] = []
  let stopping = false

  /** Opens a viewer's socket, and opens it again whenever it closes; resolves at its snapshot. */
  function open(viewer: Viewer): Promise<void> {
    return new Promise((resolve) => {
      const closed = (socket: Viewer['socket']) => {
        if (stopping || viewer.socket !== socket) return
        traffic.reconnects += 1
        setTimeout(() => void open(viewer).then(resolve), retryMs)
      }
      viewer.socket = viewer.isLogged ? openLogged(viewer, resolve, closed) : openThin(viewer, resolve, closed)
    })
  }

  function openLogged(viewer: Viewer, ready: () => void, closed: (socket: WebSocket) => void): WebSocket {
    const socket = new WebSocket(addressOf(viewer), {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      headers: headersOf(viewer),
    })
    socket.on('open', () => {
      for (const frame of openingFrames(viewer)) socket.send(JSON.stringify(frame))
    })
    socket.on('message', (data: Buffer) => {
      const now = Date.now()
      traffic.messages += 1
      traffic.bytes += data.length
      const text = data.toString('latin1')
      if (text.startsWith('{"op":"changes"')) see(viewer, text, now)
      else if (handleFrame(viewer, JSON.parse(text) as ServerFrame)) ready()
    })
    socket.on('error', () => undefined) // its close event follows
    socket.on('close', () => closed(socket))
    return socket
  }

  function openThin(viewer: Viewer, ready: () => void, closed: (socket: Viewer['socket']) => void): Viewer['socket'] {
    const socket = openThinSocket(new URL(addressOf(viewer)), headersOf(viewer), {
      opened() {
        for (const frame of openingFrames(viewer)) socket.send(JSON.stringify(frame))
      },
      frame(bytes, letter) {
        traffic.messages += 1
        traffic.bytes += bytes
        if (letter === 's') ready()
        if (letter === 'g') traffic.gaps += 1
        if (letter === 'e') throw new Error(`viewer ${viewer.at} was sent an error`)
      },
      closed: () => closed(socket),
    })
    return socket
  }

  /** Handles rare frames; returns whether it was the snapshot. */
  function handleFrame(viewer: Viewer, frame: ServerFrame): boolean {
    if (frame.op === 'error') throw new Error(`viewer ${viewer.at}: ${frame.message}`)
    if (frame.op === 'gap') traffic.gaps += 1
    if (frame.op !== 'snapshot') return false
    const { vehicles } = frame.data as { vehicles: { vin: string; ts: number }[] }
    held[viewer.at] = vehicles.length
    viewer.newest.clear()
    for (const { vin, ts } of vehicles) if (indexOf.has(vin)) viewer.newest.set(indexOf.get(vin)!, ts)
    return true
  }

  /**
   * Picks the sampled vehicles out of a frame of changes. Parsing all frames of a thousand viewers would measure the
   * parser.
   */
  function see({ at, newest }: Viewer, text: string, now: number): void {
    for (const [index, place] of sampledIn(text, '"vin":"')) {
      const { ts } = JSON.parse(text.slice(text.lastIndexOf('{', place), text.indexOf('}', place) + 1)) as {
        ts: number
      }
      const before = newest.get(index) ?? 0
      if (ts === before) continue // the same position again, with a different health
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
    /** Returns the numbers of vehicles in the first snapshots of the logged viewers. */
    async connect(): Promise<number[]> {
      let next = 0
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (next < viewers.length) await open(viewers[next++]!)
        }),
      )
      return held.filter((count) => count > 0)
    },
    /** Makes a logged viewer stop reading. */
    freeze: (at: number) => (viewers[at]!.socket as WebSocket).pause(),
    thaw: (at: number) => (viewers[at]!.socket as WebSocket).resume(),
    /** Drops all sockets at once; each reconnects at a different time within `spreadMs`. */
    async storm(spreadMs: number): Promise<number[]> {
      for (const viewer of viewers) {
        const { socket } = viewer
        viewer.socket = undefined
        socket?.terminate()
      }
      return Promise.all(
        viewers.map(async (viewer) => {
          await sleep(Math.random() * spreadMs)
          const began = performance.now()
          await open(viewer)
          return performance.now() - began
        }),
      )
    },
    close() {
      stopping = true
      for (const { socket } of viewers) socket?.terminate()
      log.close()
    },
  }
}

function addressOf({ url }: ViewerOptions): string {
  return `${url.replace(/^http/, 'ws')}/api/live`
}

/** Headers as from a proxy, so that the server sees a different address for each viewer. */
function headersOf({ at }: ViewerOptions): Record<string, string> {
  return { 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` }
}

function openingFrames({ token, viewport }: ViewerOptions): ClientFrame[] {
  return [
    { op: 'hello', token, protocol: PROTOCOL },
    { op: 'subscribe', sub: 1, channel: positionsChannel.name, params: { bbox: viewport, zoom: 14, clusters: false } },
  ]
}

// a separate process that takes requests from its parent: so its cycles are not counted as the server's
process.on('disconnect', () => process.exit())
process.once('message', (request: Viewing) => {
  const open = openViewers(request)
  const say = (report: ViewersReport) => process.send!(report)
  process.on('message', (command: ViewersCommand) => {
    if (command === 'traffic') say({ traffic: open.traffic })
    else if (command === 'stop') {
      open.close()
      process.send!({ closed: true } satisfies ViewersReport, () => process.disconnect())
    } else if ('freeze' in command) open.freeze(command.freeze)
    else if ('thaw' in command) open.thaw(command.thaw)
    else void open.storm(command.storm).then((took) => say({ stormed: { took } }))
  })
  void open.connect().then((held) => say({ connected: { held } }))
})
