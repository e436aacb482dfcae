import { buffersOf } from './buffers.ts'
import { createEngine } from './engine.ts'
import { inflateBlock } from './inflate.ts'
import type { Answer, Order } from './protocol.ts'

/** The analyzer's thread: a million frames are kept, counted and searched here, and the page draws what is in sight. */
const apply = createEngine({
  post: (answer: Answer) => self.postMessage(answer, { transfer: buffersOf(answer) }),
  now: () => performance.now(),
  after: (ms, run) => setTimeout(run, ms),
  inflate: inflateBlock,
})

self.addEventListener('message', (event: MessageEvent<Order>) => apply(event.data))
