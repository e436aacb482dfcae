import { gunzipSync } from 'node:zlib'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import { mostBytes, mostUnpackedBytes } from './limits.ts'
import { isZstd, unzstd } from './zstd.ts'

/** A file of a set, with its path. */
export interface NamedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

type Unpacked = { readonly bytes: Uint8Array } | { readonly faults: readonly BomFault[] }

/** Unpacks gzip and Zstandard, also one in the other, up to the limits (rule BOM-7). */
export function unpack(packed: Uint8Array, most = mostUnpackedBytes): Unpacked {
  if (packed.length > mostBytes) return refusal(`The file has more than ${inMegabytes(mostBytes)} MB.`)
  let bytes = packed
  for (let layer = 0; layer < 3; layer++) {
    const method = packingOf(bytes)
    if (!method) return { bytes }
    try {
      bytes = method(bytes, { maxOutputLength: most })
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'ERR_BUFFER_TOO_LARGE') return refusal(`The file unpacks to more than ${inMegabytes(most)} MB.`)
      return refusal('The packed file is damaged, or its end is missing.')
    }
  }
  return packingOf(bytes) ? refusal('The file is packed more than three times.') : { bytes }
}

type Unpacker = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array

function packingOf(bytes: Uint8Array): Unpacker | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync
  return isZstd(bytes) ? unzstd : undefined
}

function refusal(message: string): { readonly faults: readonly BomFault[] } {
  return { faults: [{ place: '', message }] }
}

function inMegabytes(bytes: number): string {
  return Math.floor(bytes / 1_000_000).toLocaleString('en')
}

const block = 512
const mostFiles = 20_000

/** Whether the bytes are a tar archive: its mark stands in the first header (POSIX.1-2017, pax, "ustar"). */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= block && latin1(bytes, 257, 5) === 'ustar'
}

/** The files of a tar archive, with long names of pax and GNU; at most 20,000. */
export function readTar(bytes: Uint8Array): readonly NamedFile[] | { readonly faults: readonly BomFault[] } {
  const files: NamedFile[] = []
  let longName: string | undefined
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(latin1(bytes, at + 124, 12).trim() || '0', 8)
    if (!Number.isSafeInteger(size) || size < 0 || at + block + size > bytes.length)
      return refusal(`The archive is damaged after ${files.length} files.`)
    const content = bytes.subarray(at + block, at + block + size)
    const type = latin1(bytes, at + 156, 1)
    if (type === 'x') longName = /^\d+ path=(.*)$/m.exec(Buffer.from(content).toString())?.[1]
    else if (type === 'L') longName = Buffer.from(content).toString().split('\0', 1)[0]
    else {
      const prefix = latin1(bytes, at + 345, 155)
      const name = longName ?? (prefix ? `${prefix}/` : '') + latin1(bytes, at, 100)
      longName = undefined
      if (type === '0' || type === '') files.push({ name, bytes: content })
      if (files.length > mostFiles) return refusal(`The archive has more than ${mostFiles.toLocaleString('en')} files.`)
    }
    at += block + Math.ceil(size / block) * block
  }
  return files
}

/** A text of a header, up to its first zero byte. */
function latin1(bytes: Uint8Array, from: number, length: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString('latin1')
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
