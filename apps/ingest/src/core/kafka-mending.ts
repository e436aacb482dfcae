import { createRequire } from 'node:module'

// kafkajs 2.2.4 is its last release: the following patches its internals, and the tests of Kafka fail when they no
// longer fit
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
 * kafkajs sets a timer with a negative time after each answer, of which Node 24 warns and which runs every millisecond
 * for ever. A later check is only needed while requests wait.
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

/** The initial size that an encoder requests; each record and each header has its own encoder. */
const usualSize = 511
/** V8 allocates an array this small in its own heap, which takes a tenth of the time. */
const smallSize = 64

/**
 * kafkajs begins each part of a record with 512 zeroed bytes, and zeroes bytes that it then overwrites: this takes two
 * fifths of the encoding time.
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
 * Messages that are already grouped by partition: kafkajs groups them with `reduce`, and would copy a partition's list
 * for each of its messages.
 */
export function grouped<M extends Placed>(messages: readonly M[]): M[] {
  const byPartition = Object.fromEntries(Map.groupBy(messages, ({ partition }) => partition))
  return Object.assign([...messages], { reduce: () => byPartition })
}
