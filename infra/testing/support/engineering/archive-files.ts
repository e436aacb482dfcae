import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openZip } from '@carapace/api/src/core/documents/zip-reader.ts'
import { zipOf } from '@carapace/api/src/core/documents/zip-writer.ts'

/** The files of a zip as text, by name. */
export async function entriesOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'carapace-test-'))
  try {
    await writeFile(join(folder, 'zip'), bytes)
    const zip = await openZip(join(folder, 'zip'), { entries: 200, entryBytes: 1e9, totalBytes: 1e9 })
    const entries = new Map<string, string>()
    for (const name of zip.names) entries.set(name, (await wholeOf(zip.read(name))).toString())
    zip.close()
    return entries
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A zip of these files. */
export async function zipped(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer<ArrayBuffer>> {
  return wholeOf(zipOf(Object.entries(files).map(([name, content]) => ({ name, content: () => [content] }))))
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const time = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g

/**
 * An archive's files with every uuid replaced by its index in the order of first occurrence, and every time by a fixed
 * one; everything else stays unchanged.
 */
export function sameButNames(entries: ReadonlyMap<string, string>): Record<string, string> {
  const places = new Map<string, string>()
  const placeOf = (found: string) => {
    if (!places.has(found)) places.set(found, `uuid ${places.size + 1}`)
    return places.get(found)!
  }
  return Object.fromEntries(
    [...entries].map(([name, text]) => [name, text.replaceAll(uuid, placeOf).replaceAll(time, '"time"')]),
  )
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
