import { Failure } from '@carapace/shared/core/failure'

/** An artefact with the largest tree has half as many bytes. */
const longestLine = 8 * 1024 * 1024

/** Lines of UTF-8, the empty ones left out; bytes that are no text are refused. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      held.push(chunk.subarray(from, end))
      const line = decoded(held)
      if (line !== '') yield line
      held = []
      length = 0
      from = end + 1
    }
    held.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longestLine)
      throw new Failure('INVALID_INPUT', { message: `A line of it is longer than ${longestLine / 1024 / 1024} MiB.` })
  }
  const last = decoded(held)
  if (last !== '') yield last
}

/** Bytes as one text in UTF-8. */
export function decoded(pieces: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)).trim()
  } catch (error) {
    throw new Failure('INVALID_INPUT', { message: 'It is no text in UTF-8.', cause: error })
  }
}
