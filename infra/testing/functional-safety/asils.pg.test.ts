import { expect, test } from 'vitest'
import { getAsils, getAsilTree } from '@carapace/shared/functional-safety/asils.contract'
import type { GraphChange } from '@carapace/shared/graph/artefacts/artefacts.contract'

import { exchanging } from '../support/engineering/exchange.ts'
import { startInstallation } from '../support/installation.ts'
import { analysing, worst } from './safety.fixture.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer } = alpha.members

const begin = () => analysing(site, engineer.token)
const independent = { is_independent: true }

test('[ASIL-8] [ASIL-9] the classes of an event reach its goal, what is derived from it, and no other', async () => {
  const { make, link, unlink, change, asils, program } = await begin()
  const [event, other] = await make('hazardous-event', worst, { ...worst, severity: 'S1' })
  const [goal, second] = await make('safety-goal', {}, { asil: 'C' })
  const [concept] = await make('safety-concept', {})
  const [requirement, below, apart] = await make('safety-requirement', {}, {}, {})
  expect(await asils(event!, other!, goal!, second!, requirement!)).toEqual(['D', 'B', '–', 'C', '–'])

  await link(
    ['prevented-by', event!, goal!],
    ['prevented-by', other!, goal!],
    ['achieved-by', goal!, concept!],
    ['derived-to', concept!, requirement!],
    ['derived-to', requirement!, below!],
    ['derived-to', second!, apart!],
  )
  const chain = [goal!, concept!, requirement!, below!]
  expect(await asils(...chain, apart!)).toEqual(['D', 'D', 'D', 'D', 'C'])

  const versions = async () =>
    new Map(
      (
        await site.sql<{ uuid: string; version: number }[]>`
          SELECT artefact_uuid AS uuid, graph_version AS version FROM computed_values WHERE program_uuid = ${program}`
      ).map(({ uuid, version }) => [uuid, version]),
    )
  const before = await versions()
  await change(event!, { exposure: 'E3' })
  expect(await asils(...chain)).toEqual(['C', 'C', 'C', 'C'])
  const after = await versions()
  const changed = [...after].filter(([uuid, version]) => before.get(uuid) !== version).map(([uuid]) => uuid)
  expect(changed.toSorted()).toEqual([event!, ...chain].map(({ uuid }) => uuid).toSorted())

  await unlink(['prevented-by', event!, goal!])
  expect(await asils(...chain)).toEqual(['B', 'B', 'B', 'B'])
  await change(goal!, { asil: 'A' })
  expect(await asils(...chain)).toEqual(['A lower', 'A', 'A', 'A'])
})

test('[ASIL-9] a share of one part reaches the other part and what is derived from it', async () => {
  const { make, link, change, remove, asils } = await begin()
  const [goal] = await make('safety-goal', { asil: 'D', ...independent })
  const [one, other, below] = await make('safety-requirement', {}, { share: 'B' }, {})
  await link(['derived-to', goal!, one!], ['derived-to', goal!, other!], ['derived-to', other!, below!])
  expect(await asils(goal!, one!, other!, below!)).toEqual(['D parts', 'D', 'D parts', 'D'])
  await change(one!, { share: 'B' })
  expect(await asils(goal!, one!, other!, below!)).toEqual(['D', 'B(D)', 'B(D)', 'B(D)'])
  await change(goal!, { is_independent: false })
  expect(await asils(one!, other!, below!)).toEqual(['B(D) independence', 'B(D) independence', 'B(D)'])
  await change(one!, { share: 'A' })
  expect(await asils(goal!, below!)).toEqual(['D pair independence', 'D'])
  await remove(one!)
  expect(await asils(goal!, other!, below!)).toEqual(['D parts', 'D parts', 'D'])
})

test('[ASIL-9] live pages learn of ASILs that changed', async () => {
  const { make, link, change, program } = await begin()
  const [event] = await make('hazardous-event', worst)
  const [goal] = await make('safety-goal', {})
  await link(['prevented-by', event!, goal!])
  const live = (await site.live(engineer.token)).subscribe('lifecycle.program', { program_uuid: program })
  await live.snapshot()
  await change(event!, { severity: 'S1' })
  const changes = () => live.changes as GraphChange[]
  const rated = () => changes().filter(({ what, kind }) => what === 'computed' && kind === 'asil')
  await live.until(() => rated().length > 1, 'ASILs')
  expect(new Set(rated().flatMap(({ uuids }) => uuids))).toEqual(new Set([event!.uuid, goal!.uuid]))
})

test('[ASIL-4] [ASIL-10] a tree of ASILs states whether the parts of a decomposition are independent', async () => {
  const { make, link, unlink, change, ask } = await begin()
  const [goal] = await make('safety-goal', { asil: 'D', ...independent })
  const [one, other, below] = await make('safety-requirement', { share: 'B' }, { share: 'B' }, {})
  const [brakes, steering, battery] = await make('component', {}, {}, {})
  const [noBrakes, noSteering, noPower] = await make('failure', {}, {}, {})
  const event = (id: string, failure: typeof noBrakes) => ({ id, kind: 'basic', artefact: failure!.uuid })
  const treeOf = (...events: object[]) => ({
    tree: {
      top: 'TOP',
      missionTime: 1_000,
      nodes: [
        { id: 'TOP', kind: 'gate', gate: 'and', parts: events.map((each) => (each as { id: string }).id) },
        ...events,
      ],
    },
  })
  const [tree] = await make('fault-tree', treeOf(event('A', noBrakes), event('B', noSteering)))
  await link(
    ['derived-to', goal!, one!],
    ['derived-to', goal!, other!],
    ['derived-to', other!, below!],
    ['assigned-to', one!, brakes!],
    ['assigned-to', below!, steering!],
    ['fails-as', brakes!, noBrakes!],
    ['fails-as', steering!, noSteering!],
    ['fails-as', battery!, noPower!],
    ['analysed-in', goal!, tree!],
  )
  const treeNow = () => ask(getAsilTree, { goal_uuid: goal!.uuid })
  const before = await treeNow()
  expect(before.nodes.map(({ uuid, depth, asil, share }) => [uuid, depth, asil?.text, share])).toEqual([
    [goal!.uuid, 0, 'D', null],
    [one!.uuid, 1, 'B(D)', 'B'],
    [other!.uuid, 1, 'B(D)', 'B'],
    [below!.uuid, 2, 'B(D)', null],
  ])
  const decomposition = before.decompositions[0]!
  expect(decomposition.allowed).toEqual([
    ['C(D)', 'A(D)'],
    ['B(D)', 'B(D)'],
    ['D(D)', 'QM(D)'],
  ])
  expect([decomposition.stated, decomposition.independence.verdict]).toEqual([true, 'independent'])

  await change(tree!, treeOf(event('A', noBrakes), event('B', noSteering), event('P', noPower)))
  await link(['results-in', noPower!, noBrakes!], ['results-in', noPower!, noSteering!])
  const after = await treeNow()
  expect(after.decompositions[0]!.independence).toMatchObject({
    verdict: 'dependent',
    elements: [],
    events: [{ tree: tree!.uuid, node: 'P', failure: noPower!.uuid }],
  })
  expect(after.named.map(({ uuid }) => uuid).toSorted()).toEqual([tree!.uuid, noPower!.uuid].toSorted())

  await unlink(['results-in', noPower!, noSteering!])
  expect((await treeNow()).decompositions[0]!.independence.verdict).toBe('independent')
  const modes = [{ id: 'no power', share: 1, effect: 'direct', failure: noPower!.uuid }]
  const [converter] = await make('hardware-element', { fit: 10, modes })
  await link(['built-of', steering!, converter!])
  expect((await treeNow()).decompositions[0]!.independence.events).toHaveLength(1)

  await link(['assigned-to', one!, steering!])
  expect((await treeNow()).decompositions[0]!.independence.elements).toEqual([
    expect.objectContaining({ uuid: steering!.uuid }),
  ])
})

test('[ASIL-9] a program that is imported as a whole has the same ASILs', async () => {
  const { make, link, here } = await begin()
  const [event] = await make('hazardous-event', worst)
  const [goal] = await make('safety-goal', independent)
  const [one, other] = await make('safety-requirement', { share: 'C' }, { share: 'A' })
  await link(['prevented-by', event!, goal!], ['derived-to', goal!, one!], ['derived-to', goal!, other!])
  const ours = exchanging(site, engineer.token)
  const { bytes } = await ours.download('export-archive', here)
  const { body } = await ours.bring('import-archive', { name: 'Again' }, bytes)
  expect([body.job.status, body.job.error]).toEqual(['COMPLETED', null])
  const asilsIn = async (program: string) =>
    (await site.request(engineer.token, getAsils, { program_uuid: program })).asils
      .map(({ text }) => text ?? '')
      .toSorted((a, b) => a.localeCompare(b))
  expect(await asilsIn(await ours.programCalled('Again'))).toEqual(await asilsIn(here.program_uuid))
  expect(await asilsIn(here.program_uuid)).toEqual(['A(D)', 'C(D)', 'D', 'D'])
})
