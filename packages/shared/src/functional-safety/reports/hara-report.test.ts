import { expect, test } from 'vitest'
import { artefact, linesOf, sourceOf } from '../../lifecycle/reports/report.fixture.ts'
import type { ReportSource } from '../../lifecycle/reports/report-source.ts'
import { asilsOf, type SafetyRow } from '../asil-graph.ts'
import { shippedGuidewords } from '../guidewords.ts'
import { shippedSituations } from '../situation-catalogue.ts'
import { haraReport, type HaraReported } from './hara-report.ts'

const event = artefact('hazardous-event', 1, {
  situation: { road: ['motorway'] },
  severity: 'S3',
  severity_reason: 'A crash',
  exposure: 'E4',
  controllability: 'C3',
  ftti_ms: 200,
})
const links = [
  ['arises-in', 'HZ-01', 'HE-001'],
  ['prevented-by', 'HE-001', 'SG-01'],
  ['derived-to', 'SG-01', 'FSR-001'],
  ['derived-to', 'SG-01', 'FSR-002'],
] as const
const artefacts = [
  artefact('hazard', 1),
  event,
  artefact('safety-goal', 1, { safe_state: 'No torque' }),
  artefact('safety-requirement', 1, { share: 'B', text: 'Detect it.' }),
  artefact('safety-requirement', 2, { share: 'B' }),
  artefact('failure', 1, { guideword: 'no', judgement: 'hazardous' }),
]

function reported(overrides: Partial<HaraReported> = {}): HaraReported {
  const ends = links.map(([kind, from, to]) => ({ kind, from, to }))
  return {
    asils: asilsOf(artefacts satisfies readonly SafetyRow[], ends),
    guidewords: shippedGuidewords,
    situations: shippedSituations,
    coverage: { counts: { judged: 1, 'not-applicable': 0, open: 14 }, share: 1 / 15 },
    findings: [{ code: 'no-ftti', message: 'Its FTTI is not stated.', rows: ['SG-01'] }],
    codeOf: (uuid) => uuid,
    ...overrides,
  }
}

const source: ReportSource = sourceOf(artefacts, links)
const lines = (section: string, about = reported()) => linesOf(haraReport(source, about), section)

test('[HARA-25] events are printed with their situation in words, classes, ASIL, goals and reasons', async () => {
  expect(await lines('Hazardous events')).toEqual([
    'Code | Title | Hazard | Situation | S | E | C | ASIL | FTTI, ms | Goals',
    'HE-001 | Hazardous event 1 | HZ-01 | Motorway | S3 | E4 | C3 | D | 200 | SG-01',
    'Rationale',
    'Code | Why this severity | Why this exposure | Why this controllability',
    'HE-001 | A crash |  | ',
  ])
})

test('[HARA-25] requirements are printed with decomposed ASILs, and with the problems of these', async () => {
  const printed = await lines('Safety requirements')
  expect(printed.slice(1)).toEqual([
    'FSR-001 | Safety requirement 1 | Detect it. | – | B(D) | SG-01 |  | ',
    'FSR-002 | Safety requirement 2 |  | – | B(D) | SG-01 |  | ',
    'Problems of inheritance and decomposition',
    'Artefacts | Problem',
    'SG-01, FSR-001, FSR-002 | It is not shown that the two parts of the decomposition are independent.',
  ])
})

test('[HARA-25] the summary counts by ASIL, and findings are listed with their rule', async () => {
  const summary = await lines('Summary')
  expect(summary).toContain('HAZOP: 6 % judged, 14 cells open')
  expect(summary).toContain('Hazardous events | – | – | – | – | 1 | –')
  expect(await lines('Findings')).toContain(
    'warning | Safety goal without a fault-tolerant time interval | SG-01 | Its FTTI is not stated.',
  )
  expect(await lines('Findings', reported({ findings: [] }))).toEqual(['None: the hazard analysis violates no rule.'])
  expect(await lines('Functions and malfunctions')).toContain('FL-001 | Failure 1 |  | No | Hazardous |  |  |  | ')
})
