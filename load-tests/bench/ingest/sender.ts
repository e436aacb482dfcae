import { openLane } from './raw-http.ts'
import { type Stream, streams } from './traffic.ts'

/** The task of the sending process. */
export interface Sending {
  /** Connections use them in turn. */
  readonly urls: readonly string[]
  readonly key: string
  readonly stream: Stream['name']
  readonly rows: number
  readonly eventsPerRequest: number
  readonly lanes: number
  readonly from: number
}

/**
 * Prepares all requests first, then sends them over several connections until the last is answered; returns the time
 * at which it began, epoch ms.
 */
async function sendAll({
  urls,
  key,
  stream,
  rows,
  eventsPerRequest,
  lanes: width,
  from,
}: Sending): Promise<{ startedAt: number }> {
  const requests = streams[stream](rows, from).requests(eventsPerRequest, key)
  const lanes = await Promise.all(Array.from({ length: width }, (_, i) => openLane(new URL(urls[i % urls.length]!))))
  const startedAt = Date.now()
  let next = 0
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < requests.length) {
        const at = next++
        const { status, body } = await lane.send(requests[at]!, `bench-${from}-${at}`)
        if (status !== 200) throw new Error(`request ${at}: status ${status}: ${body}`)
      }
    }),
  )
  for (const lane of lanes) lane.close()
  return { startedAt }
}

// a separate process that takes requests from its parent: so its cycles are not counted as the server's
process.once(
  'message',
  (request) => void sendAll(request as Sending).then((done) => process.send!(done, () => process.disconnect())),
)
