import { defaultSituations } from '@carapace/shared/functional-safety/default-situations'
import type { HaraFinding } from '@carapace/shared/functional-safety/hara-rules'
import { tagText } from '@carapace/shared/functional-safety/asil'
import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import { findingsIn } from '../safety.ts'
import { findingCounts, findingsAmong, fixInput } from './findings.ts'
import { plannedEvents, situationWords, toggledIn } from './situation.ts'
import { whatIf } from './what-if.ts'

const hazard = artefact('hazard', 1)
const event = artefact('hazardous-event', 1, {
  fields: { severity: 'S3', exposure: 'E4', controllability: 'C3', ftti_ms: 100 },
})
const goal = artefact('safety-goal', 1, { fields: { safe_state: 'No torque', ftti_ms: 300 } })
const links = [link('arises-in', hazard, event), link('prevented-by', event, goal)]
const graph = graphOf([hazard, event, goal], links)
const finding = (code: string) => findingsIn(graph).find((each) => each.code === code)!

test('[SAFETY-UI-4] other classes show the ASIL, the goals and the problems that would change', () => {
  const { from, to, changed, opened, settled } = whatIf(graph, event, {
    severity: 'S3',
    exposure: 'E0',
    controllability: 'C3',
  })
  expect([from, to]).toEqual(['D', 'QM'])
  expect(changed.map((each) => [each.artefact.code, tagText(each.from!), tagText(each.to!)])).toEqual([
    ['SG-01', 'D', 'QM'],
  ])
  expect(opened.map(({ code }) => code)).toContain('zero-without-reason')
  expect(settled.map(({ code }) => code)).toContain('ftti-too-long')
  expect(graph.artefacts.get(event.uuid)!.fields.exposure).toBe('E4')
})

test('[SAFETY-UI-4] the same classes change nothing', () => {
  const same = whatIf(graph, event, { severity: 'S3', exposure: 'E4', controllability: 'C3' })
  expect(same).toEqual({ from: 'D', to: 'D', changed: [], opened: [], settled: [] })
})

test('[SAFETY-UI-5] problems are not computed before everything is loaded', () => {
  expect(findingsIn({ ...graph, isWhole: false })).toEqual([])
  expect(findingsIn(graph).length).toBeGreaterThan(0)
})

test('[SAFETY-UI-5] problems of the listed rows, the most severe first', () => {
  const listed = findingsAmong(findingsIn(graph), graph.artefacts, ['safety-goal'], graph.artefacts)
  expect(listed.map(({ code }) => code)).toEqual(['ftti-too-long'])
  expect(findingsAmong(findingsIn(graph), new Map(), ['safety-goal'], graph.artefacts)).toEqual([])
  const all = findingsAmong(findingsIn(graph), graph.artefacts, ['hazardous-event', 'safety-goal'], graph.artefacts)
  expect(findingCounts(all).map(({ severity, count }) => [severity, count > 0])).toEqual([
    ['error', true],
    ['warning', true],
    ['hint', false],
  ])
  expect(all[0]!.code).toBe('ftti-too-long')
})

test('[SAFETY-UI-6] the fix of a goal is a write over its revision', () => {
  expect(fixInput(finding('ftti-too-long'), graph)).toEqual({
    uuid: goal.uuid,
    kind: 'safety-goal',
    revision: 1,
    fields: { ftti_ms: 100 },
  })
  expect(fixInput(finding('no-reason'), graph)).toBeFalsy()
  expect(fixInput(finding('ftti-too-long'), graphOf([event]))).toBeFalsy()
})

test('[SAFETY-UI-6] what is stored nowhere is not fixed', () => {
  const asil: HaraFinding = {
    code: 'wrong-asil',
    message: '',
    rows: [event.uuid],
    fix: { title: 'Store ASIL D', change: { table: 'events', id: event.uuid, field: 'asil', value: 'D' } },
  }
  expect(fixInput(asil, graph)).toBeFalsy()
})

test('[SAFETY-UI-3] chips are toggled; a dimension with all of its values is not restricted', () => {
  const wet = toggledIn(defaultSituations, {}, 'surface', 'wet')
  expect(wet).toEqual({ surface: ['wet'] })
  expect(toggledIn(defaultSituations, wet, 'surface', 'wet')).toEqual({})
  const surface = defaultSituations.find(({ key }) => key === 'surface')!
  const all = surface.values.reduce((situation, { key }) => toggledIn(defaultSituations, situation, 'surface', key), {})
  expect(all).toEqual({})
  const snow = toggledIn(defaultSituations, { surface: ['wet'] }, 'surface', 'snow')
  expect(situationWords({ fields: { situation: snow } }, defaultSituations)).toBe('Wet or snow or ice')
})

test('[SAFETY-UI-7] one event for each combination, without the situations that the hazard has', () => {
  const chosen = { surface: ['wet', 'snow'], road: ['motorway', 'urban'] }
  const known = artefact('hazardous-event', 2, { fields: { situation: { road: ['urban'], surface: ['wet'] } } })
  const each = plannedEvents(chosen, true, [known], defaultSituations)
  expect(each.ok && [each.value.situations.length, each.value.known]).toEqual([3, 1])
  const one = plannedEvents(chosen, false, [known], defaultSituations)
  expect(one.ok && [one.value.situations, one.value.known]).toEqual([
    [{ road: ['motorway', 'urban'], surface: ['wet', 'snow'] }],
    0,
  ])
  expect(plannedEvents({ weather: ['storm'] }, false, [], defaultSituations).ok).toBe(false)
})
