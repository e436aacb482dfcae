import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { requirementKind } from '@carapace/shared/lifecycle/kinds/development.kinds'
import { assetKind } from '@carapace/shared/lifecycle/kinds/tara.kinds'
import { readArchive } from './archive-reading.ts'
import { asFile, drained, hostileZip, workbookFiles } from '../../core/documents/hostile.fixture.ts'
import { readReqif } from './reqif.ts'
import { readTable } from './table-import.ts'
import { readXml } from '../../core/documents/xml-reader.ts'
import { openZip } from '../../core/documents/zip-reader.ts'

const limits = { entries: 100, entryBytes: 50_000_000, totalBytes: 100_000_000 }
const unpacked = (bytes: Uint8Array, most = limits) =>
  asFile(bytes, async (path) => {
    const zip = await openZip(path, most)
    try {
      for (const name of zip.names) await drained(zip.read(name))
      return zip.names
    } finally {
      zip.close()
    }
  })
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)

test('an honest zip is read', async () => {
  expect(
    await unpacked(
      hostileZip([
        { name: 'a.txt', content: 'hello' },
        { name: 'b/c.txt', content: 'there' },
      ]),
    ),
  ).toEqual(['a.txt', 'b/c.txt'])
})

test.for([
  ['that unpacks to a thousand times its size', [{ name: 'a', content: zeros(20) }], '250 times'],
  ['with an entry larger than any', [{ name: 'a', content: 'x', saidSize: 60_000_000 }], 'too large'],
  [
    'that is too large in all',
    Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, content: 'x', saidSize: 999_999 })),
    'too large when unpacked',
  ],
  [
    'with more entries than any',
    Array.from({ length: 101 }, (_, i) => ({ name: `${i}`, content: 'x' })),
    '101 entries',
  ],
  ['that says less than it holds', [{ name: 'a', content: zeros(2), saidSize: 10 }], 'broken'],
  ['that says more than it holds', [{ name: 'a', content: 'short', saidSize: 500 }], 'broken'],
  [
    'whose entries lie on top of one another',
    [
      { name: 'a', content: Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 251)) },
      ...Array.from({ length: 3 }, (_, i) => ({
        name: `b${i}`,
        content: Buffer.from(Array.from({ length: 4_000 }, (_, j) => (j * 7919) % 251)),
        at: 0,
      })),
    ],
    'on top of',
  ],
  ['with a name that climbs', [{ name: '../../etc/passwd', content: 'x' }], 'broken'],
  ['with a name from the root', [{ name: '/etc/passwd', content: 'x' }], 'broken'],
  ['with a name of another system', [{ name: 'C:\\x', content: 'x' }], 'broken'],
  [
    'with a name twice',
    [
      { name: 'a', content: 'x' },
      { name: 'a', content: 'y' },
    ],
    'twice',
  ],
  ['with an encrypted entry', [{ name: 'a', content: 'x', flags: 1 }], 'encrypted'],
] as const)('[EX7] a zip %s is refused', async ([, entries, why]) => {
  const most = { ...limits, totalBytes: 8_000_000, entryBytes: why === '250 times' ? 50_000_000 : limits.entryBytes }
  await expect(unpacked(hostileZip(entries), why === '250 times' ? limits : most)).rejects.toThrow(why)
})

test('[EX7] what is cut off, and what is no zip at all, is refused', async () => {
  const whole = hostileZip([{ name: 'a.txt', content: 'hello' }])
  for (const bytes of [
    whole.subarray(0, whole.length - 10),
    whole.subarray(20),
    Buffer.from('no zip'),
    Buffer.alloc(0),
  ])
    await expect(unpacked(bytes)).rejects.toThrow('broken')
})

test('[EX7] a zip within a zip stays packed: an archive has no such file', async () => {
  const inner = hostileZip([{ name: 'a', content: zeros(1) }])
  await expect(
    asFile(hostileZip([{ name: 'inner.zip', content: inner }]), (path) => drained(readArchive(path))),
  ).rejects.toThrow('"inner.zip" is not a file that one has')
})

const manifest = {
  format: 'carapace-archive',
  version: 1,
  product: '1',
  scope: 'program',
  made_at: '2026-01-01T00:00:00Z',
  moments: 0,
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
  ['a version of tomorrow', { 'manifest.json': JSON.stringify({ ...manifest, version: 2 }) }, 'version'],
] as const)('[EX5] [EX8] an archive with %s is refused with its place', async ([, files, why]) => {
  await expect(read(archiveWith(files))).rejects.toThrow(why)
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const time = '2026-01-01T00:00:00Z'
const historical = JSON.stringify({ ...manifest, moments: 1 })
const lines = (n: number, one: (i: number) => object) =>
  Array.from({ length: n }, (_, i) => JSON.stringify(one(i))).join('\n')
const asset = { number: 1, title: 'A', status: 'CREATED', project: null, fields: {}, revision: 1 }

test.for<[string, number, (n: number) => Record<string, string>]>([
  [
    'projects',
    200,
    (n) => ({
      'projects.json': `[${Array.from({ length: n }, (_, i) => JSON.stringify({ uuid: uuidOf(i), name: 'P', type: 'SYSTEM', description: '', current_phase: 'CONCEPT', phase_statuses: {}, created_at: time })).join()}]`,
    }),
  ],
  [
    'baselines',
    200,
    (n) => ({
      'manifest.json': historical,
      'baselines.json': `[${Array.from({ length: n }, (_, i) => JSON.stringify({ name: `B${i}`, note: '', moment: 1, created_at: time })).join()}]`,
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
      'versions.jsonl': JSON.stringify({ ...asset, uuid: uuidOf(1), kind: 'asset', moment: 1, deed: 'made', at: time }),
      'comments.jsonl': lines(n, () => ({ artefact: uuidOf(1), text: 'x', is_resolved: false, created_at: time })),
    }),
  ],
])(
  '[EX5] an archive holds as many %s as a program may (%i), and with one more it is refused',
  async ([what, most, files]) => {
    expect((await read(archiveWith(files(most)))).length).toBeGreaterThan(most)
    await expect(read(archiveWith(files(most + 1)))).rejects.toThrow(`more than ${most} ${what}`)
  },
)

const xml = (text: string | Uint8Array) => drained(readXml(Readable.from([Buffer.from(text)])))

test.for([
  ['a document type', '<!DOCTYPE a><a/>'],
  [
    'a billion laughs',
    `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1 < 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]><l>&a8;</l>`,
  ],
  ['an entity from a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['an entity that nobody declared', '<a>&xxe;</a>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x">%x;]><a/>'],
  ['tags that do not close', '<a><b></a>'],
  ['nothing', ''],
  ['depth without end', '<a>'.repeat(10_000)],
] as const)('[EX9] XML with %s is refused', async ([, text]) => {
  await expect(xml(text)).rejects.toThrow('This XML is not read')
})

test('[EX9] XML in UTF-16 is read, and bytes that are no text are not', async () => {
  expect(await xml(Buffer.from('\ufeff<a>é&#233;&amp;</a>', 'utf16le'))).toContainEqual({ is: 'text', text: 'éé&' })
  await expect(xml(Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x3c]))).rejects.toThrow('no text')
})

test('[EX9] a text without end is given up before it is all in memory', async () => {
  let sent = 0
  async function* endless() {
    yield Buffer.from('<a>')
    for (; sent < 100; sent++) yield Buffer.alloc(1024 * 1024, 'x')
  }
  await expect(drained(readXml(endless()))).rejects.toThrow('too long')
  expect(sent).toBeLessThan(10)
})

const table = (bytes: Uint8Array | string, form: 'csv' | 'xlsx', sheet?: string) =>
  asFile(bytes, (path) => readTable(path, assetKind, { form, sheet, mapping: undefined }))
const cellsOf = (...rows: string[][]) =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`

test('[EX9] a workbook is read: shared and inline texts, places, truths and numbers, but no formulas', async () => {
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

test('[EX9] a workbook whose parts declare entities, or that is none, is refused', async () => {
  const laughing =
    '<!DOCTYPE x [<!ENTITY a "ha">]><worksheet><sheetData><row><c ' +
    't="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>'
  await expect(table(hostileZip(workbookFiles(laughing)), 'xlsx')).rejects.toThrow('document type')
  await expect(table(hostileZip([{ name: 'a.txt', content: 'x' }]), 'xlsx')).rejects.toThrow('no XLSX')
  await expect(table('no zip', 'xlsx')).rejects.toThrow('broken')
  await expect(table(hostileZip(workbookFiles(cellsOf(['Title'], ['A']))), 'xlsx', 'Sheet 2')).rejects.toThrow(
    'not valid',
  )
  await expect(
    table(
      hostileZip([
        ...workbookFiles(cellsOf(['Title'])).slice(0, 4),
        { name: 'xl/worksheets/sheet1.xml', content: `<worksheet>${' '.repeat(30_000_000)}</worksheet>` },
      ]),
      'xlsx',
    ),
  ).rejects.toThrow('250 times')
})

test('[EX13] of 100,000 rows none is read past those that a program holds', { timeout: 60_000 }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `Asset ${i}`)
  await expect(table(['Title', ...rows].join('\n'), 'csv')).rejects.toThrow('more than 30,000 rows')
  await expect(
    table(hostileZip(workbookFiles(cellsOf(['Title'], ...rows.map((title) => [title])))), 'xlsx'),
  ).rejects.toThrow('more than 30,000 rows')
})

/** About 66 million characters, in texts as long as a cell's may be, which pack to a hundredth. */
const muchText = Array.from(
  { length: 2_000 },
  (_, i) =>
    `${'x'.repeat(32_500)}${Array.from({ length: 30 }, (_v, j) => ((i + 1) * (j + 1) * 2_654_435_761).toString(36)).join('')}`,
)

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
        `<worksheet><sheetData><row><c t="inlineStr"><is><t>Description</t></is></c></row>${'<row><c t="s"><v>0</v></c></row>'.repeat(2_100)}</sheetData></worksheet>`,
        `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
      ),
  ],
] as const)('[EX25] a workbook with too much text is refused: %s', { timeout: 60_000 }, async ([, files]) => {
  await expect(table(hostileZip(files()), 'xlsx')).rejects.toThrow('too much text')
})

test('[EX25] cells may name any number of codes, but in all no more than a program has links', async () => {
  const head = 'Code,Title,refines (requirement)\n'
  const rows = (n: number, codes: number) =>
    head + Array.from({ length: n }, (_, i) => `R-${i},T,"${'R-1,'.repeat(codes)}"`).join('\n')
  const readRequirements = (text: string) =>
    asFile(text, (path) => readTable(path, requirementKind, { form: 'csv', sheet: undefined, mapping: undefined }))
  expect((await readRequirements(rows(1, 5_000))).rows[0]!.links).toHaveLength(5_000)
  await expect(readRequirements(rows(31, 10_000))).rejects.toThrow('more than 300,000 links')
})

test('[EX25] of 1,100,000 empty rows none is read past those that a sheet has', { timeout: 120_000 }, async () => {
  await expect(
    table(
      hostileZip(
        workbookFiles(
          `<worksheet><sheetData><row><c t="inlineStr"><is><t>Title</t></is></c></row>${Array.from({ length: 1_100_000 }, (_, i) => `<row r="${(i * 7_919) % 1_000_003}"/>`).join('')}</sheetData></worksheet>`,
        ),
      ),
      'xlsx',
    ),
  ).rejects.toThrow('1,048,576 rows')
})

test('[EX9] a row that says no number, or one that no sheet has, is counted', async () => {
  const rows = ['x', '1.5', '1e99', '-4', '99999999999', '7', 'Infinity'].map(
    (r) => `<row r="${r}"><c t="inlineStr"><is><t>${r}</t></is></c></row>`,
  )
  const read = await table(
    hostileZip(
      workbookFiles(
        `<worksheet><sheetData><row r="2"><c t="inlineStr"><is><t>Title</t></is></c></row>${rows.join('')}</sheetData></worksheet>`,
      ),
    ),
    'xlsx',
  )
  expect(read.rows.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 7, 8])
})

test('[EX13] CSV in another encoding, a workbook called CSV, and cells without end are refused', async () => {
  await expect(table(Buffer.from('Title\nGer\xe4t', 'latin1'), 'csv')).rejects.toThrow('UTF-8')
  await expect(table(Buffer.from('\ufeffTitle\nA', 'utf16le'), 'csv')).rejects.toThrow('UTF-8')
  await expect(table(hostileZip(workbookFiles(cellsOf(['Title']))), 'csv')).rejects.toThrow('UTF-8')
  await expect(table(`Title\n"${'x'.repeat(2_000_000)}"`, 'csv')).rejects.toThrow('not read')
  await expect(table('Title\n"never closed', 'csv')).rejects.toThrow('not read')
  await expect(table('', 'csv')).rejects.toThrow('empty')
  await expect(table(`${Array.from({ length: 600 }, (_, i) => `C${i}`).join(',')}\n`, 'csv')).rejects.toThrow('columns')
})

test('[EX13] semicolons and tabs part cells too, and a formula that was defused is as it was', async () => {
  for (const mark of [',', ';', '\t']) {
    const { rows } = await table(`Title${mark}Description\n'=1+1${mark}x\n`, 'csv')
    expect(rows).toMatchObject([{ title: '=1+1', fields: { description: 'x' } }])
  }
})

test('[EX9] a ReqIF that declares entities, or is none, is refused, packed or not', async () => {
  for (const bytes of [
    Buffer.from('<!DOCTYPE x><REQ-IF/>'),
    hostileZip([{ name: 'a.reqif', content: '<!DOCTYPE x><REQ-IF/>' }]),
  ])
    await expect(asFile(bytes, readReqif)).rejects.toThrow('document type')
  await expect(asFile('<html/>', readReqif)).rejects.toThrow('no ReqIF')
  await expect(asFile(hostileZip([{ name: 'a.png', content: 'x' }]), readReqif)).rejects.toThrow('no ReqIF file')
})

test(
  '[EX25] a ReqIF of more than a program holds is refused as it is read, packed or not',
  { timeout: 60_000 },
  async () => {
    const objects = `<REQ-IF>${Array.from({ length: 40_000 }, (_, i) => `<SPEC-OBJECT IDENTIFIER="R-${i}"/>`).join('')}`
    // it never ends: it is not read so far
    for (const bytes of [Buffer.from(objects), hostileZip([{ name: 'a.reqif', content: objects }])])
      await expect(asFile(bytes, readReqif)).rejects.toThrow('more than 30,000 objects')
    const relations = Array.from(
      { length: 160_000 },
      (_, i) =>
        `<SPEC-RELATION><TYPE><SPEC-RELATION-TYPE-REF>r</SPEC-RELATION-TYPE-REF></TYPE><SOURCE><SPEC-OBJECT-REF>a</SPEC-OBJECT-REF></SOURCE><TARGET><SPEC-OBJECT-REF>b${i}</SPEC-OBJECT-REF></TARGET></SPEC-RELATION>`,
    )
    await expect(
      asFile(`<REQ-IF><SPEC-RELATION-TYPE IDENTIFIER="r" LONG-NAME="refines"/>${relations.join('')}`, readReqif),
    ).rejects.toThrow('more than 150,000 relations')
  },
)
