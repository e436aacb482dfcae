import { expect, test } from 'vitest'
import { artefact, link } from '../store/artefact.fixture.ts'
import { nodeOf } from '../store/graph-state.ts'
import { chainOf, type Stage } from './chain.ts'

const [component, asset, damage, threat, goal, requirement, spec, tested] = [
  artefact('component', 1),
  artefact('asset', 4),
  artefact('damage-scenario', 12),
  artefact('threat-scenario', 31),
  artefact('goal', 7),
  artefact('requirement', 114),
  artefact('requirement', 115),
  artefact('test-case', 208),
]
const stages: readonly Stage[] = [
  { key: 'item', title: 'Item', order: 1, kinds: ['component'], side: 'upstream', along: 'contains' },
  { key: 'asset', title: 'Asset', order: 2, kinds: ['asset'] },
  { key: 'damage', title: 'Damage scenario', order: 3, kinds: ['damage-scenario'] },
  { key: 'threat', title: 'Threat scenario', order: 4, kinds: ['threat-scenario'] },
  { key: 'goal', title: 'Goal', order: 5, kinds: ['goal'] },
  { key: 'requirement', title: 'Requirement', order: 6, kinds: ['requirement'], within: 'refines' },
  { key: 'verification', title: 'Verification', order: 7, kinds: ['test-case'] },
  { key: 'component', title: 'Component', order: 8, kinds: ['component'], side: 'downstream' },
]
const reached = (each: typeof asset, depth: number) => ({ ...nodeOf(each), depth, via: null, is_suspect: false })
const nothing = { nodes: [], links: [] }
const inWords = (stages: ReturnType<typeof chainOf>) =>
  stages.map(({ key, isHere, nodes }) => `${key}${isHere ? '*' : ''}: ${nodes.map(({ code }) => code).join(' ')}`)

test('[GRAPH-UI-13] the chain goes from item to verification; an element is first, or last as allocation', () => {
  const upstream = {
    nodes: [reached(asset, 1), reached(damage, 1), reached(component, 2)],
    links: [link('targets', asset, threat), link('leads-to', damage, threat), link('is-asset', component, asset)],
  }
  const downstream = {
    nodes: [reached(goal, 1), reached(requirement, 2), reached(tested, 3), reached(component, 3)],
    links: [
      link('answered-by', threat, goal),
      link('demands', goal, requirement),
      link('verified', requirement, tested),
      link('allocated', requirement, component),
    ],
  }
  expect(inWords(chainOf(nodeOf(threat), upstream, downstream, stages))).toEqual([
    'item: CO-01',
    'asset: AS-04',
    'damage: DS-012',
    'threat*: TS-031',
    'goal: CG-07',
    'requirement: CSR-114',
    'verification: TC-208',
    'component: CO-01',
  ])
})

test('[GRAPH-UI-13] a suspect artefact comes first in its stage, with the link that is the reason', () => {
  const doubt = link('demands', goal, spec, 'Goal changed in Title')
  const [, stage] = chainOf(
    nodeOf(goal),
    nothing,
    { nodes: [reached(requirement, 1), reached(spec, 1)], links: [link('demands', goal, requirement), doubt] },
    stages,
  )
  expect(stage!.nodes.map(({ code, suspects }) => [code, suspects])).toEqual([
    ['CSR-115', [doubt]],
    ['CSR-114', []],
  ])
})

test('[GRAPH-UI-13] the chain does not turn back: not from a component to its other assets', () => {
  const other = artefact('asset', 5)
  const links = [
    link('answered-by', threat, goal),
    link('demands', goal, requirement),
    link('refines', requirement, spec),
    link('allocated', spec, component),
    link('is-asset', component, other),
    link('verified', spec, tested),
  ]
  const downstream = {
    nodes: [
      reached(goal, 1),
      reached(requirement, 2),
      reached(spec, 3),
      reached(component, 4),
      reached(tested, 4),
      reached(other, 5),
    ],
    links,
  }
  expect(inWords(chainOf(nodeOf(threat), nothing, downstream, stages))).toEqual([
    'threat*: TS-031',
    'goal: CG-07',
    'requirement: CSR-114 CSR-115',
    'verification: TC-208',
    'component: CO-01',
  ])
})

test('[GRAPH-UI-13] an artefact without a stage starts its chain', () => {
  const assumption = artefact('assumption', 1)
  expect(
    inWords(
      chainOf(
        nodeOf(assumption),
        nothing,
        { nodes: [reached(threat, 1)], links: [link('assumed', assumption, threat)] },
        stages,
      ),
    ),
  ).toEqual(['assumption*: AU-01', 'threat: TS-031'])
})
