import type { programChannel } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { TestScheduler } from 'rxjs/testing'
import { expect, test, vi } from 'vitest'
import type { LiveMessageOf } from '../../core/live/live.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { movesIn } = await import('./use-program-moves.ts')

type Message = LiveMessageOf<typeof programChannel>
const snapshot = (seq: number): Message => ({ op: 'snapshot', epoch: 'x', seq, data: { seq } })
const changes = (seq: number): Message => ({ op: 'changes', seq, data: [] })
const gap: Message = { op: 'gap', dropped: 2 }
const refusal: Message = { op: 'error', code: 'NOT_FOUND', message: 'There is nothing here.' }

/**
 * For a marble diagram of received messages: when the figures are fetched again, in ms, and the message that caused it.
 */
function movesAlong(line: string, messages: Readonly<Record<string, Message>>): string[] {
  const moves: string[] = []
  const time = new TestScheduler(() => undefined)
  time.run(({ cold, flush }) => {
    movesIn(cold(line, messages), time).subscribe(({ op }) => moves.push(`${time.now()} ${op}`))
    flush()
  })
  return moves
}

test('[PROGRAM-UI-6] many changes cause one refresh, at most every two seconds', () => {
  // one at 1 ms and two within two seconds of it; one at 5 s alone; a gap at 9 s
  expect(movesAlong('sc 499ms c 499ms c 3998ms c 3999ms g', { s: snapshot(1), c: changes(2), g: gap })).toEqual([
    '2001 changes',
    '7000 changes',
    '11000 gap',
  ])
})

test.for([
  { name: 'a connection that is there for the first time', later: [snapshot(4)], read: [] },
  { name: 'a reconnect without changes', later: [snapshot(4), snapshot(4)], read: [] },
  {
    name: 'a reconnect at the graph version of the last change',
    later: [snapshot(4), changes(5), snapshot(5)],
    read: ['6000 changes'],
  },
  { name: 'a reconnect at a later graph version', later: [snapshot(4), snapshot(5)], read: ['6000 snapshot'] },
  { name: 'a refusal', later: [snapshot(4), refusal], read: [] },
])('[PROGRAM-UI-6] figures are refreshed for changes that were missed: $name', ({ later, read }) => {
  const messages = Object.fromEntries(later.map((message, place) => ['abc'[place]!, message]))
  expect(
    movesAlong(
      Object.keys(messages)
        .map((name) => `${name} 3999ms `)
        .join(''),
      messages,
    ),
  ).toEqual(read)
})
