import { Failure } from '@carapace/shared/core/failure'

/**
 * The lines of a UTF-8 text, without the empty ones.
 *
 * @param mostMebibytes The longest line that is accepted.
 * @throws {Failure} INVALID_INPUT when a line is longer, or the bytes are not UTF-8.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, mostMebibytes: number): AsyncGenerator<string> {
  const longestLine = mostMebibytes * 1024 * 1024
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
      throw new Failure('INVALID_INPUT', { message: `A line of it is longer than ${mostMebibytes} MiB.` })
  }
  const last = decoded(held)
  if (last !== '') yield last
}

/**
 * Decodes bytes as one UTF-8 text, without the white space around it.
 *
 * @throws {Failure} INVALID_INPUT when they are not UTF-8.
 */
export function decoded(pieces: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)).trim()
  } catch (error) {
    throw new Failure('INVALID_INPUT', { message: 'It is not UTF-8 text.', cause: error })
  }
}
