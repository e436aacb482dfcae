import { type AlgorithmFacts, labelOf } from './algorithm.ts'
import type { AlgorithmProperties } from './crypto-asset.ts'
import type { CryptoFinding, CryptoRuleId } from './crypto-rules.ts'

/** The last days of the documents that the rules follow (rule CBOM-6). */
const until = {
  sha1: '2030-12-31',
  bits112: '2030-12-31',
  classical: '2035-12-31',
  /** BSI TR-02102-1: key agreement without a post-quantum part. */
  classicalAgreement: '2031-12-31',
} as const

const brokenHashes: readonly string[] = ['MD2', 'MD4', 'MD5']
const brokenCiphers: readonly string[] = 'DES|RC4|RC2|A5/1|Skipjack|CMEA|KeeLoq|Hitag2|DST40|Megamos Crypto'.split('|')
const shortBlocks: readonly string[] = ['Blowfish', 'IDEA', 'CAST5', 'RC5', 'GOST 28147']
/** Finite-field and integer algorithms, whose bits are those of the modulus. */
const moduli: readonly string[] = ['RSA', 'DSA', 'DH', 'ElGamal', 'SRP']
const agreements: readonly string[] = ['ECDH', 'DH', 'X25519', 'X448', 'ECIES', 'HPKE']

const replacements = {
  hash: 'SHA-256, SHA-384 or SHA3-256',
  cipher: 'AES-256-GCM or ChaCha20-Poly1305',
  mac: 'HMAC-SHA-256 or AES-256-CMAC',
  derivation: 'PBKDF2 with HMAC-SHA-256, or Argon2id',
  random: 'CTR_DRBG or HMAC_DRBG (NIST SP 800-90A)',
  agreement: 'ML-KEM-768 or ML-KEM-1024, for the transition together with X25519 or ECDH P-384',
  signature: 'ML-DSA-65 or ML-DSA-87; for firmware LMS, XMSS or SLH-DSA',
  dsa: 'ML-DSA-65; for now ECDSA on P-384',
  both: 'ML-KEM for key agreement and encryption; ML-DSA, SLH-DSA or LMS for signatures',
} as const

const finding = (rule: CryptoRuleId, reason: string, replacement?: string, last?: string): CryptoFinding => ({
  rule,
  reason,
  ...(replacement !== undefined && { replacement }),
  ...(last !== undefined && { until: last }),
})

/** What is wrong with an algorithm (rules CBOM-4 to CBOM-7). */
export function checkAlgorithm(facts: AlgorithmFacts, properties?: AlgorithmProperties): CryptoFinding[] {
  return [
    ...checkHash(facts),
    ...checkCipher(facts),
    ...checkKeySize(facts),
    ...checkUse(facts, properties),
    ...checkQuantum(facts, properties),
    ...(facts.family === undefined && facts.kind === 'unknown'
      ? [finding('unknown-algorithm', 'Nothing is known of an algorithm of this name.')]
      : []),
  ]
}

function checkHash({ kind, family, hash, hashBits, padding }: AlgorithmFacts): CryptoFinding[] {
  if (hash === undefined) return []
  const isOld = brokenHashes.includes(hash)
  // a mask or a MAC does not need collision resistance
  if (kind === 'mac' || kind === 'cipher') {
    return isOld || hash === 'SHA-1'
      ? [finding('old-mac', `The MAC uses ${hash}.`, replacements.mac, isOld ? undefined : until.sha1)]
      : []
  }
  if (isOld) return [finding('weak-hash', `Collisions of ${hash} are found in seconds.`, replacements.hash)]
  if (hash === 'SHA-1') {
    const isSignature = kind === 'public-key' && padding !== 'oaep' && family !== 'DH' && family !== 'ECDH'
    return isSignature
      ? [finding('sha1-signature', 'Signatures with SHA-1 can be forged.', `${family} with SHA-256`)]
      : [finding('sha1-hash', 'SHA-1 is being withdrawn.', replacements.hash, until.sha1)]
  }
  const isShort = hashBits !== undefined && hashBits < 256 && kind === 'hash' && hash !== 'SHA-3'
  return isShort || hash === 'RIPEMD'
    ? [finding('short-hash', `A digest of ${hashBits ?? 160} bits.`, replacements.hash, until.bits112)]
    : []
}

function checkCipher({ kind, family, cipher, mode }: AlgorithmFacts): CryptoFinding[] {
  if (family === 'Dual_EC_DRBG') return [finding('weak-random', 'It has a back door.', replacements.random)]
  const instead = kind === 'mac' ? replacements.mac : replacements.cipher
  const found: CryptoFinding[] = []
  if (cipher !== undefined && brokenCiphers.includes(cipher)) {
    found.push(finding('weak-cipher', `${cipher} is broken.`, instead))
  }
  if (cipher === '3DES')
    found.push(finding('triple-des', 'It has at most 112 bits of security, in blocks of 64.', instead))
  if (cipher !== undefined && shortBlocks.includes(cipher)) {
    found.push(finding('short-block', `${cipher} has blocks of 64 bits.`, instead))
  }
  if (mode === 'ECB' && kind === 'cipher') {
    found.push(finding('ecb-mode', 'Equal blocks stay equal.', `${cipher ?? 'AES'}-GCM or ${cipher ?? 'AES'}-CCM`))
  }
  if (family === 'PBES1' || family === 'PBKDF1') {
    found.push(finding('weak-derivation', `${family} is outdated.`, replacements.derivation))
  }
  return found
}

function checkKeySize({ kind, family, bits }: AlgorithmFacts): CryptoFinding[] {
  if (kind !== 'public-key' || family === undefined || bits === undefined) return []
  // no longer DSA helps: the rule `dsa` asks for another algorithm
  if (family === 'DSA' && bits >= 2048) return []
  const isModulus = moduli.includes(family)
  const what = isModulus ? `a modulus of ${bits} bits` : `a curve of ${bits} bits`
  const larger =
    family === 'DSA' ? replacements.dsa : isModulus ? `${family} with 3072 bits or more` : `${family} on P-384`
  if (bits < (isModulus ? 2048 : 224)) return [finding('short-key', `It has ${what}.`, larger)]
  if (bits < (isModulus ? 3000 : 250)) return [finding('112-bit-key', `It has ${what}.`, larger, until.bits112)]
  return []
}

const encrypts = ['encrypt', 'decrypt', 'encapsulate', 'decapsulate']

function checkUse({ family, padding }: AlgorithmFacts, properties: AlgorithmProperties | undefined): CryptoFinding[] {
  if (family === 'DSA') return [finding('dsa', 'The standard no longer has it.', replacements.dsa)]
  const isEncryption =
    properties?.primitive === 'pke' || properties?.cryptoFunctions.some((one) => encrypts.includes(one)) === true
  return family === 'RSA' && padding === 'pkcs1v15' && isEncryption
    ? [finding('pkcs1-encryption', 'This padding leaks what was encrypted.', 'RSA-OAEP with SHA-256, then ML-KEM')]
    : []
}

/** Whether an algorithm withstands a quantum computer; undefined: not known (rule CBOM-7). */
export function isQuantumSafe(facts: AlgorithmFacts, properties?: AlgorithmProperties): boolean | undefined {
  const level = properties?.nistQuantumSecurityLevel
  if (facts.kind === 'public-key') return false
  if (facts.kind === 'post-quantum') return true
  if (facts.family !== undefined || facts.kind !== 'unknown') return !isBrokenAnyway(facts)
  return level === undefined ? undefined : level > 0
}

const isBrokenAnyway = ({ cipher, hash, kind, family }: AlgorithmFacts) =>
  (cipher !== undefined && (brokenCiphers.includes(cipher) || cipher === '3DES')) ||
  (kind === 'hash' && hash !== undefined && (brokenHashes.includes(hash) || hash === 'SHA-1')) ||
  family === 'Dual_EC_DRBG'

function checkQuantum(facts: AlgorithmFacts, properties: AlgorithmProperties | undefined): CryptoFinding[] {
  const { kind, family, bits, cipher } = facts
  const level = properties?.nistQuantumSecurityLevel
  const isUnknownAndUnsafe = kind === 'unknown' && level === 0 && family === undefined
  if (kind === 'public-key' || isUnknownAndUnsafe) {
    const isAgreement = family !== undefined && agreements.includes(family)
    const last = isAgreement ? until.classicalAgreement : until.classical
    const found = [finding('not-quantum-safe', reasonOf(facts), replacementOf(facts, properties), last)]
    return level !== undefined && level > 0
      ? [...found, finding('quantum-level-differs', `Level ${level} is stated for ${labelOf(facts)}, which has none.`)]
      : found
  }
  const is128 = cipher === 'AES' && bits === 128 && (kind === 'cipher' || kind === 'mac')
  return is128 ? [finding('quantum-margin', 'Grover’s search halves its margin.', 'AES-256')] : []
}

const reasonOf = ({ family, isHybrid }: AlgorithmFacts) =>
  family === undefined || isHybrid ? 'Its stated level is 0.' : `Shor’s algorithm breaks ${family}.`

function replacementOf({ family }: AlgorithmFacts, properties: AlgorithmProperties | undefined): string {
  const functions = properties?.cryptoFunctions ?? []
  const primitive = properties?.primitive
  const signs = primitive === 'signature' || functions.includes('sign') || functions.includes('verify')
  const agrees = primitive === 'key-agree' || primitive === 'kem' || functions.some((one) => encrypts.includes(one))
  if (signs !== agrees) return signs ? replacements.signature : replacements.agreement
  if (family !== undefined && agreements.includes(family)) return replacements.agreement
  if (family === 'ECDSA' || family === 'EdDSA' || family === 'DSA' || family === 'BLS') return replacements.signature
  return replacements.both
}
