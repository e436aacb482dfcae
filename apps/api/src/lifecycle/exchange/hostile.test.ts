import { expect, test } from 'vitest'
import { requirementKind } from '@carapace/shared/lifecycle/kinds/development.kinds'
import { assetKind } from '@carapace/shared/lifecycle/kinds/tara.kinds'
import { readArchive } from './archive-reading.ts'
import { asFile, drained, hostileZip, workbookFiles } from '../../core/documents/hostile.fixture.ts'
import { readReqif } from './reqif.ts'
import { readTable } from './table-import.ts'

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)

test('[DOCUMENT-7] a zip within a zip is not unpacked: an archive has no such file', async () => {
  const inner = hostileZip([{ name: 'a', content: zeros(1) }])
  await expect(
    asFile(hostileZip([{ name: 'inner.zip', content: inner }]), (path) => drained(readArchive(path))),
  ).rejects.toThrow('"inner.zip" is not a file that one has')
})

const manifest = {
  format: 'carapace-archive',
  version: 2,
  product: '1',
  scope: 'program',
  made_at: '2026-01-01T00:00:00Z',
  graph_versions: 0,
  name: 'X',
  projects: 0,
  artefacts: {},
  links: 0,
}
const program = {
  name: 'X',
  description: '',
  status: 'CREATED',
  current_phase: 'CONCEPT',
  phase_statuses: {},
  choices: { propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] },
  numbers: { asset: 1 },
}
const archiveWith = (files: Record<string, string | Uint8Array>) =>
  hostileZip(
    Object.entries({
      'manifest.json': JSON.stringify(manifest),
      'program.json': JSON.stringify(program),
      'methods.json': '[]',
      'projects.json': '[]',
      ...files,
    }).map(([name, content]) => ({ name, content })),
  )
const read = (bytes: Uint8Array) => asFile(bytes, (path) => drained(readArchive(path)))

test.for([
  [
    'a field that means something to JavaScript',
    { 'artefacts/asset.jsonl': '{"__proto__":{"admin":true}}' },
    'called __proto__',
  ],
  ['such a field far within', { 'artefacts/asset.jsonl': '{"uuid":{"a":[{"constructor":1}]}}' }, 'called constructor'],
  [
    'a line nested without end',
    { 'artefacts/asset.jsonl': `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
    'nested deeper',
  ],
  ['half of a character', { 'artefacts/asset.jsonl': '{"title":"\\ud800"}' }, 'no text'],
  ['a NUL', { 'artefacts/asset.jsonl': '{"title":"\\u0000"}' }, 'no text'],
  ['bytes in another encoding', { 'artefacts/asset.jsonl': Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]) }, 'UTF-8'],
  ['half of a line', { 'artefacts/asset.jsonl': '{"uuid":' }, 'no JSON'],
  ['a field that no archive has', { 'artefacts/asset.jsonl': '{"evil":1}' }, 'line 1'],
  ['a file of another tool', { 'evil.sh': 'rm' }, 'evil.sh'],
  [
    'a time that is none',
    { 'manifest.json': JSON.stringify({ ...manifest, made_at: '9999-99-99T00:00:00Z' }) },
    'made_at',
  ],
  ['a version of tomorrow', { 'manifest.json': JSON.stringify({ ...manifest, version: 3 }) }, 'version'],
] as const)('[EXCHANGE-5] [DOCUMENT-8] an archive with %s is refused, with the place', async ([, files, why]) => {
  await expect(read(archiveWith(files))).rejects.toThrow(why)
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('[EXCHANGE-5] an archive of version 1, whose keys have other names, is read', async () => {
  const { graph_versions: moments, ...others } = manifest
  const firstVersion = { 'manifest.json': JSON.stringify({ ...others, version: 1, moments }) }
  await expect(read(archiveWith(firstVersion))).resolves.not.toThrow()
})

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const time = '2026-01-01T00:00:00Z'
const historical = JSON.stringify({ ...manifest, graph_versions: 1 })
const lines = (n: number, one: (i: number) => object) =>
  Array.from({ length: n }, (_, i) => JSON.stringify(one(i))).join('\n')
const arrayOf = (n: number, one: (i: number) => object) => JSON.stringify(Array.from({ length: n }, (_, i) => one(i)))
const asset = { number: 1, title: 'A', status: 'CREATED', project: null, fields: {}, revision: 1 }

test.for<[string, number, (n: number) => Record<string, string>]>([
  [
    'projects',
    200,
    (n) => ({
      'projects.json': arrayOf(n, (i) => ({
        uuid: uuidOf(i),
        name: 'P',
        type: 'SYSTEM',
        description: '',
        current_phase: 'CONCEPT',
        phase_statuses: {},
        created_at: time,
      })),
    }),
  ],
  [
    'baselines',
    200,
    (n) => ({
      'manifest.json': historical,
      'baselines.json': arrayOf(n, (i) => ({ name: `B${i}`, note: '', graph_version: 1, created_at: time })),
    }),
  ],
  [
    'comments',
    500,
    (n) => ({
      'manifest.json': historical,
      'artefacts/asset.jsonl': JSON.stringify({
        ...asset,
        uuid: uuidOf(1),
        origin: { how: 'written', what: '' },
        created_at: time,
        updated_at: time,
      }),
      'versions.jsonl': JSON.stringify({
        ...asset,
        uuid: uuidOf(1),
        kind: 'asset',
        graph_version: 1,
        action: 'made',
        at: time,
      }),
      'comments.jsonl': lines(n, () => ({ artefact: uuidOf(1), text: 'x', is_resolved: false, created_at: time })),
    }),
  ],
])(
  '[EXCHANGE-5] an archive may hold as many %s as a program (%i); with one more it is refused',
  async ([what, most, files]) => {
    expect((await read(archiveWith(files(most)))).length).toBeGreaterThan(most)
    await expect(read(archiveWith(files(most + 1)))).rejects.toThrow(`more than ${most} ${what}`)
  },
)

const table = (bytes: Uint8Array | string, form: 'csv' | 'xlsx', sheet?: string) =>
  asFile(bytes, (path) => readTable(path, assetKind, { form, sheet, mapping: undefined }))
const cellOf = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const cellsOf = (...rows: string[][]) => {
  const xml = rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`)
  return `<worksheet><sheetData>${xml.join('')}</sheetData></worksheet>`
}

test('[DOCUMENT-9] a workbook is read: texts, cell places, booleans and numbers, but no formulas', async () => {
  const sheet =
    '<worksheet><sheetData><row r="3"><c r="B3" t="s"><v>0</v></c><c r="D3" t="inlineStr"><is><t>Security ' +
    'relevance</t></is></c><c r="E3" t="str"><v>Description</v></c></row><row r="5"><c r="B5" ' +
    't="s"><v>1</v></c><c r="D5" t="b"><v>1</v></c><c r="E5" ' +
    't="str"><f>CMD("x")</f><v>shown</v></c></row></sheetData></worksheet>'
  const { columns, rows, sheets } = await table(
    hostileZip(
      workbookFiles(
        sheet,
        '<sst><si><t>Title</t></si><si><r><t>Torque</t></r><r><t xml:space="preserve"> ' +
          'request</t></r><rPh><t>no</t></rPh></si></sst>',
      ),
    ),
    'xlsx',
  )
  expect([sheets, columns]).toEqual([
    ['Sheet 1'],
    ['Column 1', 'Title', 'Column 3', 'Security relevance', 'Description'],
  ])
  expect(rows).toMatchObject([{ row: 5, title: 'Torque request', fields: { relevant: true, description: 'shown' } }])
})

test('[EXCHANGE-13] of 100,000 rows only as many are read as a program holds', { timeout: 60_000 }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `Asset ${i}`)
  await expect(table(['Title', ...rows].join('\n'), 'csv')).rejects.toThrow('more than 30,000 rows')
  await expect(
    table(hostileZip(workbookFiles(cellsOf(['Title'], ...rows.map((title) => [title])))), 'xlsx'),
  ).rejects.toThrow('more than 30,000 rows')
})

/** About 66 million characters in cells of the maximum text length; compressed they take a hundredth. */
const muchText = Array.from({ length: 2_000 }, (_, i) => {
  const digits = Array.from({ length: 30 }, (_v, j) => ((i + 1) * (j + 1) * 2_654_435_761).toString(36))
  return `${'x'.repeat(32_500)}${digits.join('')}`
})

test.for([
  [
    'shared texts',
    () => workbookFiles(cellsOf(['Title']), `<sst>${muchText.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`),
  ],
  ['texts in cells', () => workbookFiles(cellsOf(['Description'], ...muchText.map((text) => [text])))],
  [
    'one text, shared by all cells',
    () =>
      workbookFiles(
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>Description</t></is></c></row>' +
          `${'<row><c t="s"><v>0</v></c></row>'.repeat(2_100)}</sheetData></worksheet>`,
        `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
      ),
  ],
] as const)('[EXCHANGE-25] a workbook with too much text is refused: %s', { timeout: 60_000 }, async ([, files]) => {
  await expect(table(hostileZip(files()), 'xlsx')).rejects.toThrow('too much text')
})

test('[EXCHANGE-25] a cell may name any number of codes, but a table no more than a program has links', async () => {
  const head = 'Code,Title,refines (requirement)\n'
  const rows = (n: number, codes: number) =>
    head + Array.from({ length: n }, (_, i) => `R-${i},T,"${'R-1,'.repeat(codes)}"`).join('\n')
  const readRequirements = (text: string) =>
    asFile(text, (path) => readTable(path, requirementKind, { form: 'csv', sheet: undefined, mapping: undefined }))
  expect((await readRequirements(rows(1, 5_000))).rows[0]!.links).toHaveLength(5_000)
  await expect(readRequirements(rows(31, 10_000))).rejects.toThrow('more than 300,000 links')
})

test('[EXCHANGE-13] semicolons and tabs also separate cells, and an escaped formula gets its text back', async () => {
  for (const mark of [',', ';', '\t']) {
    const { rows } = await table(`Title${mark}Description\n'=1+1${mark}x\n`, 'csv')
    expect(rows).toMatchObject([{ title: '=1+1', fields: { description: 'x' } }])
  }
})

test('[DOCUMENT-9] a file that declares entities, or is not ReqIF, is refused, zipped or not', async () => {
  for (const bytes of [
    Buffer.from('<!DOCTYPE x><REQ-IF/>'),
    hostileZip([{ name: 'a.reqif', content: '<!DOCTYPE x><REQ-IF/>' }]),
  ])
    await expect(asFile(bytes, readReqif)).rejects.toThrow('document type')
  await expect(asFile('<html/>', readReqif)).rejects.toThrow('no ReqIF')
  await expect(asFile(hostileZip([{ name: 'a.png', content: 'x' }]), readReqif)).rejects.toThrow('no ReqIF file')
})

test(
  '[EXCHANGE-25] a ReqIF with more than a program holds is refused while it is read, zipped or not',
  { timeout: 60_000 },
  async () => {
    const objects = `<REQ-IF>${Array.from({ length: 40_000 }, (_, i) => `<SPEC-OBJECT IDENTIFIER="R-${i}"/>`).join('')}`
    // the XML has no end: it must be refused before that
    for (const bytes of [Buffer.from(objects), hostileZip([{ name: 'a.reqif', content: objects }])])
      await expect(asFile(bytes, readReqif)).rejects.toThrow('more than 30,000 objects')
    const relations = Array.from(
      { length: 160_000 },
      (_, i) =>
        '<SPEC-RELATION><TYPE><SPEC-RELATION-TYPE-REF>r</SPEC-RELATION-TYPE-REF></TYPE>' +
        '<SOURCE><SPEC-OBJECT-REF>a</SPEC-OBJECT-REF></SOURCE>' +
        `<TARGET><SPEC-OBJECT-REF>b${i}</SPEC-OBJECT-REF></TARGET></SPEC-RELATION>`,
    )
    await expect(
      asFile(`<REQ-IF><SPEC-RELATION-TYPE IDENTIFIER="r" LONG-NAME="refines"/>${relations.join('')}`, readReqif),
    ).rejects.toThrow('more than 150,000 relations')
  },
)
