import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '@carapace/shared/core/live/channel'
import { Failure } from '@carapace/shared/core/failure'
import { ClientFrame, closeCodes, PROTOCOL, type ResumePoint } from '@carapace/shared/core/live/live-protocol'
import { admit, type Caller } from '../http/caller.ts'
import type { Metrics } from '../metrics.ts'
import { fairViewers } from './fair-viewers.ts'
import type { SessionWatch } from './standing.ts'
import { refuseUnstorable } from '../http/storable.ts'
import { rateHz, startTurns } from './turns.ts'
import { createViewer, type Opened, type Outlet, type Viewer } from './viewer.ts'

/** The request to open a subscription, as a channel receives it. */
export interface OpenRequest<C extends Channel> {
  readonly caller: Caller
  readonly params: z.output<C['params']>
  readonly from: ResumePoint | undefined
  readonly outlet: Outlet
}

/** A channel's contract and the function that opens its subscriptions. */
export interface LiveChannel<C extends Channel = Channel> {
  readonly channel: C
  readonly open: (request: OpenRequest<C>) => Promise<Opened>
}

/** Pairs a channel's contract with its server; the type checker verifies that they match. */
export function liveChannel<C extends Channel>(
  channel: C,
  open: (request: OpenRequest<C>) => Promise<Opened>,
): LiveChannel {
  // the list of channels loses the types; each channel only gets requests that its own contract parsed
  return { channel, open: (request) => open(request) }
}

const helloMs = 5_000
/**
 * Maximum number of unauthenticated sockets per address. An address may be that of a proxy or a company: after a
 * restart all of its users connect within seconds, and a refused client tries again.
 */
const unauthenticatedPerAddress = 200
const subscriptionsPerViewer = 64
const framesPerSecond = 100
/**
 * Maximum number of sockets that have sent a hello and wait for authentication, and how much each may send meanwhile,
 * in characters: they are still unauthenticated.
 */
const welcomedAtOnce = 5_000
const earlyCharacters = 16 * 1024
const restartNotice = 'The server restarts. Reconnect.'
/** Time to disconnect all viewers, ms, and the number of rounds; with fewer viewers it takes less time. */
const closingMs = 2_000
const closingRounds = 100

interface Deps {
  readonly channels: readonly LiveChannel[]
  readonly metrics: Metrics
  readonly sessionWatch: SessionWatch
}

/**
 * Serves the live protocol (packages/shared/src/core/live/live-protocol.ts) at /api/live. Returns a function that
 * disconnects all viewers, spread over time, so that they do not reach the next server at once.
 */
export function installLive(
  app: FastifyInstance,
  { channels, metrics, sessionWatch: standing }: Deps,
): () => Promise<void> {
  const byName = new Map(channels.map((one) => [one.channel.name, one]))
  const unauthenticated = new Map<string, number>()
  const viewers = new Set<Viewer>()
  const turns = startTurns()
  const fair = fairViewers()
  let welcoming = 0
  let stopping = false

  app.get('/api/live', { websocket: true }, (socket, request) => {
    if (stopping) return socket.close(closeCodes.goingAway, restartNotice)
    const known = (unauthenticated.get(request.ip) ?? 0) + 1
    if (known > unauthenticatedPerAddress)
      return socket.close(closeCodes.tooMany, 'Too many sockets of this address wait to say hello.')
    unauthenticated.set(request.ip, known)
    void awaitHello(socket, request).finally(() => {
      const left = unauthenticated.get(request.ip)! - 1
      if (left > 0) unauthenticated.set(request.ip, left)
      else unauthenticated.delete(request.ip)
    })
  })

  /**
   * Waits for the hello. Resolves when the socket no longer counts as unauthenticated for its address: after its hello,
   * any waiting is on our side.
   */
  function awaitHello(socket: WebSocket, request: FastifyRequest): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => socket.close(closeCodes.notSignedIn, 'No hello came.'), helloMs)
      socket.once('close', () => {
        clearTimeout(timer)
        done()
      })
      socket.once('message', (data) => {
        clearTimeout(timer)
        done()
        if (welcoming >= welcomedAtOnce) return socket.close(closeCodes.tooMany, 'Too many sockets come at once.')
        welcoming += 1
        welcome(socket, request, String(data))
          .catch((error: unknown) => {
            request.log.error({ err: error }, 'a live socket could not be opened')
            socket.close(1011)
          })
          .finally(() => (welcoming -= 1))
      })
    })
  }

  async function welcome(socket: WebSocket, request: FastifyRequest, text: string): Promise<void> {
    const frame = parse(text)
    if (frame?.op !== 'hello') return socket.close(closeCodes.badFrame, 'The first frame is a hello.')
    if (frame.protocol !== PROTOCOL)
      return socket.close(closeCodes.badFrame, `Protocol ${PROTOCOL} is spoken here. Reload the page.`)
    const early: string[] = []
    let held = 0
    const hold = (data: unknown) => {
      const frameText = String(data)
      held += frameText.length
      if (held > earlyCharacters)
        return socket.close(closeCodes.badFrame, 'Wait for the welcome before you say so much.')
      early.push(frameText)
    }
    socket.on('message', hold)
    const caller = await app.findCaller(frame.token, request.ip).catch(refusalOf)
    socket.off('message', hold)
    if (caller instanceof Failure) return socket.close(closeCodes.tooMany, caller.message)
    if (!caller) return socket.close(closeCodes.notSignedIn, 'The session is over.')
    if (socket.readyState === socket.OPEN) join(socket, caller, early, request)
  }

  function join(socket: WebSocket, caller: Caller, early: readonly string[], request: FastifyRequest): void {
    const leave = fair.join(caller)
    if (!leave) return socket.close(closeCodes.tooMany, 'Too many sockets of this user or organisation are open.')
    const viewer = createViewer(socket, metrics)
    const allowed = budget(framesPerSecond)
    viewers.add(viewer)
    turns.add(viewer, caller.user.uuid)
    metrics.viewers.inc()
    const forget = standing.watch(caller, (code, reason) => viewer.close(code, reason))
    socket.once('close', () => {
      leave()
      forget()
      viewers.delete(viewer)
      turns.remove(viewer)
      metrics.viewers.dec()
    })
    socket.on('error', (error) => request.log.info({ reason: error.message }, 'a live socket broke'))
    viewer.send({ op: 'welcome', protocol: PROTOCOL, rate_hz: rateHz })
    const handleFrame = (text: string) => {
      // a socket that was not read for a while brings all that waited when it closes
      if (socket.readyState !== socket.OPEN) return
      if (!allowed()) return viewer.close(closeCodes.badFrame, 'Too many frames a second.')
      pauseReading(socket, fair.pauseAfterFrame(caller))
      handle(viewer, caller, text).catch((error: unknown) => {
        request.log.error({ err: error }, 'a live frame failed')
        viewer.close(1011, 'Something went wrong on our side.')
      })
    }
    for (const text of early) handleFrame(text)
    socket.on('message', (data) => handleFrame(String(data)))
  }

  async function handle(viewer: Viewer, caller: Caller, text: string): Promise<void> {
    const frame = parse(text)
    if (!frame) return viewer.close(closeCodes.badFrame, 'This is not a frame of the live protocol.')
    switch (frame.op) {
      case 'ping':
        return viewer.send({ op: 'pong', at: frame.at })
      case 'unsubscribe':
        return viewer.end(frame.sub)
      case 'subscribe':
        return subscribe(viewer, caller, frame)
      case 'hello':
        return viewer.close(closeCodes.badFrame, 'One hello is enough.')
    }
  }

  async function subscribe(
    viewer: Viewer,
    caller: Caller,
    { sub, channel: name, params, from }: Extract<ClientFrame, { op: 'subscribe' }>,
  ): Promise<void> {
    try {
      const served = byName.get(name)
      if (!served) throw new Failure('NOT_FOUND', { message: `There is no channel ${name.slice(0, 64)}.` })
      if (viewer.has(sub)) throw new Failure('INVALID_INPUT', { message: `Subscription ${sub} is open already.` })
      if (viewer.subscriptions >= subscriptionsPerViewer)
        throw new Failure('TOO_MANY', { message: `At most ${subscriptionsPerViewer} subscriptions a socket.` })
      admit(caller, served.channel)
      const parsed = served.channel.params.safeParse(params)
      if (!parsed.success)
        throw new Failure('INVALID_INPUT', {
          message: parsed.error.issues
            .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
            .join('; ')
            .slice(0, 500),
        })
      refuseUnstorable(parsed.data)
      await viewer.begin(sub, name, served.channel.delivery, (outlet, isEnded) =>
        fair.open(caller, isEnded, () => served.open({ caller, params: parsed.data, from, outlet })),
      )
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      viewer.send({ op: 'error', sub, code: error.code, message: error.message })
    }
  }

  return async () => {
    stopping = true
    const leaving = [...viewers]
    const rounds = Math.min(closingRounds, leaving.length)
    for (let round = 0; round < rounds; round++) {
      for (let i = round; i < leaving.length; i += rounds) leaving[i]!.close(closeCodes.goingAway, restartNotice)
      if (round + 1 < rounds) await pause(closingMs / closingRounds)
    }
    turns.stop()
  }
}

/** What the client sends meanwhile waits in its own system. */
function pauseReading(socket: WebSocket, ms: number): void {
  if (ms === 0 || socket.isPaused) return
  socket.pause()
  setTimeout(() => socket.resume(), ms)
}

function refusalOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

function parse(text: string): ClientFrame | undefined {
  try {
    const frame = ClientFrame.safeParse(JSON.parse(text))
    return frame.success ? frame.data : undefined
  } catch {
    return undefined // not JSON: the caller answers with badFrame
  }
}

/** Returns a function that allows this many calls per second. */
function budget(perSecond: number): () => boolean {
  let second = 0
  let calls = 0
  return () => {
    const now = Math.floor(Date.now() / 1000)
    calls = now === second ? calls + 1 : 1
    second = now
    return calls <= perSecond
  }
}
