import { stepsOf } from '@carapace/shared/fmea/steps'
import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import {
  brake,
  crash,
  first,
  fmea,
  joins,
  leak,
  line,
  lost,
  newUuid,
  rated,
  small,
} from '../worksheet/worksheet.fixture.ts'
import { actionsOf, failuresOf, figuresOf } from '../dashboard/figures.ts'
import { countsOf } from './counts.ts'
import { reuseStep } from './reuse.ts'

const system = artefact('system', 1)
const component = artefact('component', 1)
const action = artefact('fmea-action', 300, { status: 'COMPLETED', fields: { due: '2026-01-01' } })
const requirement = artefact('requirement', 1)
const second = line(2, { chain: { effect: null, mode: lost.uuid, cause: null }, severity_after: 10 })

/** The small FMEA with a focus, an action that improves both of its lines, and a requirement. */
const whole = graphOf(
  [...small.artefacts.values(), system, component, action, requirement, second],
  [
    ...small.links.values(),
    ...joins(second, lost),
    link('contains', system, component),
    link('performs', component, brake),
    link('focus-of', component, fmea),
    link('allocated', requirement, brake),
    link('improved-by', first, action),
    link('improved-by', second, action),
  ],
)

test('[FMEA-UI-10] the steps are counted from the graph', () => {
  expect(countsOf(whole, fmea, rated)).toEqual({
    planned: 0,
    elements: 2,
    focusElements: 1,
    placedElements: 1,
    elementsWithFunction: 1,
    functions: 1,
    functionsWithRequirement: 1,
    functionsWithFailure: 1,
    failureModes: 1,
    modesWithEffect: 1,
    modesWithCause: 1,
    chains: 2,
    chainsWithControls: 0,
    ratedChains: 1,
    urgentChains: 1,
    answeredChains: 1,
    actions: 1,
    completedActions: 1,
    confirmedActions: 0,
    isReported: false,
    isApproved: false,
  })
})

test('[FMEA-UI-10] an FMEA without a focus has begun nothing', () => {
  const bare = graphOf([fmea])
  expect(stepsOf(countsOf(bare, fmea, rated)).map(({ state }) => state)).toEqual([
    'open',
    'open',
    'open',
    'open',
    'open',
    'open',
    'open',
  ])
})

test('[FMEA-UI-11] an action of several lines counts once, with the highest priority', () => {
  const all = figuresOf(whole, undefined, () => rated.profile)
  expect(failuresOf(all).map(({ title, priority }) => [title, priority])).toEqual([
    ['Brake force lost ← Seal leaks', 'H'],
    ['Brake force lost', null],
  ])
  expect(actionsOf(all)).toEqual([
    { id: action.code, title: action.title, due: '2026-01-01', isClosed: true, priority: 'H' },
  ])
})

test('[FMEA-UI-11] of a project only its FMEAs count', () => {
  expect(figuresOf(whole, system.uuid, () => rated.profile)).toEqual([])
})

test('[FMEA-UI-9] a variant takes over the lines that it lacks, with the same failures', () => {
  const variant = artefact('fmea', 901)
  const own = line(3, { chain: { effect: crash.uuid, mode: lost.uuid, cause: leak.uuid } })
  const empty = reuseStep(whole, fmea, variant, newUuid)
  expect(empty.made.map(({ fields }) => [fields.chain, fields.severity_after])).toEqual([
    [first.fields.chain, null],
    [second.fields.chain, null],
  ])
  expect(empty.link.every(({ from, kind }) => from === variant.uuid && kind === 'has-line')).toBe(true)
  const graph = graphOf(
    [...whole.artefacts.values(), variant, own],
    [...whole.links.values(), link('has-line', variant, own)],
  )
  expect(reuseStep(graph, fmea, variant, newUuid).made.map(({ fields }) => fields.chain)).toEqual([second.fields.chain])
})
