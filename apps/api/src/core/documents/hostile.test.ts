import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { asFile, drained, hostileZip, workbookFiles } from './hostile.fixture.ts'
import { openTable, type TableRow } from './tables.ts'
import { readXml } from './xml-reader.ts'
import { openZip } from './zip-reader.ts'

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
  ['with an entry larger than any', [{ name: 'a', content: 'x', statedSize: 60_000_000 }], 'too large'],
  [
    'that is too large in all',
    Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, content: 'x', statedSize: 999_999 })),
    'too large when unpacked',
  ],
  [
    'with more entries than any',
    Array.from({ length: 101 }, (_, i) => ({ name: `${i}`, content: 'x' })),
    '101 entries',
  ],
  ['that states less than it holds', [{ name: 'a', content: zeros(2), statedSize: 10 }], 'broken'],
  ['that states more than it holds', [{ name: 'a', content: 'short', statedSize: 500 }], 'broken'],
  [
    'whose entries overlap',
    [
      { name: 'a', content: Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 251)) },
      ...Array.from({ length: 3 }, (_, i) => ({
        name: `b${i}`,
        content: Buffer.from(Array.from({ length: 4_000 }, (_, j) => (j * 7919) % 251)),
        at: 0,
      })),
    ],
    'overlap',
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
] as const)('[DOCUMENT-7] a zip %s is refused', async ([, entries, why]) => {
  const most = { ...limits, totalBytes: 8_000_000, entryBytes: why === '250 times' ? 50_000_000 : limits.entryBytes }
  await expect(unpacked(hostileZip(entries), why === '250 times' ? limits : most)).rejects.toThrow(why)
})

test('[DOCUMENT-7] a truncated zip and a file that is not a zip are refused', async () => {
  const whole = hostileZip([{ name: 'a.txt', content: 'hello' }])
  for (const bytes of [
    whole.subarray(0, whole.length - 10),
    whole.subarray(20),
    Buffer.from('no zip'),
    Buffer.alloc(0),
  ])
    await expect(unpacked(bytes)).rejects.toThrow('broken')
})

const xml = (text: string | Uint8Array) => drained(readXml(Readable.from([Buffer.from(text)])))

test.for([
  ['a document type', '<!DOCTYPE a><a/>'],
  [
    'a billion laughs',
    `<!DOCTYPE l [<!ENTITY a "ha">${Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY a${i} "${`&a${i - 1 < 0 ? '' : i - 1};`.repeat(10)}">`,
    ).join('')}]><l>&a8;</l>`,
  ],
  ['an entity from a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['an undeclared entity', '<a>&xxe;</a>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x">%x;]><a/>'],
  ['tags that do not close', '<a><b></a>'],
  ['nothing', ''],
  ['depth without end', '<a>'.repeat(10_000)],
] as const)('[DOCUMENT-9] XML with %s is refused', async ([, text]) => {
  await expect(xml(text)).rejects.toThrow('This XML is not read')
})

test('[DOCUMENT-9] XML in UTF-16 is read, and bytes that are not text are refused', async () => {
  expect(await xml(Buffer.from('\ufeff<a>é&#233;&amp;</a>', 'utf16le'))).toContainEqual({ is: 'text', text: 'éé&' })
  await expect(xml(Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x3c]))).rejects.toThrow('not UTF-8')
})

test('[DOCUMENT-9] a tag with more attributes than any has is refused before all of them are read', async () => {
  let read = 0
  async function* crowded() {
    yield Buffer.from('<a')
    for (; read < 400; read++)
      yield Buffer.from(Array.from({ length: 1_000 }, (_, i) => ` a${read * 1_000 + i}="1"`).join(''))
    yield Buffer.from('/>')
  }
  await expect(drained(readXml(crowded()))).rejects.toThrow('a tag of it has more than 1000 attributes')
  expect(read).toBeLessThan(3)
  expect(await xml(`<a${Array.from({ length: 999 }, (_, i) => ` b${i}="1"`).join('')}><c d="1"/></a>`)).toHaveLength(4)
})

test('[DOCUMENT-9] reading an endless text stops before it is all in memory', async () => {
  let sent = 0
  async function* endless() {
    yield Buffer.from('<a>')
    for (; sent < 100; sent++) yield Buffer.alloc(1024 * 1024, 'x')
  }
  await expect(drained(readXml(endless()))).rejects.toThrow('too long')
  expect(sent).toBeLessThan(10)
})

/** All rows of a table below its header. */
const table = (bytes: Uint8Array | string, form: 'csv' | 'xlsx', sheet?: string): Promise<TableRow[]> =>
  asFile(bytes, async (path) => {
    const opened = await openTable(path, form, sheet)
    try {
      return await drained(opened.rows)
    } finally {
      opened.close()
    }
  })
const cellsOf = (...rows: string[][]) =>
  `<worksheet><sheetData>${rows
    .map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData></worksheet>`

test('[DOCUMENT-9] a workbook whose parts declare entities, or a file that is not a workbook, is refused', async () => {
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

test(
  '[DOCUMENT-32] of 1,100,000 empty rows, none beyond the row limit of a sheet is read',
  { timeout: 120_000 },
  async () => {
    await expect(
      table(
        hostileZip(
          workbookFiles(
            `<worksheet><sheetData><row><c t="inlineStr"><is><t>Title</t></is></c></row>${Array.from(
              { length: 1_100_000 },
              (_, i) => `<row r="${(i * 7_919) % 1_000_003}"/>`,
            ).join('')}</sheetData></worksheet>`,
          ),
        ),
        'xlsx',
      ),
    ).rejects.toThrow('1,048,576 rows')
  },
)

test('[DOCUMENT-9] a row without a number, or with one that no sheet can have, gets the next number', async () => {
  const rows = ['x', '1.5', '1e99', '-4', '99999999999', '7', 'Infinity'].map(
    (r) => `<row r="${r}"><c t="inlineStr"><is><t>${r}</t></is></c></row>`,
  )
  const read = await table(
    hostileZip(
      workbookFiles(
        '<worksheet><sheetData><row r="2"><c t="inlineStr"><is><t>Title</t></is></c></row>' +
          `${rows.join('')}</sheetData></worksheet>`,
      ),
    ),
    'xlsx',
  )
  expect(read.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 7, 8])
})

test('[DOCUMENT-30] CSV in another encoding, a workbook named as CSV, and endless cells are refused', async () => {
  await expect(table(Buffer.from('Title\nGer\xe4t', 'latin1'), 'csv')).rejects.toThrow('UTF-8')
  await expect(table(Buffer.from('\ufeffTitle\nA', 'utf16le'), 'csv')).rejects.toThrow('UTF-8')
  await expect(table(hostileZip(workbookFiles(cellsOf(['Title']))), 'csv')).rejects.toThrow('UTF-8')
  await expect(table(`Title\n"${'x'.repeat(2_000_000)}"`, 'csv')).rejects.toThrow('not read')
  await expect(table('Title\n"never closed', 'csv')).rejects.toThrow('not read')
  await expect(table('', 'csv')).rejects.toThrow('empty')
  await expect(table(`${Array.from({ length: 600 }, (_, i) => `C${i}`).join(',')}\n`, 'csv')).rejects.toThrow('columns')
})
