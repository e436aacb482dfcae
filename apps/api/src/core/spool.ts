import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * Writes the content to a temporary file, passes it to `use`, and removes it. The file name does not depend on any name
 * given by users.
 */
export async function withFile<T>(content: AsyncIterable<Uint8Array>, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'carapace-'))
  try {
    const path = join(folder, 'file')
    await pipeline(content, createWriteStream(path))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Completes a file before its first byte is sent: its source is released, however slow the client's connection is. */
export async function* spooled(
  make: (write: (content: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'carapace-'))
  try {
    const path = join(folder, 'file')
    await make((content) => pipeline(content, createWriteStream(path)))
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
