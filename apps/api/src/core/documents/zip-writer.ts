import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  /** Called when this entry is to be written. */
  readonly content: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** Fixed, so that the same files give the same bytes at any time and place: a zip stores the local date and time. */
const mtime = new Date(2000, 0, 1)

/** Files as a zip, in order, streamed to the consumer (rule EXCHANGE-1). */
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

/** Combines small texts into larger pieces: otherwise each would be a separate chunk. */
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
