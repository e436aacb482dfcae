import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Failure } from '@carapace/shared/core/failure'

export interface ZipLimits {
  readonly entries: number
  /** Maximum unpacked size of one entry, and of all entries. */
  readonly entryBytes: number
  readonly totalBytes: number
}

/** Files made by people do not compress better than this ratio, beyond the first MiB. */
const mostRatio = 250
const unratedBytes = 1024 * 1024

export interface OpenZip {
  readonly names: readonly string[]
  has(name: string): boolean
  /** An entry's bytes; fails if their number differs from the stated size. */
  read(name: string): AsyncGenerator<Uint8Array>
  close(): void
}

/**
 * Opens a zip file from an untrusted source without unpacking anything. It is refused by its directory alone, before a
 * byte is inflated; later the inflated bytes are checked against the directory (rule DOCUMENT-7). Names are never used
 * as paths.
 */
export async function openZip(path: string, limits: ZipLimits): Promise<OpenZip> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch(broken)
  try {
    const entries = await directoryOf(zip, limits)
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      read: (name) => readEntry(zip, entries.get(name)!),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function directoryOf(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries)
    throw refused(
      `it has ${zip.entryCount.toLocaleString('en')} entries, and ${limits.entries.toLocaleString('en')} are the most`,
    )
  const entries = new Map<string, Entry>()
  let unpacked = 0
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      refuseEntry(entry, limits)
      if (entries.has(entry.fileName)) throw refused(`${entry.fileName} is in it twice`)
      unpacked += entry.uncompressedSize
      packed += entry.compressedSize
      if (unpacked > limits.totalBytes) throw refused('it is too large when unpacked')
      if (packed > zip.fileSize) throw refused('its entries overlap')
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    broken(error)
  }
  return entries
}

function refuseEntry({ fileName, compressedSize, uncompressedSize, ...entry }: Entry, limits: ZipLimits): void {
  if (entry.generalPurposeBitFlag & 0x1) throw refused(`${fileName} is encrypted`)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw refused(`${fileName} is packed in a way that is not read here`)
  if (uncompressedSize > limits.entryBytes) throw refused(`${fileName} is too large when unpacked`)
  if (uncompressedSize > unratedBytes && uncompressedSize > compressedSize * mostRatio)
    throw refused(`${fileName} unpacks to more than ${mostRatio} times its size`)
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Uint8Array
  } catch (error) {
    broken(error)
  }
}

const refused = (why: string) => new Failure('INVALID_INPUT', { message: `This zip file is not read: ${why}.` })

/** Reports an error of the zip library as a defect of the file. */
function broken(error: unknown): never {
  if (error instanceof Failure) throw error
  throw new Failure('INVALID_INPUT', {
    message: `This zip file is broken: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
    cause: error,
  })
}
