import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { batchesOf } from './sending/batch.ts'
import { runCommand, stopSignal } from './cli.ts'
import { wallClock } from './clock.ts'
import { deliver, newTally, type Delivery } from './sending/deliver.ts'
import { paced } from './replay/pace.ts'
import { poster } from './sending/post.ts'
import { openRecording } from './replay/recording.ts'
import { replayHelp, replayOptions, type ReplayOptions } from './replay/options.ts'
import { reportEvery } from './status.ts'

const STATUS_MS = 10_000
const MOST_AT_ONCE = 2000

const say = (text: string) => console.log(`replay: ${text}`)

await runCommand(async () => {
  const options = replayOptions(process.argv.slice(2))
  if (!options) return console.log(replayHelp)
  await replay(options)
})

/**
 * Sends the recording, one request after the other, so that the order is kept and nothing is dropped: a slow ingest
 * slows down the replay.
 */
async function replay(options: ReplayOptions): Promise<void> {
  const target = options.target()
  const recording = await openRecording(options, () => wallClock.now())
  const { post, close } = poster(target)
  const { signal } = stopSignal()
  const delivery: Delivery = { post, clock: wallClock, tally: newTally(), signal }
  const status = reportEvery(STATUS_MS, delivery.tally, () => ({ waiting: 0 }), say)
  say(
    `${basename(options.file)} (${recording.kind}) to ${target.url}, ` +
      (options.speed === 0 ? 'as fast as possible' : `at ${options.speed} times its speed`),
  )
  try {
    for await (const lines of paced(recording.lines, wallClock, MOST_AT_ONCE, signal)) {
      for (const batch of batchesOf(lines)) await deliver(delivery, batch, randomUUID())
    }
  } finally {
    status.stop()
    close()
  }
  const leftOut = recording.leftOut()
  if (leftOut) say(leftOut)
  if (delivery.tally.refused > 0) process.exitCode = 1
}
