import { expect, test } from 'vitest'
import { artefact, graphOf, link } from './artefact.fixture.ts'
import { artefactOf, linkedWith, linksAt, nodeOf, ofProject, suspectsAt, withPage, withReread } from './graph-state.ts'

const [asset, threat, goal] = [artefact('asset', 4), artefact('threat-scenario', 31), artefact('goal', 7)]
const joined = [link('targets', asset, threat), link('answered-by', threat, goal, 'Asset changed in Title')]
const kinds = ['threat-scenario']

test('[GRAPH-UI-2] reread artefacts and their links replace the old ones', () => {
  const before = graphOf([threat], joined)
  const now = { ...threat, title: 'Spoofed torque', seq: 2 }
  const after = withReread(before, kinds, [threat.uuid], { artefacts: [now], links: [joined[0]!], nodes: [], seq: 2 })
  expect(after.artefacts.get(threat.uuid)?.title).toBe('Spoofed torque')
  expect([...after.links.values()]).toEqual([joined[0]])
  expect(after.seq).toBe(2)
})

test('[GRAPH-UI-2] a requested artefact that is missing from the answer is removed with its links', () => {
  const after = withReread(graphOf([threat], joined), kinds, [threat.uuid], {
    artefacts: [],
    links: [],
    nodes: [],
    seq: 3,
  })
  expect([after.artefacts.size, after.links.size]).toEqual([0, 0])
})

test('[GRAPH-UI-2] an outdated answer restores nothing', () => {
  const newer = { ...threat, title: 'Newer', seq: 5 }
  expect(
    withPage(graphOf([newer]), { artefacts: [threat], links: [], nodes: [], seq: 5 }).artefacts.get(threat.uuid)?.title,
  ).toBe('Newer')
})

test('[GRAPH-UI-2] artefacts of other kinds are known by name only; links between them are not kept', () => {
  const after = withReread(graphOf([threat]), kinds, [asset.uuid, goal.uuid], {
    artefacts: [asset, goal],
    links: [joined[0]!, link('assumed', asset, goal)],
    nodes: [],
    seq: 2,
  })
  expect([...after.artefacts.keys()]).toEqual([threat.uuid])
  expect(after.nodes.get(asset.uuid)).toEqual(nodeOf(asset))
  expect([...after.links.values()]).toEqual([joined[0]])
})

test('linked artefacts are found by direction and link kind, sorted by code', () => {
  const [second, tenth] = [artefact('goal', 2), artefact('goal', 10)]
  const graph = graphOf(
    [threat, tenth, second, asset],
    [link('answered-by', threat, tenth), link('answered-by', threat, second), link('targets', asset, threat)],
  )
  expect(linkedWith(graph, threat.uuid, 'downstream', 'answered-by').map(({ node }) => node.code)).toEqual([
    'CG-02',
    'CG-10',
  ])
  expect(linkedWith(graph, threat.uuid, 'upstream', 'targets').map(({ node }) => node.code)).toEqual(['AS-04'])
  expect(linkedWith(graph, threat.uuid, 'upstream', 'answered-by')).toEqual([])
  expect(linksAt(graph, threat.uuid)).toHaveLength(3)
})

test('[GRAPH-UI-13] the suspect artefact is at the downstream end of a suspect link, not at its upstream end', () => {
  const graph = graphOf([threat, goal], joined)
  expect(suspectsAt(graph, goal.uuid)).toEqual([joined[1]])
  expect(suspectsAt(graph, threat.uuid)).toEqual([])
})

test('[GRAPH-UI-8] an artefact is found by its code and by its uuid', () => {
  const graph = graphOf([threat])
  expect([
    artefactOf(graph, 'TS-031'),
    artefactOf(graph, threat.uuid),
    artefactOf(graph, 'TS-032'),
    artefactOf(graph, undefined),
  ]).toEqual([threat, threat, undefined, undefined])
})

test('[GRAPH-UI-18] figures of a project count its artefacts of all kinds; their links stay', () => {
  const own = artefact('threat-scenario', 32, { project_uuid: asset.uuid })
  const graph = ofProject(graphOf([asset, threat, own], [link('targets', asset, own)]), asset.uuid)
  expect([...graph.artefacts.keys()]).toEqual([own.uuid])
  expect(linkedWith(graph, own.uuid, 'upstream', 'targets').map(({ node }) => node.code)).toEqual(['AS-04'])
})
