import { type CpeName, formatCpe, parseCpe } from './cpe.ts'
import { formatPurl, readPurl } from './purl.ts'
import { parseSwidTagId } from './swid.ts'
import { coreSwhid, parseSwhid } from './swhid.ts'

/** By what a component is known, the surest first (rule IDENTITY-1). */
export const identityKinds = ['sha-256', 'sha-512', 'swhid', 'purl', 'cpe', 'swid', 'name'] as const

export type IdentityKind = (typeof identityKinds)[number]

/** What a document gives to identify a component. */
export interface IdentifiedComponent {
  readonly name: string
  readonly version?: string | undefined
  readonly supplier?: string | undefined
  /** Algorithms as CycloneDX (`SHA-256`) or SPDX (`SHA256`, `sha256`) write them; values in hexadecimal digits. */
  readonly hashes?: readonly { readonly algorithm: string; readonly value: string }[] | undefined
  readonly swhids?: readonly string[] | undefined
  readonly purl?: string | undefined
  readonly cpe?: string | undefined
  readonly swidTagId?: string | undefined
}

export interface Identity {
  readonly kind: IdentityKind
  /**
   * Equal for equal components in all documents. As long as the longest purl may be: index its hash, not itself.
   */
  readonly key: string
  /** Identifiers that could not be used, each with the reason, in sentences. */
  readonly ignored: readonly string[]
}

/**
 * The identity of a component: the first of the kinds that it has in a usable form (rules IDENTITY-1 to IDENTITY-5).
 * Name, version and supplier always serve.
 */
export function identityOf(component: IdentifiedComponent): Identity {
  const ignored: string[] = []
  for (const { kind, keyOf } of sources) {
    const key = keyOf(component, ignored)
    if (key !== undefined) return { kind, key: `${kind}:${key}`, ignored }
  }
  const parts = [component.name, component.version, component.supplier].map((part) => tidy(part ?? ''))
  return { kind: 'name', key: `name:${JSON.stringify(parts)}`, ignored }
}

interface IdentitySource {
  readonly kind: IdentityKind
  readonly keyOf: (component: IdentifiedComponent, ignored: string[]) => string | undefined
}

const sources: readonly IdentitySource[] = [
  { kind: 'sha-256', keyOf: (component, ignored) => hashOf('sha256', 64, component, ignored) },
  { kind: 'sha-512', keyOf: (component, ignored) => hashOf('sha512', 128, component, ignored) },
  { kind: 'swhid', keyOf: swhidKey },
  { kind: 'purl', keyOf: purlKey },
  { kind: 'cpe', keyOf: cpeKey },
  { kind: 'swid', keyOf: swidKey },
]

/** The digests of no bytes: empty files are not one component (rule IDENTITY-2). */
const digestsOfNothing = new Set([
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce' +
    '47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
])

function hashOf(
  algorithm: string,
  digits: number,
  { hashes = [] }: IdentifiedComponent,
  ignored: string[],
): string | undefined {
  for (const hash of hashes) {
    if (hash.algorithm.toLowerCase().replace(/[-_]/g, '') !== algorithm) continue
    const value = hash.value.trim().toLowerCase()
    if (value.length !== digits || !/^[0-9a-f]+$/.test(value)) {
      ignored.push(`The ${hash.algorithm} hash is not ${digits} hexadecimal digits.`)
    } else if (digestsOfNothing.has(value) || /^0+$/.test(value)) {
      ignored.push(`The ${hash.algorithm} hash is that of an empty file.`)
    } else return value
  }
  return undefined
}

/** Of several, the first that is sorted by its text: documents list them in any order. */
function swhidKey({ swhids = [] }: IdentifiedComponent, ignored: string[]): string | undefined {
  const cores = swhids.flatMap((text) => {
    const read = parseSwhid(text.trim())
    if (!read.ok) ignored.push(read.reason)
    return read.ok ? [coreSwhid(read.value)] : []
  })
  return cores.sort()[0]
}

/** The canonical purl; one without a version takes the component's. */
function purlKey({ purl: text, version }: IdentifiedComponent, ignored: string[]): string | undefined {
  if (!text) return undefined
  const read = readPurl(text.trim())
  if (!read.ok) {
    ignored.push(read.reason)
    return undefined
  }
  const { purl } = read.value
  return formatPurl({ ...purl, version: purl.version ?? (tidy(version ?? '') || undefined) })
}

/** The name in lowercase; one without a version takes the component's, and one of any product identifies nothing. */
function cpeKey({ cpe: text, version }: IdentifiedComponent, ignored: string[]): string | undefined {
  if (!text) return undefined
  const read = parseCpe(text.trim())
  if (!read.ok) {
    ignored.push(read.reason)
    return undefined
  }
  if (!namesProduct(read.value)) {
    ignored.push('The CPE name leaves open the vendor or the product.')
    return undefined
  }
  const own = tidy(version ?? '')
  const isOpen = read.value.version === 'ANY' || read.value.version === 'NA'
  return `${formatCpe(read.value).toLowerCase()}${isOpen && own !== '' ? ` ${own}` : ''}`
}

function namesProduct({ vendor, product }: CpeName): boolean {
  return [vendor, product].every((value) => typeof value === 'object' && value.before === 0 && value.after === 0)
}

function swidKey({ swidTagId }: IdentifiedComponent, ignored: string[]): string | undefined {
  if (!swidTagId) return undefined
  const read = parseSwidTagId(swidTagId)
  if (!read.ok) ignored.push(read.reason)
  return read.ok ? read.value.canonical : undefined
}

/** White space does not tell components apart, nor do two encodings of one letter; case does (rule IDENTITY-5). */
function tidy(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}
