import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { labelOf, recognise } from './algorithm.ts'
import type { AlgorithmProperties } from './crypto-asset.ts'

test.for([
  ['AES', 'AES'],
  ['AES/CBC/PKCS5Padding', 'AES-CBC'],
  ['AES-128-CMAC', 'AES-128-CMAC'],
  ['AES256-GCM', 'AES-256-GCM'],
  ['aes128-ctr', 'AES-128-CTR'],
  ['A256GCM', 'AES-256-GCM'],
  ['AES_256_CBC_HMAC_SHA1', 'AES-256-CBC'],
  ['SHA256withRSA', 'RSA with SHA-256'],
  ['sha1WithRSAEncryption', 'RSA with SHA-1'],
  ['ecdsa-with-SHA1', 'ECDSA with SHA-1'],
  ['RS256', 'RSA with SHA-256'],
  ['ES256', 'ECDSA with SHA-256'],
  ['HS256', 'HMAC with SHA-256'],
  ['HmacMD5', 'HMAC with MD5'],
  ['MD5', 'MD5'],
  ['SHA', 'SHA-1'],
  ['SHA1', 'SHA-1'],
  ['SHA-512/256', 'SHA-256'],
  ['SHA3-256', 'SHA3-256'],
  ['RSA-2048 (update signature)', 'RSA-2048'],
  ['RSASSA-PKCS1-v1_5-SHA256', 'RSA with SHA-256'],
  ['RSA-X9.31-SHA256-1024', 'RSA-1024 with SHA-256'],
  ['EC-secp521r1', 'EC-secp521r1'],
  ['ECDSA-P-256-SHA-256', 'ECDSA-P-256 with SHA-256'],
  ['brainpoolP256r1', 'EC-brainpoolP256r1'],
  ['Ed25519', 'Ed25519'],
  ['X25519', 'X25519'],
  ['X25519MLKEM768', 'ML-KEM-768 (hybrid)'],
  ['sntrup761x25519-sha512', 'NTRU (hybrid)'],
  ['Kyber512', 'ML-KEM-512'],
  ['HashML-DSA-65-SHA512', 'ML-DSA-65'],
  ['MLDSA65-ECDSA-P256-SHA512', 'ML-DSA-65 (hybrid)'],
  ['SPHINCS+-SHAKE-256f', 'SLH-DSA'],
  ['DES-EDE3-CBC', '3DES-CBC'],
  ['DESede', '3DES'],
  ['DES', 'DES-56'],
  ['ARCFOUR', 'RC4'],
  ['PBEWithMD5AndDES', 'PBES1 with MD5'],
  ['diffie-hellman-group1-sha1', 'DH-1024 with SHA-1'],
  ['ffdhe2048', 'DH-2048'],
  ['ssh-dss', 'DSA'],
  ['KeeLoq', 'KeeLoq'],
] as const)('[CBOM-2] %s is %s', ([name, label]) => {
  expect(labelOf(recognise(name))).toBe(label)
})

test.for(['RAW', 'SecOC key slot 3', 'description of design', 'Deserialize', 'Padlock', '', '🔑'])(
  '[CBOM-2] "%s" is not guessed',
  (name) => {
    expect(recognise(name)).toEqual({ family: undefined, kind: 'unknown' })
  },
)

test.for([
  ['1.2.840.113549.1.1.5', 'RSA with SHA-1'],
  ['2.16.840.1.101.3.4.1.6', 'AES-128-GCM'],
  ['2.16.840.1.101.3.4.1.21', 'AES-192-ECB'],
  ['urn:oid:2.16.840.1.101.3.4.1.42', 'AES-256-CBC'],
  ['1.2.840.10045.3.1.7', 'EC-secp256r1'],
  ['2.16.840.1.101.3.4.4.2', 'ML-KEM-768'],
  ['2.16.840.1.101.3.4.3.20', 'SLH-DSA'],
  ['1.2.840.113549.3.7', '3DES-CBC'],
  ['1.2.3.4', 'unknown'],
  ['constructor', 'unknown'],
] as const)('[CBOM-2] the object identifier %s is %s', ([oid, label]) => {
  expect(labelOf(recognise('update cipher', { oid }))).toBe(label)
})

const properties = (stated: Partial<AlgorithmProperties>): AlgorithmProperties => ({ cryptoFunctions: [], ...stated })

test('[CBOM-3] properties fill in what the name leaves open', () => {
  const label = (name: string, stated: Partial<AlgorithmProperties>, oid?: string) =>
    labelOf(recognise(name, { oid, properties: properties(stated) }))
  expect(label('AES', { parameterSetIdentifier: '128', mode: 'ecb' })).toBe('AES-128-ECB')
  expect(label('RSA', { parameterSetIdentifier: '1024' })).toBe('RSA-1024')
  expect(label('RSA-2048', { parameterSetIdentifier: '1024' })).toBe('RSA-2048')
  expect(label('ECDSA', { curve: 'secp256r1' })).toBe('ECDSA-secp256r1')
  expect(label('ECDSA', { ellipticCurve: 'nist/P-384' })).toBe('ECDSA-P-384')
  expect(label('ECDSA', { curve: '1.3.132.0.35' })).toBe('ECDSA-secp521r1')
  expect(label('ECDSA', { parameterSetIdentifier: 'P-224' })).toBe('ECDSA-P-224')
  expect(label('SHA', { parameterSetIdentifier: '256' })).toBe('SHA-256')
  expect(label('SHA2', { parameterSetIdentifier: '384' })).toBe('SHA-384')
  expect(label('update', { algorithmFamily: 'ML-DSA' })).toBe('ML-DSA')
  expect(label('RSA', {}, '1.2.840.113549.1.1.4')).toBe('RSA with MD5')
  expect(label('AES', {}, '1.2.840.113549.1.1.4')).toBe('AES')
  expect(recognise('ours', { properties: properties({ primitive: 'block-cipher' }) })).toMatchObject({ kind: 'cipher' })
})

const registry = join(
  process.env['CARAPACE_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'software/cyclonedx/schema/cryptography-defs.json',
)

test.skipIf(!existsSync(registry))("[CBOM-2] every family of CycloneDX's registry is known (CARAPACE_DATA)", () => {
  const { algorithms } = JSON.parse(readFileSync(registry, 'utf8')) as { algorithms: { family: string }[] }
  expect(algorithms.length).toBeGreaterThan(60)
  const unknown = algorithms.filter(({ family }) => {
    const facts = recognise('asset', { properties: properties({ algorithmFamily: family }) })
    return facts.family === undefined || facts.kind === 'unknown'
  })
  expect(unknown).toEqual([])
})

test('[CBOM-2] long and hostile names end quickly', () => {
  const names = [
    'AES-'.repeat(100_000),
    'SHA'.repeat(50_000),
    '-'.repeat(200_000),
    '1'.repeat(200_000),
    'P-'.repeat(90_000),
  ]
  for (const name of names) expect(recognise(name).kind).toBeDefined()
})
