import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * The random secret (32 bytes, base64url) that is kept in `file`, made at the first call and readable to its owner
 * only.
 */
export function keptSecret(file: string): string {
  const kept = readIfThere(file)?.trim()
  if (kept) return kept

  const secret = randomBytes(32).toString('base64url')
  writePrivate(file, `${secret}\n`)
  return secret
}

/** Writes a file that only its owner may read, whole or not at all: a power cut leaves no half of it behind. */
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
