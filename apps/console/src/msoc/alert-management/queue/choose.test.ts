import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { anAlert, uuidOf } from '../an-alert.ts'
import { selectEverything } from './choose.ts'
import { opened } from './queue.ts'
import { alertQueue } from './queue.store.ts'

function queueOf(...numbers: readonly number[]) {
  const queue = alertQueue(() => ({ filter: {}, sort: 'newest' }), {
    live: () => NEVER,
    list: () => Promise.reject(new Error('not expected in this test')),
    openAlert: () => undefined,
  })
  const alerts = numbers.map((number) => anAlert(number))
  queue.setState({ phase: 'ready', queue: opened({ alerts, total: 4_000, next_cursor: 'further' }, 'e1') })
  return queue
}

test('[QUEUE-35] all that match are selected, loaded or not', () => {
  const queue = queueOf(3, 2)
  selectEverything(queue)
  expect(queue.getState()).toMatchObject({ everything: true, selected: new Set([uuidOf(3), uuidOf(2)]) })
})

test('[QUEUE-35] in an empty list the key selects nothing, so that a later key does not act on a query', () => {
  const queue = queueOf()
  selectEverything(queue)
  expect(queue.getState()).toMatchObject({ everything: false, selected: new Set() })
})
