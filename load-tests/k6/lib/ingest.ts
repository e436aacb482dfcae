import { check, sleep } from 'k6'
import http, { type Response } from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { installation } from './settings.ts'
import type { LoadEvent } from './traffic.ts'

const accepted = new Counter('events_accepted')
const frames = new Counter('can_frames_accepted')
const rejected = new Counter('events_rejected')
const lost = new Counter('events_lost')
const throttled = new Counter('throttled')
const storedMs = new Trend('stored_ms', true)

/** A sender gives up a request after this many attempts. */
const tries = 8
const longestWaitS = 5
/** One request in this many is sent a second time, as by an impatient sender. */
const repeatEvery = 20

const answers = { responseCallback: http.expectedStatuses(200, 429, 503) }

/**
 * Sends events as one request with its own Idempotency-Key, repeats it for as long as ingest responds that it should
 * wait, and counts the outcome. `stored_ms` is the time until the events were accepted, including waits. A key is
 * `<run>-<kind>-<n>`: the same n twice is the same request.
 */
export function send(kind: string, run: string, n: number, events: readonly LoadEvent[]): void {
  const body = events.map((event) => JSON.stringify(event)).join('\n')
  const key = `${run}-${kind}-${n}`
  const began = Date.now()
  const response = posted(kind, key, body)
  const counts = response.status === 200 ? countsOf(response) : undefined
  check(counts, { 'every event was accepted': (counts) => counts?.accepted === events.length }, { kind })
  if (!counts) return lost.add(events.length, { kind })
  storedMs.add(Date.now() - began, { kind })
  accepted.add(counts.accepted, { kind })
  rejected.add(counts.rejected, { kind })
  const packed = events.reduce((sum, event) => sum + (event.type === 'can' ? event.frames.length : 0), 0)
  if (packed > 0) frames.add(packed, { kind })
  if (n % repeatEvery === 0)
    check(
      posted(kind, key, body),
      { 'a repeated request gets the first answer': ({ body }) => body === response.body },
      { kind },
    )
}

function posted(kind: string, key: string, body: string): Response {
  for (let tried = 1; ; tried++) {
    const response = http.post(`${installation.ingestUrl}/ingest/v1/events`, body, {
      headers: {
        authorization: `Bearer ${installation.ingestKey}`,
        'content-type': 'application/x-ndjson',
        'idempotency-key': key,
      },
      tags: { name: 'POST /ingest/v1/events', kind },
      ...answers,
    })
    const mayPass = response.status === 0 || response.status === 429 || response.status >= 500
    if (!mayPass || tried === tries) return response
    throttled.add(1, { kind, status: String(response.status) })
    sleep(Math.min(longestWaitS, Number(response.headers['Retry-After'] ?? 0.5)))
  }
}

function countsOf(response: Response): { accepted: number; rejected: number } {
  const { accepted, rejected } = JSON.parse(response.body!) as { accepted: number; rejected: readonly unknown[] }
  return { accepted, rejected: rejected.length }
}

/** Limits that hold on any machine, however small or slow. */
export const nothingLost = {
  events_lost: ['count==0'],
  events_rejected: ['count==0'],
  http_req_failed: ['rate==0'],
  checks: ['rate==1'],
}
