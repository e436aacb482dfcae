import { expect, test } from 'vitest'
import type { Asil } from './asil.ts'
import { defaultSituations } from './default-situations.ts'
import { defaultGuidewords, hazopCoverage } from './guidewords.ts'
import { fieldsOfFix, haraOf, type HaraRow } from './hara-graph.ts'
import { haraFindings } from './hara-rules.ts'
import { hazopEntriesOf } from './hazop-graph.ts'

const row = (kind: string, uuid: string, fields: HaraRow['fields'] = {}): HaraRow => ({
  uuid,
  kind,
  title: uuid.toUpperCase(),
  fields,
})
const link = (kind: string, from: string, to: string) => ({ kind, from, to })

const rated = {
  situation: { speed: ['high'], road: ['motorway'] },
  severity: 'S3',
  severity_reason: 'A crash at speed',
  exposure: 'E4',
  exposure_reason: 'Daily',
  controllability: 'C3',
  controllability_reason: 'No time to react',
  ftti_ms: 200,
}
const goal = { safe_state: 'No torque', ftti_ms: 150 }

function findings(rows: readonly HaraRow[], goalAsil: Asil | null = 'D') {
  const links = [link('arises-in', 'hz', 'he'), link('prevented-by', 'he', 'sg'), link('derived-to', 'sg', 'fsr')]
  return haraFindings(haraOf(rows, links, new Map([['sg', goalAsil]]), defaultSituations))
}

test('[HARA-24] hazards, events and goals of the graph are a hazard analysis', () => {
  const rows = [
    row('hazard', 'hz'),
    row('hazardous-event', 'he', rated),
    row('safety-goal', 'sg', goal),
    row('function', 'fn'),
  ]
  const links = [link('arises-in', 'hz', 'he'), link('prevented-by', 'he', 'sg')]
  const { hazards, events, goals } = haraOf(rows, links, new Map([['sg', 'D']]), defaultSituations)
  expect(hazards).toEqual([{ id: 'hz', title: 'HZ' }])
  expect(events).toEqual([
    {
      id: 'he',
      title: 'HE',
      hazard: 'hz',
      situation: { road: ['motorway'], speed: ['high'] },
      severity: { class: 'S3', reason: 'A crash at speed' },
      exposure: { class: 'E4', reason: 'Daily', basis: 'duration' },
      controllability: { class: 'C3', reason: 'No time to react' },
      asil: 'D',
      ftti: 200,
      goals: ['sg'],
    },
  ])
  expect(goals).toEqual([{ id: 'sg', title: 'SG', asil: 'D', safeState: 'No torque', ftti: 150, faultHandling: null }])
  expect(findings(rows)).toEqual([])
})

test('[HARA-24] a goal is found too low by the ASIL that it has, and the fix sets fields of the artefact', () => {
  const rows = [
    row('hazard', 'hz'),
    row('hazardous-event', 'he', rated),
    row('safety-goal', 'sg', { ...goal, ftti_ms: 900 }),
  ]
  const found = findings(rows, 'B')
  expect(found.map(({ code, fix }) => [code, fix && fieldsOfFix(fix)])).toEqual([
    ['goal-too-low', { asil: 'D' }],
    ['ftti-too-long', { ftti_ms: 200 }],
  ])
})

test('[HARA-23] a situation that the catalogue does not have is reported, and nothing is proposed for it', () => {
  const situation = { speed: ['high'], weather: ['storm'] }
  const rows = [
    row('hazard', 'hz'),
    row('hazardous-event', 'he', { ...rated, exposure: 'E2', situation }),
    row('safety-goal', 'sg', goal),
  ]
  expect(findings(rows).map(({ code }) => code)).toEqual(['unknown-situation'])
})

test('[HAZOP-6] failures of functions are the entries of the grid by their guideword and judgement', () => {
  const failures = [
    row('failure', 'a', { guideword: 'no', judgement: 'hazardous' }),
    row('failure', 'b', { guideword: 'more', judgement: 'harmless', reason: 'Limited by hardware' }),
    row('failure', 'c', { guideword: 'less', judgement: 'harmless' }),
    row('failure', 'd', { guideword: 'reverse', judgement: 'not-applicable', reason: 'It has no direction' }),
    row('failure', 'e', { guideword: 'late' }),
    row('failure', 'f'),
    row('failure', 'g', { guideword: 'sideways', judgement: 'hazardous' }),
  ]
  const entries = hazopEntriesOf(
    failures,
    [...failures, row('failure', 'x')].map(({ uuid }) => link('fails-as', 'fn', uuid)),
  )
  const { cells, strays } = hazopCoverage(['fn'], defaultGuidewords, entries)
  const stateOf = (key: string) => cells.find(({ guideword }) => guideword === key)!.state
  expect(['no', 'more', 'less', 'reverse', 'late', 'early'].map(stateOf)).toEqual([
    'judged',
    'judged',
    'open',
    'not-applicable',
    'open',
    'open',
  ])
  expect(strays.map(({ guideword }) => guideword)).toEqual(['sideways'])
})
