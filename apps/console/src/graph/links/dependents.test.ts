import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../store/artefact.fixture.ts'
import { dependentsOf, dependentsText } from './dependents.ts'

const asset = artefact('asset', 1)
const threats = [artefact('threat-scenario', 2), artefact('threat-scenario', 10)]
const diagram = artefact('diagram', 1)
const component = artefact('component', 1)
const graph = graphOf(
  [asset, ...threats, diagram, component],
  [
    link('is-asset', component, asset),
    link('targets', asset, threats[1]!),
    link('targets', asset, threats[0]!),
    link('shows', component, diagram),
  ],
)
const codes = (uuids: readonly string[]) => dependentsOf(graph, uuids).map(({ code }) => code)

test('[GRAPH-UI-26] what depends on an artefact is derived from it; a diagram that shows it does not', () => {
  expect(codes([asset.uuid])).toEqual(['TS-002', 'TS-010'])
  expect(codes([component.uuid])).toEqual(['AS-01'])
  expect(codes([component.uuid, asset.uuid])).toEqual(['TS-002', 'TS-010'])
  expect(codes([threats[0]!.uuid])).toEqual([])
})

test('[GRAPH-UI-26] a deletion names what depends on it, at most eight and how many more', () => {
  const many = Array.from({ length: 11 }, (_, i) => ({ code: `TS-${i}` }))
  expect(dependentsText([], 2)).toBe('Nothing depends on them.')
  expect(dependentsText(many.slice(0, 1), 1)).toBe('TS-0 depends on it.')
  expect(dependentsText(many.slice(0, 3), 2)).toBe('TS-0, TS-1 and TS-2 depend on them.')
  expect(dependentsText(many, 1)).toBe('TS-0, TS-1, TS-2, TS-3, TS-4, TS-5, TS-6, TS-7 and 3 more depend on it.')
})
