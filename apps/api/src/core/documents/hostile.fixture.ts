import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  readonly name: string
  readonly content: Uint8Array | string
  /** The false size that the zip directory states. */
  readonly statedSize?: number
  readonly flags?: number
  /** The offset that the zip directory states for its data: inside another entry's data. */
  readonly at?: number
}

/** A zip that no honest tool writes: its directory states the given false values. */
export function hostileZip(entries: readonly Entry[]): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, statedSize, flags = 0, at } of entries) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain, { level: 9 })
    const sizes = { packed: packed.length, plain: statedSize ?? plain.length }
    const common = (buffer: Buffer, from: number) => {
      buffer.writeUInt16LE(20, from)
      buffer.writeUInt16LE(flags, from + 2)
      buffer.writeUInt16LE(8, from + 4)
      buffer.writeUInt32LE(crc32(plain), from + 10)
      buffer.writeUInt32LE(sizes.packed, from + 14)
      buffer.writeUInt32LE(sizes.plain, from + 18)
      buffer.writeUInt16LE(Buffer.byteLength(name), from + 22)
    }
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    common(local, 4)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    common(central, 6)
    central.writeUInt32LE(at ?? offset, 42)
    directory.push(central, Buffer.from(name))
    if (at !== undefined) continue
    files.push(local, Buffer.from(name), packed)
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, index, end])
}

/** Writes the bytes to a temporary file, which exists while `use` runs. */
export async function asFile<T>(bytes: Uint8Array | string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'carapace-hostile-'))
  try {
    await writeFile(join(folder, 'file'), bytes)
    return await use(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** All items of an asynchronous iterable. */
export async function drained<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A workbook of one sheet, with the given parts unchanged. */
export function workbookFiles(sheet: string, texts = '<sst/>'): Entry[] {
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns:r="r"><sheets><sheet name="Sheet 1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: texts },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
}
