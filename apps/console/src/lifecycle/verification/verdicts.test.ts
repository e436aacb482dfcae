import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import { partsOf, testsOf, verdictIn } from './verdicts.ts'

test('[VERIFICATION-1] refining requirements count for a requirement in addition to its own tests', () => {
  const [whole, part, second, idle] = [1, 2, 3, 4].map((number) => artefact('requirement', number)) as [
    ReturnType<typeof artefact>,
    ReturnType<typeof artefact>,
    ReturnType<typeof artefact>,
    ReturnType<typeof artefact>,
  ]
  const [passed, failed] = [
    artefact('test-case', 1, { fields: { result: 'passed' } }),
    artefact('test-case', 2, { fields: { result: 'failed' } }),
  ]
  const links = [link('refines', whole, part), link('verified', part, passed)]
  const graph = graphOf([whole, part, second, idle, passed, failed], links)
  expect([whole, part, second].map((row) => verdictIn(graph, row))).toEqual(['verified', 'verified', 'no-test'])
  expect([testsOf(graph, whole.uuid), partsOf(graph, whole.uuid)]).toEqual([[], [part]])
  const more = graphOf(
    [whole, part, second, idle, passed, failed],
    [...links, link('refines', whole, second), link('verified', second, failed)],
  )
  expect([whole, second, idle].map((row) => verdictIn(more, row))).toEqual(['failed', 'failed', 'no-test'])
})
