import { expect, test } from 'vitest'
import { artefact, link } from '../store/artefact.fixture.ts'
import { nodeOf } from '../store/graph-state.ts'
import { impactLayout } from './impact-layout.ts'

const [asset, threat, goal, requirement] = [
  artefact('asset', 1),
  artefact('threat-scenario', 1),
  artefact('goal', 1),
  artefact('requirement', 1),
]
const reached = (each: typeof asset, depth: number) => ({ ...nodeOf(each), depth, via: null, is_suspect: false })

test('[GRAPH-UI-14] upstream is on the left, downstream on the right, one column per step, each artefact once', () => {
  const links = [link('targets', asset, threat), link('answered-by', threat, goal), link('demands', goal, requirement)]
  const layout = impactLayout(
    nodeOf(threat),
    { nodes: [reached(asset, 1)], links: [links[0]!] },
    { nodes: [reached(goal, 1), reached(requirement, 2), reached(asset, 1)], links },
  )
  const x = (code: string) => layout.nodes.find(({ node }) => node.code === code)!.x
  expect(layout.nodes).toHaveLength(4)
  expect([x('AS-01') < x('TS-001'), x('TS-001') < x('CG-01'), x('CG-01') < x('CSR-001')]).toEqual([true, true, true])
  expect(layout.links).toHaveLength(3)
  expect(layout.width).toBeGreaterThan(x('CSR-001'))
})
