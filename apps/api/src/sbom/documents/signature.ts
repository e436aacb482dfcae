import { canonicalJson } from '@carapace/shared/core/canonical-json'
import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type Fields, objectIn, textOf, textsOf } from './fields.ts'
import { parseJson } from './json.ts'
import { ecdsa, fingerprintOf, isSignature, type Method, pkcs1, pss, type SignatureCheck } from './signature-method.ts'
import { decodeText } from './text.ts'
import { unpack } from './unpack.ts'
import { xmlSignature } from './xml-signature.ts'

/**
 * Verifies the signature of a document with the key that is in it: that proves that the document is unchanged, not who
 * signed it. CycloneDX's JSON has JSON Signature Format 0.82 over RFC 8785's canonical form (rule BOM-16), XML has
 * XML-Signature (rules BOM-20 to BOM-22).
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
  const found = { ...known, fingerprint: fingerprintOf(key) }
  if (key.asymmetricKeyType !== method.kind || (method.curve && key.asymmetricKeyDetails?.namedCurve !== method.curve))
    return { ...found, verified: false, reason: 'The key is of another kind than the algorithm.' }
  const value = textOf(signature['value'])
  if (value === undefined || !/^[\w-]+={0,2}$/.test(value))
    return { ...found, verified: false, reason: 'The value of the signature is missing or damaged.' }
  const signed = Buffer.from(canonicalJson(signedPart(document, signature)))
  const verified = isSignature(method, signed, key, Buffer.from(value, 'base64url'))
  return verified ? { ...found, verified } : { ...found, verified, reason: 'The document was changed after signing.' }
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
