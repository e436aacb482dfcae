import { threadId } from 'node:worker_threads'
import { Failure } from '@carapace/shared/core/failure'
import { serveItems } from './side-stream.ts'

export interface Counting {
  readonly to: number
  readonly end?: 'refuse' | 'break' | 'hang' | 'fill'
}

serveItems(async function* ({ to, end }: Counting) {
  for (let count = 1; count <= to; count++) yield { count, threadId }
  if (end === 'refuse') throw new Failure('INVALID_INPUT', { message: 'That is enough.' })
  if (end === 'break') throw new Error('as it should')
  if (end === 'hang') for (;;) await new Promise(() => setInterval(() => undefined, 1_000))
  for (let all: object = {}; end === 'fill'; all = { all });
})
