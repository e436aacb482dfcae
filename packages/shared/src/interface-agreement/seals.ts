import { canonicalJson } from '../core/canonical-json.ts'

/** A person who signed for a side. */
export interface Signature {
  readonly side: 'customer' | 'supplier'
  readonly name: string
  /** In the team of the agreement. */
  readonly role: string
  /** How the person proved who they are when signing. */
  readonly proof: 'password' | 'second-factor'
  /** An instant, ISO 8601. */
  readonly at: string
}

/** A signed version: its content never changes, and its hash covers it and the version before. */
export interface SealedVersion {
  /** From 1. */
  readonly number: number
  /** The whole agreement as it was signed: cover, rows, glossary, team. */
  readonly content: unknown
  readonly signatures: readonly Signature[]
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string
}

const begin = '0'.repeat(64)

/** The next version after those that are signed, in their order (rule AGREEMENT-11). */
export async function sealed(
  before: readonly SealedVersion[],
  content: unknown,
  signatures: readonly Signature[],
): Promise<SealedVersion> {
  const version = { number: before.length + 1, content, signatures }
  return { ...version, hash: await hashOf(before.at(-1)?.hash ?? begin, version) }
}

/** The number of the first version that is not as it was signed, or not in its place; undefined: all are. */
export async function firstBroken(versions: readonly SealedVersion[]): Promise<number | undefined> {
  let previous = begin
  for (const [at, { hash, ...version }] of versions.entries()) {
    if (version.number !== at + 1 || (await hashOf(previous, version)) !== hash) return at + 1
    previous = hash
  }
  return undefined
}

/** What a person signs: the SHA-256 of the canonical JSON of the content, in hexadecimal digits. */
export const contentHashOf = (content: unknown): Promise<string> => sha256Of(canonicalJson(content))

/** Nothing else that is stored with a version is under its hash. */
const hashOf = (previous: string, { number, content, signatures }: Omit<SealedVersion, 'hash'>): Promise<string> =>
  sha256Of(canonicalJson({ previous, number, content, signatures }))

async function sha256Of(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
