import { buffersOf } from './buffers.ts'
import { createEngine } from './engine.ts'
import { inflateBlock } from './inflate.ts'
import type { Answer, Order } from './protocol.ts'

/**
 * The analyzer's worker thread: it keeps, counts and searches a million frames, and the page draws the visible ones.
 */
const apply = createEngine({
  post: (answer: Answer) => self.postMessage(answer, { transfer: buffersOf(answer) }),
  now: () => performance.now(),
  after: (ms, run) => setTimeout(run, ms),
  inflate: inflateBlock,
})

self.addEventListener('message', (event: MessageEvent<Order>) => apply(event.data))
