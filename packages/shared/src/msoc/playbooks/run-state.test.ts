import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { readGraph } from './graph.ts'
import { decide, iterationPath, partsOf, pathsAround, retryAfter, type ScopeStep, scopeOf } from './run-state.ts'
import { graphOf, node } from './playbooks.fixture.ts'

const some = (...ids: string[]) => ids.map((id) => node(id, 'set', {}))
const whole = { loop: null }
const ended = (id: string, port: string | null = 'next'): ScopeStep => ({ node: id, ended: true, port })
const active = (id: string): ScopeStep => ({ node: id, ended: false, port: null })

test('[PLAYBOOK-10] a run begins with the nodes that nothing leads to', () => {
  const graph = readGraph(graphOf(some('a', 'b', 'c'), 'a.next>c b.next>c'))
  expect(decide(graph, whole, [])).toEqual({ start: ['a', 'b'], skipped: [], isOver: false })
})

test('[PLAYBOOK-11] a node waits until every edge that leads to it is decided, and starts if one was taken', () => {
  const graph = readGraph(graphOf(some('a', 'b', 'c'), 'a.next>c b.next>c'))
  expect(decide(graph, whole, [ended('a'), active('b')]).start).toEqual([])
  expect(decide(graph, whole, [ended('a'), ended('b', 'error')]).start).toEqual(['c'])
})

test('[PLAYBOOK-12] nodes on no way that was taken are skipped, and so is what follows only from them', () => {
  const graph = readGraph(graphOf(some('a', 'b', 'c', 'd'), 'a.next>b a.other>c c.next>d'))
  expect(decide(graph, whole, [ended('a')])).toEqual({ start: ['b'], skipped: ['c', 'd'], isOver: false })
  expect(decide(graph, whole, [ended('a'), ended('b')])).toMatchObject({ start: [], isOver: true })
})

test('[PLAYBOOK-13] an iteration is a scope of its own: what is inside a for-each is not in the scope outside', () => {
  const nodes = [...some('a', 'b', 'c'), node('each', 'for_each', {})]
  const graph = readGraph(graphOf(nodes, 'a.next>each each.each>b each.done>c'))
  expect(decide(graph, whole, [ended('a'), active('each')])).toEqual({ start: [], skipped: [], isOver: false })
  expect(decide(graph, { loop: 'each' }, [])).toEqual({ start: ['b'], skipped: [], isOver: false })
  expect(decide(graph, { loop: 'each' }, [ended('b')]).isOver).toBe(true)
  expect(decide(graph, whole, [ended('a'), ended('each', 'done')]).start).toEqual(['c'])
})

test('[PLAYBOOK-11] any graph runs each node at most once and comes to its end', () => {
  const random = createRandom(3)
  for (let round = 0; round < 300; round += 1) {
    const ids = Array.from({ length: 2 + random(20) }, (_, index) => `n${index}`)
    const edges = ids.flatMap((from, i) =>
      ids.slice(i + 1).flatMap((to) => (random(10) < 2 ? [`${from}.${random(2) === 0 ? 'next' : 'error'}>${to}`] : [])),
    )
    const graph = readGraph(graphOf(some(...ids), edges.join(' ')))
    const steps: ScopeStep[] = []
    for (let decision = decide(graph, whole, steps); !decision.isOver; decision = decide(graph, whole, steps)) {
      const [next] = decision.start
      expect(next).toBeDefined()
      expect(steps.some((step) => step.node === next)).toBe(false)
      steps.push(ended(next!, random(10) < 7 ? 'next' : 'error'))
    }
    expect(steps.length + decide(graph, whole, steps).skipped.length).toBe(ids.length)
  }
})

test('[PLAYBOOK-13] the path of an iteration names its for-each nodes and their items', () => {
  const path = iterationPath(iterationPath('', 'outer', 2), 'inner', 0)
  expect(path).toBe('outer[2]/inner[0]')
  expect(partsOf(path).map(({ loop, index }) => [loop, index])).toEqual([
    ['outer', 2],
    ['inner', 0],
  ])
  expect(pathsAround(path)).toEqual(['outer[2]/inner[0]', 'outer[2]', ''])
  expect([scopeOf(path), scopeOf('')]).toEqual([{ loop: 'inner' }, { loop: null }])
})

test('[PLAYBOOK-14] each further attempt waits twice as long, until there are none left', () => {
  const retry = { times: 3, after_seconds: 5 }
  expect([1, 2, 3, 4].map((attempt) => retryAfter(retry, attempt))).toEqual([5, 10, 20, undefined])
  expect(retryAfter(undefined, 1)).toBeUndefined()
})
