import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startInstallation } from '../support/installation.ts'
import { projectCalls } from '../support/engineering/project-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { begin, call, get, link, make, project, summary } = projectCalls(site, alpha)

test('[SUMMARY-9] [SUMMARY-10] figures: suspect links, requirements, work products and Annex 5', async () => {
  const program = await begin()
  const unit = await project(program)
  const [goal, one, two, passed, failed, threat, , product] = await make(
    program,
    { kind: 'goal' },
    { kind: 'requirement', project_uuid: unit.uuid },
    { kind: 'requirement' },
    { kind: 'test-case', fields: { result: 'passed' } },
    { kind: 'test-case', fields: { result: 'failed' } },
    { kind: 'threat-scenario', fields: { annex5: ['4.1', '20.5'], treatment: 'reduce' }, project_uuid: unit.uuid },
    { kind: 'threat-scenario', fields: { annex5: ['4.1'] } },
    { kind: 'work-product', fields: { work_product: 'WP-09-02', evidence: ['DOC-7'] } },
    { kind: 'work-product', fields: { work_product: 'WP-09-02' } },
  )
  await link(
    program,
    ['demands', goal!, one!],
    ['verified', one!, passed!],
    ['verified', two!, passed!],
    ['verified', two!, failed!],
    ['evidences', threat!, product!],
  )
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Another goal' }],
  })
  const now = await summary(program)
  expect(now).toMatchObject({
    scenarios: 2,
    requirements: 2,
    verified: 1,
    suspect: 1,
    suspects: [{ kind: 'requirement', count: 1 }],
    alerts: 0,
    scenarios_seen: 0,
    seen: [],
    attention: 4,
    open_risks: 0,
    method: { uuid: null, name: 'Default' },
  })
  expect(now.annex5).toEqual([
    { item: '20.5', scenarios: 1, treated: 1 },
    { item: '4.1', scenarios: 2, treated: 1 },
  ])
  expect(now.work_products).toHaveLength(42)
  expect(now.work_products.filter(({ uuid }: { uuid: string | null }) => uuid !== null)).toEqual([
    { code: 'WP-09-02', title: 'TARA', status: 'CREATED', uuid: product!.uuid, evidence: 2, content: 2 },
  ])
  expect(now.progress.map(({ phase, words }: { phase: string; words: string }) => [phase, words]).slice(1, 3)).toEqual([
    ['PRODUCT_DEVELOPMENT', '1 of 2 requirements verified'],
    ['PRODUCTION', 'no control plan yet'],
  ])
  expect((await get('get-project-by-uuid', { project_uuid: unit.uuid })).body.project).toMatchObject({
    scenarios: 1,
    suspect: 1,
  })
  expect((await get('program-lifecycle', { program_uuid: program })).body.suspects).toEqual({ requirement: 1 })
})

test('[PROGRAM-9] the figures of several programs are those of each, without hidden programs', async () => {
  const [rated, bare] = [await begin(), await begin()]
  const [damage, threat, goal, one, whole, part, passed] = await make(
    rated,
    { kind: 'damage-scenario', fields: { safety: 'severe' } },
    {
      kind: 'threat-scenario',
      fields: {
        annex5: ['4.1', '20.5'],
        effort: {
          potential: {
            time: 'day',
            expertise: 'layman',
            knowledge: 'public',
            window: 'unlimited',
            equipment: 'standard',
          },
          cvss: {},
          vector: 'network',
        },
      },
    },
    { kind: 'goal' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'test-case', fields: { result: 'passed' } },
    { kind: 'work-product', status: 'IN_PROCESS', fields: { work_product: 'WP-09-02' } },
    { kind: 'work-product', fields: { work_product: 'WP-09-02' } },
    { kind: 'work-product', fields: { work_product: 'WP-15-01' } },
    { kind: 'threat-scenario', fields: { annex5: ['4.1'] } },
  )
  await link(
    rated,
    ['leads-to', damage!, threat!],
    ['demands', goal!, one!],
    ['refines', whole!, part!],
    ['verified', part!, passed!],
  )
  await call('save-artefacts', {
    program_uuid: rated,
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Another goal' }],
  })
  const fetchSummaries = async (token?: string) =>
    (await get('get-program-summaries', { uuids: [rated, bare, randomUUID()].join(',') }, token)).body.summaries
  expect(
    (await fetchSummaries()).toSorted(
      (a: { requirements: number }, b: { requirements: number }) => b.requirements - a.requirements,
    ),
  ).toEqual([
    {
      program_uuid: rated,
      open_risks: 1,
      suspect: 1,
      requirements: 3,
      verified: 2,
      annex5: 2,
      work_products: expect.arrayContaining([
        { status: 'IN_PROCESS', count: 1 },
        { status: 'CREATED', count: 1 },
        { status: null, count: 40 },
      ]),
    },
    {
      program_uuid: bare,
      open_risks: 0,
      suspect: 0,
      requirements: 0,
      verified: 0,
      annex5: 0,
      work_products: [{ status: null, count: 42 }],
    },
  ])
  const { open_risks: open, suspect, requirements, verified } = await summary(rated)
  expect([open, suspect, requirements, verified]).toEqual([1, 1, 3, 2])
  expect(await fetchSummaries(alpha.members.VIEWER.token)).toEqual([])
})

test('[SUMMARY-10] a requirement that others refine is verified when these are verified', async () => {
  const program = await begin()
  const [whole, part, deeper, other, passed, test_] = await make(
    program,
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'test-case', fields: { result: 'passed' } },
    { kind: 'test-case' },
  )
  await link(
    program,
    ['refines', whole!, part!],
    ['refines', part!, deeper!],
    ['refines', whole!, other!],
    ['verified', deeper!, passed!],
    ['verified', other!, test_!],
  )
  const verified = async () => {
    const { verified: count, progress } = await summary(program)
    return [count, progress[1].words]
  }
  expect(await verified()).toEqual([2, '2 of 4 requirements verified'])
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: test_!.uuid, kind: 'test-case', revision: 1, fields: { result: 'passed' } }],
  })
  expect(await verified()).toEqual([4, '4 of 4 requirements verified'])
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: passed!.uuid, kind: 'test-case', revision: 1, fields: { result: 'failed' } }],
  })
  expect(await verified()).toEqual([1, '1 of 4 requirements verified'])
})

test("[SUMMARY-10] a rated risk is in its cell, and open from the method's attention level on", async () => {
  const program = await begin()
  const unit = await project(program)
  const [damage, threat] = await make(
    program,
    { kind: 'damage-scenario', fields: { safety: 'severe' } },
    {
      kind: 'threat-scenario',
      project_uuid: unit.uuid,
      fields: {
        effort: {
          potential: {
            time: 'day',
            expertise: 'layman',
            knowledge: 'public',
            window: 'unlimited',
            equipment: 'standard',
          },
          cvss: {},
          vector: 'network',
        },
      },
    },
  )
  await link(program, ['leads-to', damage!, threat!])
  const now = await summary(program)
  expect(now).toMatchObject({ open_risks: 1, scenarios: 1 })
  expect(now.matrix.initial[3]).toEqual([0, 0, 0, 1])
  expect([now.matrix.risk[3], now.risks.initial]).toEqual([
    [2, 3, 4, 5],
    [0, 0, 0, 0, 1],
  ])
  expect((await get('get-project-by-uuid', { project_uuid: unit.uuid })).body.project.risk).toBe(5)
})

test('[SUMMARY-11] sightings of the last 30 days are counted by scenario and day; older ones are not', async () => {
  const program = await begin()
  const [threat, never] = await make(
    program,
    { kind: 'threat-scenario', title: 'Spoofed torque request' },
    { kind: 'threat-scenario' },
  )
  const see = (daysAgo: number, alert: string, of = threat!) =>
    site.sql`INSERT INTO sightings (threat_uuid, alert_uuid, org_uuid, program_uuid, at)
      VALUES (${of.uuid}, ${alert}, ${alpha.org.uuid}, ${program}, now() - make_interval(days => ${daysAgo}))`
  for (const daysAgo of [0, 0, 3, 45]) await see(daysAgo, randomUUID())
  const now = await summary(program)
  expect([now.alerts, now.scenarios_seen]).toEqual([3, 1])
  expect(now.seen).toMatchObject([
    { node: { uuid: threat!.uuid, code: 'TS-001', title: 'Spoofed torque request' }, risk: null, alerts: 3 },
  ])
  expect([now.seen[0].days.length, now.seen[0].days.at(-1), now.seen[0].days.at(-4)]).toEqual([30, 2, 1])
  expect(now.seen.some(({ node }: { node: { uuid: string } }) => node.uuid === never!.uuid)).toBe(false)
})
