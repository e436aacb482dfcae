import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import { diagnosticCoverage, directShare, lacksRate, lacksShares } from './elements.ts'
import { goalsWithHardware, hardwareOf } from './goal-hardware.ts'
import { modeDifferences } from './mode-differences.ts'
import { mechanismsIn, type Mode, nameTyped, problemsOfMode, shareTyped, withMode, withNewMode } from './modes.ts'
import { fitText, percentText, statedPercent } from './words.ts'

const mode = (id: string, change: Partial<Mode> = {}): Mode => ({
  id,
  share: 1,
  effect: 'direct',
  residual: [],
  latent: [],
  disables: [],
  failure: null,
  ...change,
})
const element = (number: number, modes: readonly Mode[], fields: object = { fit: 100 }) =>
  artefact('hardware-element', number, { fields: { modes, ...fields } })

const covered = mode('reads too low', { residual: [{ mechanism: 'Monitor', coverage: 0.9 }] })
const blind = mode('is blind', { effect: 'combined', disables: ['Monitor'] })
const event = artefact('hazardous-event', 1, { fields: { severity: 'S3', exposure: 'E4', controllability: 'C3' } })
const goal = artefact('safety-goal', 1, { fields: { lifetime_h: 10_000, service_h: 10 } })
const [sensor, monitor] = [element(1, [covered]), element(2, [blind])]
const links = [link('prevented-by', event, goal), link('may-violate', sensor, goal), link('may-violate', monitor, goal)]
const graph = graphOf([event, goal, sensor, monitor], links)

test('[SAFETY-UI-15] a new mode has the share that the others leave, and is a single-point fault', () => {
  const [, added] = withNewMode([mode('open', { share: 0.3 })])
  expect(added).toMatchObject({ id: 'Failure mode 2', share: 0.7, effect: 'direct', residual: [] })
  expect(withNewMode([mode('Failure mode 2')])[1]).toMatchObject({ id: 'Failure mode 3', share: 0 })
})

test.for([
  ['12.5', 0.125],
  ['12,5 %', 0.125],
  ['7', 0.07],
  ['99.9951', 0.999951],
  ['100', 1],
  ['0', 0],
] as const)('[SAFETY-UI-15] %s percent is the share %d', ([text, value]) => {
  expect(shareTyped(text)).toEqual({ ok: true, value })
  expect(shareTyped(statedPercent(value))).toEqual({ ok: true, value })
})

test.for(['', '-1', '100.1', 'half', 'Infinity'])('[SAFETY-UI-15] "%s" is no share', (text) => {
  expect(shareTyped(text)).toMatchObject({ ok: false })
})

test('[SAFETY-UI-15] a name has 1 to 100 letters', () => {
  expect(nameTyped('')).toMatchObject({ ok: false })
  expect(nameTyped('a'.repeat(101))).toMatchObject({ ok: false })
  expect(nameTyped('opens')).toEqual({ ok: true, value: 'opens' })
})

test('[SAFETY-UI-15] claims that another effect does not allow stay, with the problem', () => {
  const modes = withMode([covered], 0, { effect: 'safe' })
  expect(modes[0]!.residual).toEqual(covered.residual)
  expect(problemsOfMode(modes, modes[0]!)).toEqual([
    'Only a failure that violates the goal by itself has residual faults.',
  ])
  expect(problemsOfMode([covered], covered)).toEqual([])
})

test('[SAFETY-UI-15] the mechanisms of all elements are suggested, each once', () => {
  expect(mechanismsIn([sensor, monitor, element(3, [mode('x', { disables: ['Alarm'] })])])).toEqual([
    'Alarm',
    'Monitor',
  ])
})

test('an element shows how much of it may violate a goal, and how much of this is covered', () => {
  const half = element(1, [{ ...covered, share: 0.5 }, mode('is lost', { share: 0.5, effect: 'safe' })])
  expect([directShare(half), diagnosticCoverage(half)]).toEqual([0.5, expect.closeTo(0.9, 12)])
  expect([directShare(monitor), diagnosticCoverage(monitor)]).toEqual([0, null])
  expect(directShare(element(1, []))).toBeNull()
})

test('elements without a rate or with incomplete shares are found, unless they are not safety related', () => {
  const bare = element(1, [mode('open', { share: 0.5 })], {})
  expect([lacksRate(bare), lacksShares(bare)]).toEqual([true, true])
  expect([lacksRate(sensor), lacksShares(sensor)]).toEqual([false, false])
  const excluded = element(1, [], { is_excluded: true })
  expect([lacksRate(excluded), lacksShares(excluded)]).toEqual([false, false])
})

test('[SAFETY-UI-16] a goal has the metrics of its elements beside the targets of its ASIL', () => {
  const found = goalsWithHardware(graph, graph)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    asil: { level: 'D' },
    elements: [sensor, monitor],
    problems: [],
    metrics: { total: 200, spfm: expect.closeTo(0.95, 12), lfm: 0 },
    targets: { spfm: { target: 0.99, isMet: false }, pmhf: { target: 10, isMet: false } },
  })
})

test('[SAFETY-UI-16] a changed element changes the metrics, another artefact does not compute them again', () => {
  const before = hardwareOf(graph, goal).metrics
  const renamed = graphOf([artefact('hazardous-event', 1, { ...event, title: 'New' }), goal, sensor, monitor], links)
  expect(hardwareOf(renamed, goal).metrics).toBe(before)
  const better = element(1, [mode('open', { residual: [{ mechanism: 'Monitor', coverage: 1 }] })])
  expect(hardwareOf(graphOf([event, goal, better, monitor], links), goal).metrics).toMatchObject({ spfm: 1 })
})

test('[SAFETY-UI-16] without a rate there are problems instead of metrics, and nothing before all is loaded', () => {
  const bare = element(1, [covered], {})
  expect(hardwareOf(graphOf([event, goal, bare, monitor], links), goal)).toMatchObject({
    metrics: null,
    targets: null,
    problems: [{ element: bare.uuid, message: 'Its failure rate is not stated.' }],
  })
  expect(goalsWithHardware({ ...graph, isWhole: false }, graph)).toEqual([])
})

test('[SAFETY-UI-16] a percentage is not rounded up', () => {
  expect([0.98999, 0.99, 0.29, 1, 0].map(percentText)).toEqual(['98.99 %', '99 %', '29 %', '100 %', '0 %'])
  expect([0, 0.00012, 9.9996, 1234.56].map(fitText)).toEqual(['0', '1.20e-4', '10', '1,235'])
})

test('[SAFETY-UI-17] history shows added, removed and changed modes in words', () => {
  const before = [mode('open', { share: 0.5 }), mode('short', { share: 0.5 })]
  const after = [{ ...covered, id: 'open', share: 0.5 }, mode('drift', { share: 0.5 })]
  expect(modeDifferences(before, after)).toEqual([
    {
      part: 'failure mode open',
      title: 'open',
      before: 'Coverage of residual faults: none',
      after: 'Coverage of residual faults: Monitor 90 %',
    },
    { part: 'failure mode short', title: 'Failure mode removed', before: 'short', after: '' },
    { part: 'failure mode drift', title: 'New failure mode', before: '', after: 'drift' },
  ])
  expect(modeDifferences(undefined, before)).toHaveLength(2)
})
