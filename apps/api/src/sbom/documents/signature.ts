import { constants, createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { childOf, parseXml } from '@carapace/shared/core/documents/xml-tree'
import { type Fields, objectIn, textOf, textsOf } from './fields.ts'
import { parseJson } from './json.ts'
import { deepest } from './limits.ts'
import { decodeText } from './text.ts'
import { unpack } from './unpack.ts'

/** What is known of a document's signature. */
export interface SignatureCheck {
  readonly present: boolean
  /** `unsupported`: there is a signature, and this program can't verify it. Absent without a signature. */
  readonly verified?: boolean | 'unsupported'
  readonly algorithm?: string
  readonly keyId?: string
  /** The SHA-256 of the public key (SubjectPublicKeyInfo, DER) in hex digits. Whose key it is, others decide. */
  readonly fingerprint?: string
  readonly reason?: string
}

/**
 * Verifies the signature of a CycloneDX document (JSON Signature Format 0.82 over RFC 8785's canonical form) with the
 * key that is in it: that proves that the document is unchanged, not who signed it. Of XML signatures only the presence
 * is reported (rule BOM-16).
 */
export function checkSignature(bytes: Uint8Array): SignatureCheck {
  const unpacked = unpack(bytes)
  if ('faults' in unpacked) return { present: false }
  const decoded = decodeText(unpacked.bytes)
  if ('faults' in decoded) return { present: false }
  const { text } = decoded
  if (text.trimStart().startsWith('<')) return xmlSignature(text)
  const parsed = parseJson(text)
  const document = 'value' in parsed ? objectIn(parsed.value) : undefined
  const signature = objectIn(document?.['signature'])
  return document && signature ? jsonSignature(document, signature) : { present: false }
}

function xmlSignature(text: string): SignatureCheck {
  const parsed = parseXml(text, deepest)
  if ('faults' in parsed) return { present: false }
  const signature = parsed.root.children.find(
    ({ name, namespace }) => name === 'Signature' && namespace === 'http://www.w3.org/2000/09/xmldsig#',
  )
  if (!signature) return { present: false }
  const algorithm = childOf(childOf(signature, 'SignedInfo'), 'SignatureMethod')?.attributes['Algorithm']
  return {
    present: true,
    verified: 'unsupported',
    ...(algorithm === undefined ? {} : { algorithm }),
    reason: 'XML signatures are not verified.',
  }
}

interface Method {
  readonly hash: string | null
  readonly padding?: number
  /** ECDSA values are two numbers, one after the other. */
  readonly dsaEncoding?: 'ieee-p1363'
  readonly kind: string
  readonly curve?: string
}

const pkcs1 = { padding: constants.RSA_PKCS1_PADDING, kind: 'rsa' }
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, kind: 'rsa' }
const ecdsa = { dsaEncoding: 'ieee-p1363', kind: 'ec' } as const

/** RFC 7518 and RFC 8037, as JSF names them. Those with a shared secret (HS256 …) prove nothing with a key inside. */
const methods: Readonly<Record<string, Method>> = {
  RS256: { hash: 'sha256', ...pkcs1 },
  RS384: { hash: 'sha384', ...pkcs1 },
  RS512: { hash: 'sha512', ...pkcs1 },
  PS256: { hash: 'sha256', ...pss },
  PS384: { hash: 'sha384', ...pss },
  PS512: { hash: 'sha512', ...pss },
  ES256: { hash: 'sha256', ...ecdsa, curve: 'prime256v1' },
  ES384: { hash: 'sha384', ...ecdsa, curve: 'secp384r1' },
  ES512: { hash: 'sha512', ...ecdsa, curve: 'secp521r1' },
  Ed25519: { hash: null, kind: 'ed25519' },
  Ed448: { hash: null, kind: 'ed448' },
}

function jsonSignature(document: Fields, signature: Fields): SignatureCheck {
  const algorithm = textOf(signature['algorithm'])
  const keyId = textOf(signature['keyId'])
  const known = {
    present: true,
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(keyId === undefined ? {} : { keyId }),
  }
  if (signature['signers'] ?? signature['chain'])
    return { ...known, verified: 'unsupported', reason: 'Documents with several signatures are not verified.' }
  const method = algorithm !== undefined && Object.hasOwn(methods, algorithm) ? methods[algorithm] : undefined
  if (!method) return { ...known, verified: 'unsupported', reason: 'The algorithm is not supported.' }
  const key = keyOf(signature)
  if (!key) return { ...known, verified: 'unsupported', reason: 'The signature has no readable public key in it.' }
  const der = key.export({ type: 'spki', format: 'der' })
  const found = { ...known, fingerprint: createHash('sha256').update(der).digest('hex') }
  if (key.asymmetricKeyType !== method.kind || (method.curve && key.asymmetricKeyDetails?.namedCurve !== method.curve))
    return { ...found, verified: false, reason: 'The key is of another kind than the algorithm.' }
  const value = textOf(signature['value'])
  if (value === undefined || !/^[\w-]+={0,2}$/.test(value))
    return { ...found, verified: false, reason: 'The value of the signature is missing or damaged.' }
  const signed = Buffer.from(canonicalJson(signedPart(document, signature)))
  const verified = isSignature(method, signed, key, Buffer.from(value, 'base64url'))
  return verified ? { ...found, verified } : { ...found, verified, reason: 'The document was changed after signing.' }
}

function isSignature({ hash, padding, dsaEncoding }: Method, signed: Buffer, key: KeyObject, value: Buffer): boolean {
  try {
    return verify(
      hash,
      signed,
      { key, ...(padding === undefined ? {} : { padding }), ...(dsaEncoding && { dsaEncoding }) },
      value,
    )
  } catch {
    return false
  }
}

/** The key in the signature: a JSON Web Key, or that of the first certificate. */
function keyOf(signature: Fields): KeyObject | undefined {
  const jwk = objectIn(signature['publicKey'])
  const [certificate] = textsOf(signature['certificatePath'])
  try {
    if (jwk) return createPublicKey({ key: jwk, format: 'jwk' })
    return certificate === undefined ? undefined : new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
  } catch {
    return undefined
  }
}

/** What is signed: all but the signature's value, and what the signature lists as excluded (JSF 0.82, clause 5). */
function signedPart(document: Fields, signature: Fields): Fields {
  const excluded = new Set(textsOf(signature['excludes']))
  const { value: _value, ...rest } = signature
  return Object.fromEntries(Object.entries({ ...document, signature: rest }).filter(([name]) => !excluded.has(name)))
}

/** RFC 8785: names in the order of their UTF-16 units, numbers and texts as JavaScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = objectIn(value)
  if (!fields) return JSON.stringify(value)
  return `{${Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`)
    .join(',')}}`
}
