import { expect, test, vi } from 'vitest'
import { entriesOf } from '../support/engineering/archive-files.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { startInstallation } from '../support/installation.ts'
import { fillWithTara } from '../support/engineering/tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const reviewer = exchanging(site, alpha.members.ADMIN.token)
const program = await fillWithTara(ours, reviewer, 'Headlamp')
const report = (query: Record<string, string>) => ours.download('get-report', { program_uuid: program, ...query })

/** The text of an XML document, in order. */
const shown = (xml: string) =>
  xml
    .replaceAll(/<\/(w:p|row)>/g, '\n')
    .replaceAll('</c>', '\t')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const contents = [
  'Threat analysis and risk assessment',
  'Headlamp',
  'Control unit',
  'Body CAN',
  'Lamp request',
  'Night drive without light',
  'Spoofed lamp request',
  '=HYPERLINK("x") threat',
  'TS-001 Lamp off [any of]',
  'A Send frames (Elapsed time ≤ 1 week, Expertise Expert; vector: network), met by CTL-01',
  'B Reflash (Elapsed time ≤ 1 week, Expertise Expert; vector: network), assumed at the most: AU-01 Elapsed time ' +
    '≤ 1 month',
  '2 paths',
  'A Send frames',
  'high (7)',
  'Rated without an attack tree',
  'SecOC',
  'The bus is inside',
  'Authentic and fresh requests',
  'Requests are authenticated.',
  'CG-01: Title changed',
  'Default, version 1',
  'Risk matrix',
]

test('[EXCHANGE-21] the threat analysis as a Word document is complete', async () => {
  const { status, bytes, name } = await report({ report: 'tara', form: 'docx' })
  expect([status, name]).toEqual([200, 'attachment; filename="Headlamp-tara.docx"'])
  const text = shown((await entriesOf(bytes)).get('word/document.xml')!)
  for (const content of contents) expect(text).toContain(content)
})

test('[DOCUMENT-10] [EXCHANGE-21] as a workbook it has a sheet for each section, and only text cells', async () => {
  const entries = await entriesOf((await report({ report: 'tara', form: 'xlsx' })).bytes)
  const sheets = [...entries].filter(([name]) => name.startsWith('xl/worksheets/'))
  expect(sheets).toHaveLength(13)
  expect(entries.get('xl/workbook.xml')).toContain('name="Threat scenarios"')
  const text = sheets.map(([, xml]) => shown(xml)).join('\n')
  for (const content of contents) expect(text).toContain(content)
  for (const [, xml] of sheets) expect(xml).not.toContain('<f>')
})

test('[EXCHANGE-21] as a PDF it is complete, and has pages and an outline', async () => {
  const { bytes } = await report({ report: 'tara', form: 'pdf' })
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(5)
  expect(bytes.toString('latin1')).toContain('/Outlines')
})

test('[EXCHANGE-22] the compliance report has each work product and Annex 5 item, with gaps', async () => {
  const text = shown(
    (await entriesOf((await report({ report: 'compliance', form: 'docx' })).bytes)).get('word/document.xml')!,
  )
  expect(text.match(/WP-\d\d-\d\d/g)!.filter((code, i, all) => all.indexOf(code) === i)).toHaveLength(42)
  expect(text).toContain('WP-09-02\nTARA\ncreated\n2\nTS-001 Spoofed lamp request\nnot approved yet')
  expect(text).toContain('4.1\nMessages come from a pretender\nTS-001\nnone')
  expect(text).toContain('4.2\nOne sender pretends to be many\n\nnot looked at')
  expect(text).toContain('Items: 69')
  for (const form of ['pdf', 'xlsx']) expect((await report({ report: 'compliance', form })).status).toBe(200)
})

const documentOf = async (query: Record<string, string> = {}) =>
  shown((await entriesOf((await report({ report: 'tara', form: 'docx', ...query })).bytes)).get('word/document.xml')!)

test('[EXCHANGE-21] [RISK-3] a goal has the CAL of its threat scenarios', async () => {
  expect(await documentOf()).toContain('CG-01\nAuthentic and fresh requests\nAuthenticity\n4\nTS-001')
})

test("[EXCHANGE-20] every form begins with the program's configuration", async () => {
  const {
    body: { revision },
  } = await ours.get('get-program-config', { project_uuid: program })
  await ours.call('save-program-config', {
    program_uuid: program,
    revision,
    chosen: {
      regulation_types: ['un-r155', 'iso-21434'],
      rating_types: ['potential'],
      design_type: 'new',
      propulsion_types: ['electric'],
    },
  })
  const expectedTexts = ['UN R155, ISO/SAE 21434', 'Attack potential', 'New development', 'Battery electric']
  for (const kind of ['tara', 'compliance']) {
    const document = await documentOf({ report: kind })
    const cover = shown(
      (await entriesOf((await report({ report: kind, form: 'xlsx' })).bytes)).get('xl/worksheets/sheet1.xml')!,
    )
    for (const text of expectedTexts)
      expect([document, cover]).toEqual([expect.stringContaining(text), expect.stringContaining(text)])
  }
})

test('[EXCHANGE-27] cover and approval block name the caller, the lead, reviewers and the baseline', async () => {
  const text = await documentOf()
  const [{ name: baseline }] = await site.sql<[{ name: string }]>`
    SELECT name FROM baselines WHERE program_uuid = ${program}`
  const [author, approver] = [`${alpha.name} engineer`, `${alpha.name} admin`]
  expect(text).toContain(`Organisation: ${alpha.name}\n`)
  expect(text).toContain(`Document: TARA-${program.slice(0, 8).toUpperCase()}\n`)
  expect(text).toContain(`Latest baseline: ${baseline},`)
  expect(text).toContain(`Author\n${author}\n`)
  expect(text).toContain(`Program lead\n${author}\n`)
  expect(text).toMatch(new RegExp(`Reviewer\n${approver}\n\\d{4}-\\d\\d-\\d\\d\n1 artefact approved`))
})

test('[EXCHANGE-20] a report is of one snapshot, even if the program is changed during the export', async () => {
  let requestedReport: ReturnType<typeof documentOf> | undefined
  await site.sql.begin(async (tx) => {
    await tx`LOCK TABLE assessments IN ACCESS EXCLUSIVE MODE`
    requestedReport = documentOf()
    await vi.waitFor(
      async () =>
        expect(
          await site.sql`SELECT 1
            FROM pg_stat_activity
            WHERE datname = current_database()
            AND wait_event_type = 'Lock'`,
        ).not.toEqual([]),
      { timeout: 20_000 },
    )
    await tx`UPDATE artefacts
      SET title = 'Written meanwhile'
      WHERE program_uuid = ${program}
      AND kind = 'requirement'
      AND number = 2`
  })
  expect(await requestedReport).toContain('Use SecOC')
  expect(await requestedReport).not.toContain('Written meanwhile')
  expect(await documentOf()).toContain('Written meanwhile')
})

test("[EXCHANGE-21] [PROJECT-13] a project's suspect links are those that end in it, as in the list", async () => {
  const {
    body: {
      projects: [{ uuid, suspect }],
    },
  } = await ours.get('get-projects', { program_uuid: program })
  const {
    body: { total },
  } = await ours.get('get-suspects', { program_uuid: program })
  expect(total).toBeGreaterThan(suspect)
  expect(await documentOf()).toContain(`Suspect links: ${total}\n`)
  const ofProject = await documentOf({ project_uuid: uuid })
  expect(ofProject).toContain(`Suspect links: ${suspect}\n`)
  expect(ofProject).not.toContain('CG-01: Title changed')
})

test('[EXCHANGE-21] suspect links above the printed maximum are still counted', async () => {
  const crowded = await fillWithTara(ours, reviewer, 'Crowded')
  await site.sql`
    WITH made AS (
      INSERT INTO artefacts (org_uuid, program_uuid, kind, number, title, status, fields, origin, seq)
    SELECT ${alpha.org.uuid}, ${crowded}, 'requirement', n, 'Requirement ' || n, 'CREATED', '{}',
      '{"how":"written","what":""}', 1
    FROM generate_series(1001, 3100) n
    RETURNING uuid, org_uuid, program_uuid
    )
    INSERT INTO artefact_links (org_uuid, program_uuid, kind, from_uuid, to_uuid, added_seq, seq, suspect, suspect_at)
   
    SELECT org_uuid, program_uuid, 'demands', (SELECT uuid
    FROM artefacts
    WHERE program_uuid = ${crowded}
    AND kind = 'goal'), uuid, 1, 1, 'CG-01: Title changed', now()
    FROM made`
  const {
    body: { total },
  } = await ours.get('get-suspects', { program_uuid: crowded })
  const text = await documentOf({ program_uuid: crowded })
  expect(text).toContain(`Suspect links: ${Number(total).toLocaleString('en')}\n`)
  expect(text).toContain(`The first 2,000 of ${Number(total).toLocaleString('en')}.`)
})

test('[EXCHANGE-21] a report on one project has only its contents', async () => {
  const {
    body: { projects },
  } = await ours.get('get-projects', { program_uuid: program })
  const text = shown(
    (await entriesOf((await report({ report: 'tara', form: 'docx', project_uuid: projects[0].uuid })).bytes)).get(
      'word/document.xml',
    )!,
  )
  expect(text).toContain('Headlamp: Headlamp ECU')
  expect(text).toContain('Spoofed lamp request')
  expect(text).not.toContain('=HYPERLINK')
})

test('a report is in the audit log, and other tenants get none', async () => {
  await report({ report: 'tara', form: 'xlsx' })
  expect(
    await site.sql`SELECT 1 FROM audit_log WHERE action = 'export tara report' AND subject_uuid = ${program} LIMIT 1`,
  ).toHaveLength(1)
  const otherTenant = exchanging(site, (await site.organisation('Beta')).members.ADMIN.token)
  expect(
    (await otherTenant.download('get-report', { program_uuid: program, report: 'tara', form: 'pdf' })).status,
  ).toBe(404)
})
