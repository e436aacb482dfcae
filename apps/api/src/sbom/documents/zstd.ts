import { zstdDecompressSync } from 'node:zlib'

const frameMagic = 0xfd2fb528
/** The magic of frames that are skipped, but for its last four bits (RFC 8878, clause 3.1.2). */
const skippedMagic = 0x184d2a50

function magicAt(bytes: Uint8Array, at: number): number {
  return bytes.length - at < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true)
}

function isSkipped(magic: number): boolean {
  return (magic & ~0xf) >>> 0 === skippedMagic
}

/** Whether bytes begin with a frame of Zstandard. */
export function isZstd(bytes: Uint8Array): boolean {
  const magic = magicAt(bytes, 0)
  return magic === frameMagic || isSkipped(magic)
}

/**
 * Unpacks all frames of a Zstandard file. Node's function stops after the first one, without a notice; `pzstd`, which
 * Yocto packs with, writes several.
 *
 * @throws {Error} with the code ERR_BUFFER_TOO_LARGE above the limit, any other where the file is damaged
 */
export function unzstd(bytes: Uint8Array, { maxOutputLength }: { readonly maxOutputLength: number }): Buffer {
  const unpacked: Buffer[] = []
  let size = 0
  for (let at = 0; at < bytes.length;) {
    const magic = magicAt(bytes, at)
    if (isSkipped(magic)) {
      at += 8 + magicAt(bytes, at + 4)
      if (at > bytes.length) throw new Error('the skipped frame has no end')
      continue
    }
    const end = frameEnd(bytes, at)
    const left = maxOutputLength - size
    if (left <= 0) throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' })
    const frame = zstdDecompressSync(bytes.subarray(at, end), { maxOutputLength: left })
    size += frame.length
    unpacked.push(frame)
    at = end
  }
  return Buffer.concat(unpacked)
}

/** Where a frame ends: after its header, its blocks, each with its size, and its checksum (RFC 8878, clause 3.1.1). */
function frameEnd(bytes: Uint8Array, start: number): number {
  if (magicAt(bytes, start) !== frameMagic) throw new Error('there is no frame')
  const descriptor = bytes[start + 4] ?? 0
  const single = (descriptor & 0x20) !== 0
  const dictionary = [0, 1, 2, 4][descriptor & 3]!
  const contentSize = [single ? 1 : 0, 2, 4, 8][descriptor >> 6]!
  let at = start + 5 + (single ? 0 : 1) + dictionary + contentSize
  for (let last = false; !last;) {
    if (at + 3 > bytes.length) throw new Error('the frame has no end')
    const header = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
    last = (header & 1) === 1
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3)
  }
  return Math.min(at + ((descriptor & 4) === 0 ? 0 : 4), bytes.length)
}
