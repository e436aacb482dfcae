import { rejectTextLength, textOfEvent } from '@carapace/shared/msoc/events/event-text'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Chunk } from './chunk.ts'
import type { Fleets } from './detect/fleet.ts'
import type { Partitions } from './storing/partitions.ts'

/** Maximum spans of time of a request for which a partition may have to be created (rule SHARE-10). */
export const spansPerRequest = 100

export interface Admission {
  /**
   * Creates what a chunk needs before it waits for a batch: vehicles and partitions. It takes its time on its own
   * organisation's account, one chunk after the other, while the batches of the others go on (rule SHARE-9). Undefined
   * if there is nothing to create.
   */
  admit(chunk: Chunk): Promise<void> | undefined
}

export function createAdmission(fleets: Fleets, partitions: Partitions): Admission {
  const last = new Map<string, Promise<void>>()

  async function create(chunk: Chunk): Promise<void> {
    await fleets.register(chunk.org, new Set(chunk.events.map(({ vehicle }) => vehicle)))
    await partitions.prepare(chunk.events)
  }

  return {
    admit(chunk) {
      // records of a partition keep their order: their batch creates what they need
      if (chunk.recordOf) return undefined
      const { org, events } = chunk
      const waiting = last.get(org.uuid)
      if (!waiting && !partitions.isMissing(events) && !fleets.isAnyNew(org, events)) return undefined
      refuseSpans(chunk, partitions.beyond(events, spansPerRequest))
      const done = (waiting ?? Promise.resolve())
        .then(() => create(chunk))
        // the batch tries again, and answers with the reason
        .catch(() => undefined)
        .finally(() => last.get(org.uuid) === done && last.delete(org.uuid))
      last.set(org.uuid, done)
      return done
    },
  }
}

/** Converts events beyond the spans of a request to rejects. */
function refuseSpans(chunk: Chunk, beyond: ReadonlySet<VehicleEvent>): void {
  if (beyond.size === 0) return
  const { events, lines, texts, rejects } = chunk
  let kept = 0
  for (const [i, event] of events.entries()) {
    if (beyond.has(event)) {
      const text = textOfEvent(event).slice(0, rejectTextLength)
      rejects.push({ line: lines[i]!, reason: spansReason, text, vehicle: event.vehicle })
      continue
    }
    if (texts) texts[kept] = texts[i]!
    lines[kept] = lines[i]!
    events[kept++] = event
  }
  for (const list of [events, lines, texts]) if (list) list.length = kept
}

const spansReason = `ts: the request has events of more than ${spansPerRequest} spans of time: send it in parts`
