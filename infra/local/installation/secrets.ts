import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * The random secret (32 bytes, base64url) in `file`. It is created at the first call, and only its owner can read it.
 */
export function keptSecret(file: string): string {
  const kept = readIfThere(file)?.trim()
  if (kept) return kept

  const secret = randomBytes(32).toString('base64url')
  writePrivate(file, `${secret}\n`)
  return secret
}

/** Writes a file that only its owner can read, completely or not at all: a power cut leaves no partial file. */
export function writePrivate(file: string, content: string): void {
  const draft = `${file}.new`
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  renameSync(draft, file)
}

/** The file's text; undefined when there is no such file. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
