import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  /** Called when its turn has come. */
  readonly content: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** The same files make the same bytes, whenever and wherever: local parts of this date are what a zip keeps. */
const mtime = new Date(2000, 0, 1)

/** Files as a zip, in their order, made while it is taken (rule EXCHANGE-1). */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  for (const { name, content } of entries)
    zip.addReadStreamLazy(name, { mtime, forceDosTimestamp: true, mode: 0o100644 }, (open) =>
      open(null, Readable.from(bytesOf(content()), { objectMode: false })),
    )
  zip.end()
  ;(zip.outputStream as Readable).pipe(out)
  for await (const chunk of out) yield chunk as Uint8Array
}

/** Small texts in pieces of some size: each would be a chunk of its own otherwise. */
async function* bytesOf(
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let held: string[] = []
  let length = 0
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      yield piece
      continue
    }
    held.push(piece)
    length += piece.length
    if (length < 64 * 1024) continue
    yield Buffer.from(held.join(''))
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.from(held.join(''))
}
