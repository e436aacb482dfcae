import { expect, test } from 'vitest'
import { entriesOf } from './archive-files.ts'
import { exchanging } from './exchange.ts'
import { startInstallation } from './installation.ts'
import { fillWithTara } from './tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const reviewer = exchanging(site, alpha.members.ADMIN.token)
const program = await fillWithTara(ours, reviewer, 'Headlamp')
const report = (query: Record<string, string>) => ours.download('get-report', { program_uuid: program, ...query })

/** What a document of XML shows, in its order. */
const shown = (xml: string) => xml.replaceAll(/<\/(w:p|row)>/g, '\n').replaceAll('</c>', '\t').replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const contents = [
  'Threat analysis and risk assessment', 'Headlamp', 'Control unit', 'Body CAN', 'Lamp request', 'Night drive without light', 'Spoofed lamp request', '=HYPERLINK("x") threat', 'R Lamp off [any of]', 'A Send frames (time week, expertise expert), met by CTL-01', '2 paths', '1. A', 'SecOC',
  'The bus is inside', 'Authentic and fresh requests', 'Requests are authenticated.', 'CG-01: Title changed', 'Default, version 1', 'Risk matrix',
]

test('[EX21] the threat analysis as a Word document has all of it', async () => {
  const { status, bytes, name } = await report({ report: 'tara', form: 'docx' })
  expect([status, name]).toEqual([200, 'attachment; filename="Headlamp-tara.docx"'])
  const text = shown((await entriesOf(bytes)).get('word/document.xml')!)
  for (const content of contents) expect(text).toContain(content)
})

test('[EX10] [EX21] as a workbook it has a sheet for each section, and texts only', async () => {
  const entries = await entriesOf((await report({ report: 'tara', form: 'xlsx' })).bytes)
  const sheets = [...entries].filter(([name]) => name.startsWith('xl/worksheets/'))
  expect(sheets).toHaveLength(12)
  expect(entries.get('xl/workbook.xml')).toContain('name="Threat scenarios"')
  const text = sheets.map(([, xml]) => shown(xml)).join('\n')
  for (const content of contents) expect(text).toContain(content)
  for (const [, xml] of sheets) expect(xml).not.toContain('<f>')
})

test('[EX21] as a PDF it is whole, and has pages and an outline', async () => {
  const { bytes } = await report({ report: 'tara', form: 'pdf' })
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(10)
  expect(bytes.toString('latin1')).toContain('/Outlines')
})

test('[EX22] the compliance report names each work product and each item of Annex 5, with evidence and gaps', async () => {
  const text = shown((await entriesOf((await report({ report: 'compliance', form: 'docx' })).bytes)).get('word/document.xml')!)
  expect(text.match(/WP-\d\d-\d\d/g)!.filter((code, i, all) => all.indexOf(code) === i)).toHaveLength(42)
  expect(text).toContain('WP-09-02\nTARA\ncreated\n2\nTS-001 Spoofed lamp request\nnot approved yet')
  expect(text).toContain('4.1\nMessages pretend another sender\nTS-001\nnone')
  expect(text).toContain('4.2\nMessages pretend another sender\n\nnot looked at')
  expect(text).toContain('Items: 69')
  for (const form of ['pdf', 'xlsx']) expect((await report({ report: 'compliance', form })).status).toBe(200)
})

test('[EX21] of one project a report has what is in it', async () => {
  const { body: { projects } } = await ours.get('get-projects', { program_uuid: program })
  const text = shown((await entriesOf((await report({ report: 'tara', form: 'docx', project_uuid: projects[0].uuid })).bytes)).get('word/document.xml')!)
  expect(text).toContain('Headlamp: Headlamp ECU')
  expect(text).toContain('Spoofed lamp request')
  expect(text).not.toContain('=HYPERLINK')
})

test('a report leaves a line in the audit log, and strangers get none', async () => {
  await report({ report: 'tara', form: 'xlsx' })
  expect(await site.sql`SELECT 1 FROM audit_log WHERE action = 'export tara report' AND subject_uuid = ${program} LIMIT 1`).toHaveLength(1)
  const stranger = exchanging(site, (await site.organisation('Beta')).members.ADMIN.token)
  expect((await stranger.download('get-report', { program_uuid: program, report: 'tara', form: 'pdf' })).status).toBe(404)
})
