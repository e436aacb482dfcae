import { setTimeout as sleep } from 'node:timers/promises'
import { poster, type Reply, type Target } from '../fleet/sending/post.ts'
import { type ChaosEvent, idsKinds, type Ledger } from './ledger.ts'

/** Limits the pause between two attempts: the senders should send as soon as the installation runs again. */
const longestPauseMs = 300
const positionsPerBatch = 4
const framesPerEvent = 25
/**
 * One request in this many is sent twice at the same time, as by an impatient sender, and again at the very end.
 */
const twinEvery = 8
const repeatEvery = 15

interface Batch {
  readonly key: string
  readonly body: string
  readonly events: number
}

export interface Sender {
  /** Resolves when all of this sender's events were acknowledged. */
  stop(): Promise<void>
  /** Sends some requests again that were acknowledged long ago; this must have no effect. */
  repeat(): Promise<void>
}

/**
 * Posts events of all kinds for its vehicles, one request after the other. It repeats each request until it is
 * acknowledged, always with the same key, and each time to the next of the targets. Acknowledged events go into the
 * ledger.
 */
export function startSender(
  name: string,
  vins: readonly string[],
  targets: readonly Target[],
  ledger: Ledger,
  restMs = 0,
): Sender {
  const posters = targets.map(poster)
  const answered: Batch[] = []
  let stopping = false
  let ts = Date.now() - 60_000

  async function answerTo({ body, key, events }: Batch, firstTarget = 0): Promise<void> {
    for (let next = firstTarget; ; next++) {
      const reply = await posters[next % posters.length]!.post(body, key).catch((): Reply => ({
        status: 0,
        accepted: 0,
        rejected: 0,
      }))
      if (reply.status === 200 && reply.accepted === events && reply.rejected === 0) return
      if (reply.status !== 0 && reply.status !== 429 && reply.status < 500) {
        return void ledger.faults.push(
          `${key}: status ${reply.status}, ${reply.accepted} of ${events} accepted, ${reply.rejected} ` +
            `rejected: ${reply.reason ?? ''}`,
        )
      }
      ledger.retries += 1
      await sleep(Math.min(reply.retryAfterMs ?? longestPauseMs, longestPauseMs))
    }
  }

  async function run(): Promise<void> {
    for (let n = 1; !stopping; n++) {
      const events = vins.flatMap((vin) => eventsOf(vin, n, () => ++ts))
      const batch = {
        key: `${name}-${n}`,
        body: `${events.map((event) => JSON.stringify(event)).join('\n')}\n`,
        events: events.length,
      }
      ledger.enter(events)
      await Promise.all(Array.from({ length: n % twinEvery === 0 ? 2 : 1 }, (_, twin) => answerTo(batch, n + twin)))
      if (n % repeatEvery === 0) answered.push(batch)
      await sleep(restMs)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping = true
      await running
    },
    async repeat() {
      for (const batch of answered) await answerTo(batch)
      ledger.repeats += answered.length
      for (const { close } of posters) close()
    },
  }
}

/**
 * One vehicle's events in the n-th request. Every `ts` is used once, so that a row that is stored twice can be
 * distinguished from two rows.
 */
function eventsOf(vin: string, n: number, nextTs: () => number): ChaosEvent[] {
  return [
    ...Array.from({ length: positionsPerBatch }, (): ChaosEvent => ({
      type: 'position',
      vehicle: vin,
      ts: nextTs(),
      lat: 48 + (n % 1_000) / 10_000,
      lon: 11.5,
      speed_kph: 40,
    })),
    { type: 'telemetry', vehicle: vin, ts: nextTs(), signals: { 'Vehicle.Speed': 40 } },
    { type: 'syslog', vehicle: vin, ts: nextTs(), message: `line ${n}` },
    {
      type: 'can',
      vehicle: vin,
      ts: nextTs(),
      bus: 'can0',
      frames: Array.from({ length: framesPerEvent }, (_, i) => [i * 10, 0x100 + (i % 5), '0102030405060708'] as const),
    },
    // the kinds alternate, so that alerts are raised and counted all the time
    ...idsKinds
      .filter((_, i) => (n + i) % 2 === 0)
      .map(({ type, event_id }): ChaosEvent => ({
        type,
        vehicle: vin,
        ts: nextTs(),
        event_id,
        idsm_instance: 1,
        sensor_instance: 2,
        count: 1,
      })),
  ]
}
