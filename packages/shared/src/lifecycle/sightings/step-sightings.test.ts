import { expect, test } from 'vitest'
import { changeArtefact } from '../../graph/artefacts/changes.ts'
import { type Indicators, noIndicators, type SeenAlert } from './indicators.ts'
import { step } from '../attack-tree/rating.fixture.ts'
import { seenOnPath, stepsSeen, observableSteps } from './step-sightings.ts'
import { treeKind } from '../kinds/tara.kinds.ts'
import { Tree } from '../attack-tree/tree.ts'

const indicatorsWith = (fields: Partial<Indicators>): Indicators => ({ ...noIndicators, ...fields })
const alert = (rule: string, id = '0x0A0'): SeenAlert => ({
  rule,
  ruleUuid: null,
  ecu: null,
  bus: 'can0',
  observables: [{ kind: 'arbitration_id', value: id }],
  explanation: [],
})
/** Through a or b, and then c: c is shared, and d is separate. */
const tree: Tree = {
  root: 'root',
  steps: [
    step('root', { gate: 'or', parts: ['x', 'y', 'd'], indicators: indicatorsWith({ detectors: ['can-flood'] }) }),
    step('x', { gate: 'and', parts: ['a', 'c'] }),
    step('y', { gate: 'and', parts: ['b', 'c'] }),
    step('a', { indicators: indicatorsWith({ detectors: ['can-period'], can_ids: [0xa0] }) }),
    step('b', { indicators: noIndicators }),
    step('c', { indicators: indicatorsWith({ detectors: ['can-masquerade', 'can-period'] }) }),
    step('d'),
  ],
}
const observable = new Set(observableSteps(tree).map(({ id }) => id))

test('[SIGHTING-12] unrefined steps with indicators are observable', () => {
  expect([...observable]).toEqual(['a', 'c'])
})

test('[SIGHTING-12] alerts that show the same steps are grouped, and those that show none are left out', () => {
  expect(
    stepsSeen(tree, [
      alert('can-period'),
      alert('can-flood'),
      alert('can-masquerade'),
      alert('can-period'),
      alert('can-period', '0x1A4'),
    ]),
  ).toEqual([
    { steps: ['a', 'c'], alerts: 2, rules: ['can-period'] },
    { steps: ['c'], alerts: 2, rules: ['can-masquerade', 'can-period'] },
  ])
})

test('[SIGHTING-12] an alert counts once for each path that it shows; a path without indicators has no count', () => {
  const seen = stepsSeen(tree, [alert('can-period'), alert('can-masquerade')])
  const counted = (...path: string[]) => seenOnPath(path, observable, seen)?.alerts
  expect([counted('a', 'c'), counted('b', 'c'), counted('a'), counted('d'), counted('b', 'd')]).toEqual([
    2,
    2,
    1,
    undefined,
    undefined,
  ])
  expect(seenOnPath(['a', 'c'], observable, seen)?.rules).toEqual(['can-period', 'can-masquerade'])
  expect(seenOnPath(['a'], observable, [])).toEqual({ alerts: 0, rules: [] })
})

test('[SIGHTING-12] a tree that was stored before indicators existed is valid', () => {
  const { indicators: _none, ...old } = step('root')
  expect(Tree.parse({ root: 'root', steps: [old] })).toEqual({ root: 'root', steps: [old] })
})

test('[GRAPH-5] a change of indicators or positions of a step is no change of meaning; a change of effort is', () => {
  const before = { title: 'Tree', status: 'APPROVED', projectUuid: null, fields: { description: '', tree } } as const
  const change = (fields: Partial<Tree['steps'][number]>) =>
    changeArtefact(treeKind, before, {
      fields: { tree: { ...tree, steps: tree.steps.map((each) => (each.id === 'd' ? { ...each, ...fields } : each)) } },
    })
  expect(change({ indicators: indicatorsWith({ detectors: ['silence'] }), at: { x: 1, y: 2 } })).toMatchObject({
    ok: true,
    value: { changed: ['Tree'], meaning: [], state: { status: 'APPROVED' } },
  })
  expect(change({ note: 'Harder than it was' })).toMatchObject({
    ok: true,
    value: { meaning: [{ name: 'tree' }], state: { status: 'IN_PROCESS' } },
  })
})
