import type { FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { type CandumpFrame, parseCandumpLine } from '@carapace/shared/msoc/events/candump'
import { clockFault, timeOf } from '@carapace/shared/msoc/events/event-time'
import { type CanEvent, frameFlags } from '@carapace/shared/msoc/events/events'
import type { createRateLimit, Sender } from '../../core/senders.ts'
import { arrivalOf } from './arrival.ts'
import { packFrame } from './packing.ts'
import type { Chunk, ChunkReceiver } from '../chunk.ts'

/** Frames per chunk: a large log is stored part by part while it is still being read. */
const framesPerPart = 10_000
const rejectsReported = 1_000

interface Upload {
  readonly request: FastifyRequest<{ Querystring: { vehicle?: string; start?: string } }>
  readonly sender: Sender
  readonly rateLimit: ReturnType<typeof createRateLimit>
  readonly taker: ChunkReceiver
}

interface Outcome {
  accepted: number
  rejected: { line: number; reason: string }[]
  rejected_total: number
  parts: number
}

/**
 * Streams a candump log: `start` states when its first frame happened, `now`, `keep` (the log's own times) or a time.
 * Each part is committed separately under `<Idempotency-Key>/<part>`, so that a broken upload can be sent again as a
 * whole.
 */
export async function uploadCandump({ request, sender, rateLimit, taker }: Upload): Promise<Outcome> {
  const { vehicle, start = 'now' } = request.query
  if (!vehicle || !/^[\w.:-]{1,64}$/.test(vehicle))
    throw new Failure('INVALID_INPUT', {
      message: 'vehicle: name the vehicle in the query, 1 to 64 of letters, digits and . _ : -',
    })
  const shift = shiftOf(start)
  const key = request.headers['idempotency-key']
  const outcome: Outcome = { accepted: 0, rejected: [], rejected_total: 0, parts: 0 }
  let part = emptyPart()

  async function send(): Promise<void> {
    if (part.frames === 0 && part.rejects.length === 0) return
    outcome.parts += 1
    const chunk: Chunk = {
      org: sender.org,
      source: 'candump',
      receivedAt: part.receivedAt,
      events: part.events,
      lines: part.lines,
      rejects: part.rejects,
      idempotency: typeof key === 'string' ? { keyUuid: sender.keyUuid, key: `${key}/${outcome.parts}` } : undefined,
    }
    const frames = part.frames
    rateLimit(sender, frames)
    part = emptyPart()
    const reply = await taker.submit(chunk)
    outcome.accepted += reply.accepted === 0 ? 0 : frames
    outcome.rejected_total += reply.rejected.length
    outcome.rejected.push(...reply.rejected.slice(0, rejectsReported - outcome.rejected.length))
  }

  let number = 0
  for await (const line of linesOf(request)) {
    number += 1
    if (line.trim() === '') continue
    const frame = parseCandumpLine(line)
    if (!frame.ok) part.rejects.push({ line: number, reason: frame.reason, text: line.slice(0, 4096), vehicle })
    else if (!frame.value.error) {
      const clock = shift(frame.value.ts)
      const reason = clockFault(clock, arrivalOf(part.receivedAt))
      if (reason === undefined) addFrame(part, vehicle, frame.value, clock, number)
      else part.rejects.push({ line: number, reason, text: line.slice(0, 4096), vehicle })
    }
    if (part.frames >= framesPerPart || part.rejects.length >= framesPerPart) await send()
  }
  await send()
  return outcome
}

interface Part {
  readonly receivedAt: number
  readonly events: CanEvent[]
  readonly lines: number[]
  readonly rejects: Chunk['rejects']
  frames: number
}

function emptyPart(): Part {
  return { receivedAt: Date.now(), events: [], lines: [], rejects: [], frames: 0 }
}

/** Returns the conversion from a frame's time in the log to its time in the record. */
function shiftOf(start: string): (ts: number) => number {
  if (start === 'keep') return (ts) => ts
  const from = start === 'now' ? Date.now() : timeOf(/^\d+$/.test(start) ? Number(start) : start)
  if (from === undefined)
    throw new Failure('INVALID_INPUT', { message: 'start: now, keep, or a time (RFC 3339 or epoch milliseconds).' })
  let first: number | undefined
  return (ts) => from + (ts - (first ??= ts))
}

function addFrame(
  part: Part,
  vehicle: string,
  { ext, fd, rtr, bus, id, hex }: CandumpFrame,
  clock: number,
  line: number,
): void {
  const flags = (ext ? frameFlags.ext : 0) | (fd ? frameFlags.fd : 0) | (rtr ? frameFlags.rtr : 0)
  part.frames += 1
  if (packFrame(part.events, { vehicle, bus, flags, id, hex, clock }, part.receivedAt)) part.lines.push(line)
}

/** A line of a candump log has under 200 characters; a longer one is truncated, and refused by the parser. */
const longestLine = 4_096

/** The body's lines as a stream; holds at most one unfinished line. */
async function* linesOf(request: FastifyRequest): AsyncGenerator<string> {
  const body = request.body as AsyncIterable<Buffer> | undefined
  if (!body) throw new Failure('INVALID_INPUT', { message: 'Send the log as the body, text/plain.' })
  let held = ''
  for await (const chunk of body) {
    const pieces = (held + chunk.toString('latin1')).split('\n')
    held = pieces.pop()!.slice(0, longestLine)
    yield* pieces
  }
  if (held !== '') yield held
}
