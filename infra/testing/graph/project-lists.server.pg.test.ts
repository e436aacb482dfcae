import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { projectTypes } from '@carapace/shared/graph/programs/projects'
import type { Project } from '@carapace/shared/graph/programs/projects.contract'
import { startInstallation } from '../support/installation.ts'
import { projectCalls } from '../support/engineering/project-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, VIEWER: viewer } = alpha.members
const { begin, call, change, get, link, make, project } = projectCalls(site, alpha)

test('projects are listed ten per page, the latest changed first, and found by words and type', async () => {
  const program = await begin()
  const all: Project[] = []
  for (let i = 0; i < 12; i++)
    all.push(await project(program, { name: `Paged ${i}`, type: i === 4 ? 'VEHICLE' : 'SYSTEM' }))
  await change(all[3]!, { description: '100% by wire' })
  const names = async (query: Record<string, string | number>) =>
    (await get('get-projects', { program_uuid: program, ...query })).body.projects.map(({ name }: Project) => name)
  expect(await names({})).toEqual(['Paged 3', ...[11, 10, 9, 8, 7, 6, 5, 4, 2].map((i) => `Paged ${i}`)])
  expect(await names({ page: 2 })).toEqual(['Paged 1', 'Paged 0'])
  expect([await names({ q: '0% BY' }), await names({ type: 'VEHICLE' })]).toEqual([['Paged 3'], ['Paged 4']])
})

test('[PROJECT-13] projects are listed and exported in the requested order, also by figures', async () => {
  const program = await begin()
  const [low, high, bare] = [
    await project(program, { name: 'low', type: 'FEATURE' }),
    await project(program, { name: 'High', type: 'SYSTEM', lead_uuid: engineer.uuid }),
    await project(program, { name: '=bare', type: 'COMPONENT' }),
  ]
  const effort = (time: string) => ({
    effort: {
      potential: { time, expertise: 'layman', knowledge: 'public', window: 'unlimited', equipment: 'standard' },
      cvss: {},
      vector: 'network',
    },
  })
  const [damage, ...threats] = await make(
    program,
    { kind: 'damage-scenario', fields: { safety: 'severe' } },
    { kind: 'threat-scenario', project_uuid: high.uuid, fields: effort('day') },
    { kind: 'threat-scenario', project_uuid: low.uuid, fields: effort('longer') },
    { kind: 'threat-scenario', project_uuid: low.uuid },
  )
  await link(program, ['leads-to', damage!, threats[1]!])
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: damage!.uuid, kind: 'damage-scenario', revision: 1, title: 'Changed title' }],
  }) // links from before the change become suspect
  await link(program, ['leads-to', damage!, threats[0]!])
  await change(bare, { current_phase: 'PRODUCTION', status: 'APPROVED' })
  const listed = async (query: Record<string, string | number>) =>
    (await get('get-projects', { program_uuid: program, ...query })).body.projects
      .map(({ name }: Project) => name[0]!.toLowerCase())
      .join('')
  expect([await listed({ sort: 'name' }), await listed({ sort: 'name', order: 'desc' })]).toEqual(['=hl', 'lh='])
  // unrated projects are last
  expect([await listed({ sort: 'risk' }), await listed({ sort: 'risk', order: 'asc' })]).toEqual(['hl=', 'lh='])
  expect([await listed({ sort: 'scenarios' }), await listed({ sort: 'scenarios', order: 'asc' })]).toEqual([
    'lh=',
    '=hl',
  ])
  expect((await listed({ sort: 'suspect' }))[0]).toBe('l')
  expect([(await listed({ sort: 'lead' }))[0], (await listed({ sort: 'lead', order: 'desc' }))[0]]).toEqual(['h', 'h'])
  expect([
    (await listed({ sort: 'status', order: 'desc' }))[0],
    (await listed({ sort: 'phase', order: 'desc' }))[0],
    (await listed({}))[0],
  ]).toEqual(['=', '=', '='])
  const byType = (['FEATURE', 'SYSTEM', 'COMPONENT'] as const).toSorted(
    (a, b) => projectTypes.indexOf(a) - projectTypes.indexOf(b),
  )
  expect(
    (await get('get-projects', { program_uuid: program, sort: 'type' })).body.projects.map(({ type }: Project) => type),
  ).toEqual(byType)
  expect(
    (await Promise.all([1, 2, 3].map((page) => listed({ sort: 'program', perPage: 1, page })))).toSorted(
      (a, b) => a.charCodeAt(0) - b.charCodeAt(0),
    ),
  ).toEqual(['=', 'h', 'l'])

  const lines: Record<string, string>[] = parse(
    (await get('export-projects', { program_uuid: program, sort: 'risk' })).text,
    { bom: true, columns: true },
  )
  expect(lines.map(({ name }) => name)).toEqual(['High', 'low', "'=bare"])
  expect(lines[0]).toMatchObject({
    type: 'SYSTEM',
    lead: 'Alpha engineer',
    scenarios: '1',
    risk: '5',
    concept_phase_status: 'CREATED',
    my_role: 'LEAD',
  })
  expect(lines[2]).toMatchObject({
    current_phase: 'PRODUCTION',
    production_phase_status: 'APPROVED',
    lead: '',
    risk: '',
  })
  expect(
    parse((await get('export-projects', { program_uuid: program }, viewer.token)).text, { bom: true, columns: true }),
  ).toEqual([])
})
