import {
  type AlgorithmKind,
  cipherFamilies,
  type Family,
  hashFamilies,
  keyDerivations,
  macFamilies,
  nameOfOid,
  otherMechanisms,
  postQuantumFamilies,
  publicKeyFamilies,
  randomGenerators,
} from './algorithm-names.ts'
import type { AlgorithmProperties } from './crypto-asset.ts'

/** What is known of an algorithm. Bits are those of the key, the curve or the digest. */
export interface AlgorithmFacts {
  /** Undefined: nobody knows what it is. */
  readonly family: string | undefined
  readonly kind: AlgorithmKind
  readonly bits?: number
  readonly curve?: string
  /** The parameter set of a post-quantum algorithm: 768 of ML-KEM-768. */
  readonly parameter?: string
  /** The mode of a cipher, in capitals. */
  readonly mode?: string
  readonly padding?: string
  /** The hash of a signature, a MAC or a key derivation; of a hash its own family. */
  readonly hash?: string
  readonly hashBits?: number
  /** The cipher itself, or the one inside a MAC or a key derivation. */
  readonly cipher?: string
  /** A classical and a post-quantum algorithm together. */
  readonly isHybrid?: true
}

const maxName = 100
/** Capitals, digits and single dashes. */
const plainName = (name: string) =>
  name
    .slice(0, maxName)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const find = (families: readonly Family[], name: string) => families.find(({ pattern }) => pattern.test(name))

/**
 * Recognises an algorithm by its family of 1.7, its name, then its object identifier; properties refine what the name
 * leaves open (rules CBOM-2, CBOM-3). `AES`, `AES/CBC/PKCS5Padding`, `SHA256withRSA`, `EC-secp256r1` and
 * `X25519MLKEM768` are all names in use.
 */
export function recognise(
  name: string,
  { oid, properties }: { oid?: string | undefined; properties?: AlgorithmProperties | undefined } = {},
): AlgorithmFacts {
  const parameter = properties?.parameterSetIdentifier
  // SHA alone is SHA-1, but with a parameter the name is cut
  const isCut = plainName(name) === 'SHA' && parameter !== undefined && /^(224|256|384|512)$/.test(parameter)
  const byName = factsOfName(isCut ? `SHA-${parameter}` : name)
  const oidName = oid === undefined ? undefined : nameOfOid(oid)
  const byOid = oidName === undefined ? undefined : factsOfName(oidName)
  const byFamily = properties?.algorithmFamily === undefined ? undefined : factsOfName(properties.algorithmFamily)
  const candidates = [byName, byFamily, byOid].filter((facts) => facts?.family !== undefined)
  const base = candidates[0] ?? byName
  // an identifier that stands for something else than the name would mix two algorithms
  const same = candidates.filter((facts) => facts?.family === base.family)
  const merged: AlgorithmFacts = Object.assign({}, ...same.toReversed(), base)
  return properties === undefined ? merged : refined(merged, properties)
}

function factsOfName(name: string): AlgorithmFacts {
  const plain = plainName(name)
  const postQuantum = find(postQuantumFamilies, plain)
  const classical = find(publicKeyFamilies, plain)
  if (postQuantum) {
    const rest = plain.replaceAll(new RegExp(postQuantum.pattern, 'g'), '-')
    const isHybrid = find(publicKeyFamilies, rest) !== undefined && rest !== plain
    const parameter = /(?:KEM|KYBER|DSA|DILITHIUM|FALCON)-?(\d{1,4})(?!\d)/.exec(plain)?.[1]
    return {
      family: postQuantum.family,
      kind: 'post-quantum',
      ...(parameter !== undefined && { parameter }),
      ...(isHybrid && { isHybrid }),
    }
  }
  const hash = find(hashFamilies, plain)
  const cipher = find(cipherFamilies, plain)
  const mac = find(macFamilies, plain)
  const random = find(randomGenerators, plain)
  const derivation = find(keyDerivations, plain)
  const main =
    random ??
    derivation ??
    (cipher && !isMacOf(cipher, mac) ? undefined : mac) ??
    classical ??
    cipher ??
    hash ??
    find(otherMechanisms, plain)
  const hashBits = hash && hashBitsOf(hash.family, plain)
  return {
    family: main?.family,
    kind: main?.kind ?? 'unknown',
    ...(hash && { hash: hash.family }),
    ...(hashBits !== undefined && { hashBits }),
    ...(cipher && { cipher: cipher.family }),
    ...modeOf(plain, cipher),
    ...sizeOf(main, plain, hash),
  }
}

/** `AES-128-CMAC` is a MAC; `AES-128-CBC-HMAC-SHA1` is a cipher with a MAC. */
const isMacOf = (cipher: Family | undefined, mac: Family | undefined) =>
  cipher === undefined || (mac !== undefined && mac.family !== 'HMAC')

function hashBitsOf(family: string, plain: string): number | undefined {
  if (family === 'SHA-1') return 160
  if (family.startsWith('MD')) return 128
  const truncated = /512-?(224|256)(?!\d)/.exec(plain)
  if (truncated) return Number(truncated[1])
  const bits = /(?:SHA|SHAKE|KECCAK|RIPE-?MD|BLAKE)-?[23]?[BS]?-?(128|160|224|256|320|384|512)/.exec(plain)
  const joined = /(?<![A-Z])(?:RS|PS|ES|HS)(256|384|512)/.exec(plain)
  const found = bits?.[1] ?? joined?.[1]
  return found === undefined ? undefined : Number(found)
}

const modes = /(?:^|-|\d)(ECB|CBC|CTR|GCM|CCM|CFB|OFB|XTS|SIV|KWP|KW|WRAP)(?:-|$|\d)/
function modeOf(plain: string, cipher: Family | undefined): { mode?: string; padding?: string } {
  const mode = cipher && modes.exec(plain)?.[1]
  const padding = /OAEP/.test(plain) ? 'oaep' : /PKCS-?1(?!\d)|RSA-?1-5/.test(plain) ? 'pkcs1v15' : undefined
  return { ...(mode && { mode }), ...(padding && { padding }) }
}

/** SSH, IKE and TLS name groups by numbers; bits of the prime, or of the curve. */
const groupBits: Readonly<Record<string, number>> = {
  '1': 768,
  '2': 1024,
  '5': 1536,
  '14': 2048,
  '15': 3072,
  '16': 4096,
  '17': 6144,
  '18': 8192,
  '22': 1024,
  '23': 2048,
  '24': 2048,
}

function sizeOf(main: Family | undefined, plain: string, hash: Family | undefined): { bits?: number; curve?: string } {
  if (main?.kind === 'hash') return bitsOf(hash && hashBitsOf(hash.family, plain))
  const rest = plain.replaceAll(hashSizes, '-')
  if (main?.kind === 'public-key') return publicKeySizeOf(main.family, rest, plain.includes('SHA'))
  if (main?.kind !== 'cipher' && main?.kind !== 'mac') return {}
  return bitsOf(numberIn(rest, 40, 512) ?? (main.family === 'DES' ? 56 : undefined))
}

const hashSizes = /SHA-?[23]?-?(?:224|256|384|512)(?:-(?:224|256))?|(?<![A-Z])(?:RS|PS|ES|HS)(?:256|384|512)/g

function publicKeySizeOf(family: string, rest: string, isSsh: boolean): { bits?: number; curve?: string } {
  const curve = curveOf(rest)
  if (curve && family !== 'RSA' && family !== 'DSA' && family !== 'DH') return curve
  const group = family === 'DH' ? /GROUP-?(\d{1,2})(?!\d)/.exec(rest)?.[1] : undefined
  // group 1 of SSH is the second Oakley group
  if (group !== undefined) return group === '1' && isSsh ? { bits: 1024 } : bitsOf(groupBits[group])
  return bitsOf(numberIn(rest.replace(/X-?9-?31/, ''), 256, 16_384))
}

const bitsOf = (bits: number | undefined): { bits?: number } => (bits === undefined ? {} : { bits })

function numberIn(text: string, least: number, most: number): number | undefined {
  for (const [digits] of text.matchAll(/\d{2,5}/g)) {
    if (Number(digits) >= least && Number(digits) <= most) return Number(digits)
  }
  return undefined
}

/** A curve by its name in capitals: the digits in it are its bits, unless it is named after its prime. */
export function curveOf(plain: string): { curve: string; bits: number } | undefined {
  const special = /(ED|X|CURVE)-?(25519|448)/.exec(plain)
  if (special) {
    const [, letters, prime] = special
    const curve = `${letters === 'X' ? 'X' : letters === 'ED' ? 'Ed' : 'Curve'}${prime}`
    return { curve, bits: prime === '448' ? 448 : 256 }
  }
  const named = curveName.exec(plain)
  if (named === null) return undefined
  const name = named[0].replace(/^-/, '')
  const curve = name.length < 8 ? name : name.toLowerCase().replace('brainpoolp', 'brainpoolP')
  return { curve, bits: Number(named[1]) }
}

const curveName = /(?:SEC[PT]|PRIME|BRAINPOOLP?|ANSI[PT]|NUMSP|FRP|WEI|NIST-?|C2[PTO]NB|(?:^|-)[PBK]-?)(\d{3})[A-Z0-9]*/

/** Facts with what the properties state besides. */
function refined(facts: AlgorithmFacts, properties: AlgorithmProperties): AlgorithmFacts {
  const { parameterSetIdentifier: parameter, mode, padding, primitive } = properties
  const named = properties.ellipticCurve ?? properties.curve
  const curve = named === undefined ? undefined : (namedByOid(named) ?? curveOf(plainName(named)))
  const byParameter = parameter === undefined ? {} : parameterFacts(facts, plainName(parameter))
  const stated = mode !== undefined && mode !== 'unknown' && mode !== 'other' ? { mode: mode.toUpperCase() } : {}
  const paddingStated = padding !== undefined && padding !== 'unknown' && padding !== 'other' ? { padding } : {}
  const kind = facts.kind === 'unknown' ? kindOfPrimitive(primitive) : facts.kind
  return { ...byParameter, ...facts, ...curve, ...stated, ...paddingStated, kind }
}

const namedByOid = (curve: string) => {
  const name = nameOfOid(curve)
  return name === undefined ? undefined : curveOf(plainName(name))
}

function parameterFacts({ kind, family }: AlgorithmFacts, parameter: string): Partial<AlgorithmFacts> {
  const bits = /^\d{2,5}$/.test(parameter) ? Number(parameter) : undefined
  if (kind === 'hash') {
    return bits === undefined || !(family === 'SHA-2' || family === 'SHA-3') ? {} : { bits, hashBits: bits }
  }
  if (bits !== undefined) return { bits }
  return kind === 'public-key' ? (curveOf(parameter) ?? {}) : bitsOf(numberIn(parameter, 40, 16_384))
}

const primitiveKinds: Readonly<Record<string, AlgorithmKind>> = {
  drbg: 'random',
  mac: 'mac',
  'block-cipher': 'cipher',
  'stream-cipher': 'cipher',
  ae: 'cipher',
  'key-wrap': 'cipher',
  hash: 'hash',
  xof: 'hash',
  kdf: 'kdf',
}
/** A public-key primitive alone does not show whether it is classical. */
const kindOfPrimitive = (primitive: string | undefined): AlgorithmKind =>
  (primitive !== undefined && Object.hasOwn(primitiveKinds, primitive) ? primitiveKinds[primitive] : undefined) ??
  'unknown'

/** How a hash is written: `SHA-256`, `SHA3-512`, `SHA-1`. */
function hashLabel(hash: string, bits: number | undefined): string {
  if (bits === undefined || (hash !== 'SHA-2' && hash !== 'SHA-3' && hash !== 'RIPEMD' && hash !== 'BLAKE')) return hash
  return `${hash === 'SHA-2' ? 'SHA' : hash === 'SHA-3' ? 'SHA3' : hash}-${bits}`
}

/** How the facts are written in a list: `RSA-2048`, `AES-128-CBC`, `ECDSA with SHA-1`. */
export function labelOf(facts: AlgorithmFacts): string {
  const { family, kind, bits, curve, parameter, mode, hash, hashBits, cipher, isHybrid } = facts
  if (family === undefined) return 'unknown'
  if (kind === 'hash') return hashLabel(family, hashBits)
  const isCurveAlone = curve !== undefined && /^(Ed|X|Curve)\d/.test(curve)
  const size = kind === 'mac' && cipher === undefined ? undefined : (curve ?? parameter ?? bits)
  const inner = kind === 'mac' ? cipher : undefined
  const name = isCurveAlone ? curve : [inner, size, family, mode].filter((part) => part !== undefined).join('-')
  const plain = kind === 'mac' && inner ? name : isCurveAlone ? name : [family, size, mode].filter(Boolean).join('-')
  const hashed = hash !== undefined && kind !== 'cipher' ? ` with ${hashLabel(hash, hashBits)}` : ''
  return `${plain}${hashed}${isHybrid ? ' (hybrid)' : ''}`
}
