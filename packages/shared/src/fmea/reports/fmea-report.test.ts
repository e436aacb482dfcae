import { expect, test } from 'vitest'
import { textOfCell } from '../../core/documents/report.ts'
import { initialFields } from '../../graph/artefacts/artefact-kind.ts'
import { shippedProfile } from '../default-profile.ts'
import { importColumns, mapHeadings } from '../import-columns.ts'
import { fmeaActionKind, fmeaKind, fmeaLineKind } from '../kinds/fmea.kinds.ts'
import { fmeaReport } from './fmea-report.ts'
import { type FmeaArtefact, fmeaRows, type FmeaSource } from './fmea-rows.ts'

const one = (kind: string, code: string, title: string, fields: Record<string, unknown> = {}): FmeaArtefact => ({
  uuid: code,
  kind,
  code,
  title,
  status: 'OPEN',
  fields,
})
const fmea = one('fmea', 'FM-01', 'Brake', { ...initialFields(fmeaKind), form: 'design', team: ['Anna'] })
const line = one('fmea-line', 'FML-001', 'Force lost', {
  ...initialFields(fmeaLineKind),
  chain: { effect: 'FL-2', mode: 'FL-1', cause: 'FL-3' },
  severity: 10,
  occurrence: 4,
  detection: 6,
})
const action = (code: string, title: string, type: string | null) =>
  one('fmea-action', code, title, { ...initialFields(fmeaActionKind), type, owner: 'Ben', due: '2026-12-01' })
const failures = [
  one('failure', 'FL-1', 'Force lost'),
  one('failure', 'FL-2', 'No stop'),
  one('failure', 'FL-3', 'Leak'),
]
const links: Readonly<Record<string, readonly FmeaArtefact[]>> = {
  'FM-01 has-line to': [line],
  'FML-001 joined-in from': failures,
  'FML-001 improved-by to': [action('FA-1', 'Test the seal', 'detection'), action('FA-2', 'Double the seal', null)],
  'FL-1 fails-as from': [one('function', 'FN-01', 'Slow down')],
  'FN-01 performs from': [one('component', 'CO-01', 'Caliper')],
}
const source: FmeaSource = {
  program: 'Brake by wire',
  fmea,
  seq: 7,
  madeAt: '2026-11-28T09:00:00.000Z',
  author: 'Anna',
  profile: shippedProfile,
  linked: (uuid, link, side) => links[`${uuid} ${link} ${side}`] ?? [],
}

test('[FMEA-24] a line is one row for each action, with its failures by title', () => {
  const rows = fmeaRows(source)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    number: 'FML-001',
    element: 'Caliper',
    function: 'Slow down',
    effect: 'No stop',
    mode: 'Force lost',
    cause: 'Leak',
    priority: 'H',
    rpn: 240,
    detectionAction: 'Test the seal',
    responsible: 'Ben',
    due: '2026-12-01',
    status: 'open',
  })
  expect(rows[1]).toMatchObject({ number: 'FML-001', action: 'Double the seal' })
})

test('[FMEA-24] the titles of the columns name the same columns in an import', () => {
  const titles = Object.values(importColumns)
  expect(mapHeadings(titles).columns).toEqual(Object.keys(importColumns))
})

test('[FMEA-25] the report has the planning, each line once, the actions and the criteria', async () => {
  const report = fmeaReport(source)
  expect(report.sections.map(({ title }) => title)).toEqual([
    'Planning and preparation',
    'Risk analysis',
    'Optimisation',
    'Rating criteria',
  ])
  const rowsOf = async (section: number) => {
    const found: string[][] = []
    for await (const block of report.sections[section]!.blocks())
      if (block.is === 'table') for await (const row of block.rows) found.push(row.map(textOfCell))
    return found
  }
  const [row, ...more] = await rowsOf(1)
  expect(more).toEqual([])
  expect(row).toEqual(['FML-001', 'Slow down', 'No stop', '10', 'Force lost', 'Leak', '–', '4', '–', '6', 'H', '240'])
  expect((await rowsOf(2)).map(([, , title]) => title)).toEqual(['Test the seal', 'Double the seal'])
  expect(await rowsOf(3)).toHaveLength(30)
})
