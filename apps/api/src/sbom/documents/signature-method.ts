import { constants, createHash, type KeyObject, verify } from 'node:crypto'

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

/** How a signature's value is made. */
export interface Method {
  readonly hash: string | null
  readonly padding?: number
  /** ECDSA values are two numbers, one after the other. */
  readonly dsaEncoding?: 'ieee-p1363'
  readonly kind: string
  readonly curve?: string
}

export const pkcs1 = { padding: constants.RSA_PKCS1_PADDING, kind: 'rsa' }
export const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, kind: 'rsa' }
export const ecdsa = { dsaEncoding: 'ieee-p1363', kind: 'ec' } as const

/** The SHA-256 of a public key (SubjectPublicKeyInfo, DER) in hex digits. */
export function fingerprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** Whether the value is a signature of the bytes by the key. */
export function isSignature(
  { hash, padding, dsaEncoding }: Method,
  signed: Uint8Array,
  key: KeyObject,
  value: Uint8Array,
): boolean {
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
