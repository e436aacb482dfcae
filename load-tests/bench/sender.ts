import { openLane } from './raw-http.ts'
import { canStream, positionStream } from './traffic.ts'

/** What the sending process is asked to do. */
export interface Sending {
  readonly url: string
  readonly key: string
  readonly stream: 'positions' | 'can_frames'
  readonly rows: number
  readonly eventsPerRequest: number
  readonly lanes: number
  readonly from: number
}

/** Makes all requests first, then sends them over several connections and tells how long it took until the last commit. */
export async function sendAll({ url, key, stream, rows, eventsPerRequest, lanes: width, from }: Sending): Promise<{ seconds: number; accepted: number }> {
  const traffic = stream === 'positions' ? positionStream(rows, from) : canStream(rows, from)
  const requests = traffic.requests(eventsPerRequest, key)
  const lanes = await Promise.all(Array.from({ length: width }, () => openLane(new URL(url))))
  const started = process.hrtime.bigint()
  let next = 0
  let accepted = 0
  await Promise.all(lanes.map(async (lane) => {
    while (next < requests.length) {
      const at = next++
      const { status, body } = await lane.send(requests[at]!, `bench-${from}-${at}`)
      if (status !== 200) throw new Error(`request ${at}: status ${status}: ${body}`)
      accepted += (JSON.parse(body) as { accepted: number }).accepted
    }
  }))
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  for (const lane of lanes) lane.close()
  return { seconds, accepted }
}

// a process of its own, asked by its parent: its cycles are the sender's, not the server's
process.once('message', (asked) => void sendAll(asked as Sending).then((done) => process.send!(done, () => process.disconnect())))
