import { createRequire } from 'node:module'

// kafkajs 2.2.4 is the last of its line: what follows reaches into it, and the tests of Kafka fail where it does not
// fit any more
const inside = createRequire(import.meta.url)

interface RequestQueue {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

interface Encoder {
  buf: Buffer
  offset: number
  ensureAvailable(length: number): void
}

export function patchKafkajs(): void {
  patchTimers(inside('kafkajs/src/network/requestQueue') as { prototype: RequestQueue })
  patchBuffers(inside('kafkajs/src/protocol/encoder') as EncoderClass)
}

/**
 * It sets a timer of a negative time after each answer, which Node 24 warns of and runs every millisecond for ever.
 * There is something to look at later only where requests wait.
 */
function patchTimers({ prototype }: { prototype: RequestQueue }): void {
  prototype.scheduleCheckPendingRequests = function schedule() {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null
        this.checkPendingRequests()
      },
      Math.max(10, this.throttledUntil - Date.now()),
    )
  }
}

interface EncoderClass {
  prototype: Encoder
  nextPowerOfTwo(value: number): number
}

/** What an encoder asks for at first; each record and each header has one of its own. */
const usualSize = 511
/** V8 keeps so small an array within its own heap, which costs a tenth. */
const smallSize = 64

/**
 * It begins each of a record's parts with 512 zeroed bytes, and zeroes what it is about to overwrite: two fifths of the
 * time of encoding.
 */
function patchBuffers(encoder: EncoderClass): void {
  const powerOfTwo = (value: number) => 2 ** (32 - Math.clz32(value))
  encoder.nextPowerOfTwo = (value) => (value === usualSize ? smallSize : powerOfTwo(value))
  encoder.prototype.ensureAvailable = function ensure(length) {
    if (this.offset + length <= this.buf.length) return
    const larger = Buffer.allocUnsafe(powerOfTwo(this.offset + length))
    this.buf.copy(larger, 0, 0, this.offset)
    this.buf = larger
  }
}

interface Placed {
  readonly partition: number
}

/**
 * Messages that know already how they are divided among partitions: kafkajs asks them by `reduce`, and would copy a
 * partition's list for each of its messages.
 */
export function grouped<M extends Placed>(messages: readonly M[]): M[] {
  const byPartition = Object.fromEntries(Map.groupBy(messages, ({ partition }) => partition))
  return Object.assign([...messages], { reduce: () => byPartition })
}
