import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cryptoAssetOf, cryptoAssetsOf } from './crypto-asset.ts'
import { type CryptoPolicy, cryptoRules, defaultCryptoPolicy } from './crypto-rules.ts'
import { evaluateCrypto } from './evaluate-crypto.ts'
import { postureOf } from './posture.ts'

const now = new Date('2026-06-01T00:00:00Z')
const component = (name: string, assetType: string, properties: object = {}, oid?: string) => ({
  type: 'cryptographic-asset',
  name,
  'bom-ref': `ref:${name}`,
  cryptoProperties: { assetType, ...properties, ...(oid && { oid }) },
})
const algorithm = (name: string, stated: object = {}) => component(name, 'algorithm', { algorithmProperties: stated })
const hits = (components: readonly object[], policy: CryptoPolicy = defaultCryptoPolicy) =>
  evaluateCrypto(cryptoAssetsOf(components), policy, now)
const rules = (...components: readonly object[]) => hits(components).map(({ rule }) => rule)

test.for([
  ['MD5', ['weak-hash']],
  ['MD5withRSA', ['weak-hash', 'not-quantum-safe']],
  ['SHA1withRSA', ['sha1-signature', 'not-quantum-safe']],
  ['ecdsa-with-SHA1', ['sha1-signature', 'not-quantum-safe']],
  ['SHA-1', ['sha1-hash']],
  ['HMAC-SHA1', ['old-mac']],
  ['HmacMD5', ['old-mac']],
  ['PBKDF2-HMAC-SHA1', ['sha1-hash']],
  ['SHA-224', ['short-hash']],
  ['DES', ['weak-cipher']],
  ['RC4', ['weak-cipher']],
  ['KeeLoq', ['weak-cipher']],
  ['3DES', ['triple-des']],
  ['Blowfish', ['short-block']],
  ['AES-256-ECB', ['ecb-mode']],
  ['AES-256-GCM', []],
  ['AES-128-GCM', ['quantum-margin']],
  ['PBEWithMD5AndDES', ['weak-cipher', 'weak-hash', 'weak-derivation']],
  ['Dual_EC_DRBG', ['weak-random']],
  ['RSA-1024', ['short-key', 'not-quantum-safe']],
  ['RSA-2048', ['112-bit-key', 'not-quantum-safe']],
  ['RSA-3072', ['not-quantum-safe']],
  ['EC-secp160r1', ['short-key', 'not-quantum-safe']],
  ['EC-secp224r1', ['112-bit-key', 'not-quantum-safe']],
  ['EC-secp256r1', ['not-quantum-safe']],
  ['DSA-2048', ['dsa', 'not-quantum-safe']],
  ['ML-KEM-768', []],
  ['ML-DSA-65', []],
  ['X25519MLKEM768', []],
  ['SHA-256', []],
  ['RAW', ['unknown-algorithm']],
] as const)('[CBOM-4] [CBOM-5] [CBOM-6] [CBOM-7] %s: %s', ([name, expected]) => {
  expect(rules(algorithm(name))).toEqual(expected)
})

test('[CBOM-6] [CBOM-10] a hit names rule, asset, reason, source, replacement and last day', () => {
  expect(hits([algorithm('RSA-2048', { primitive: 'signature' })])).toEqual([
    {
      rule: '112-bit-key',
      class: 'deprecated',
      severity: 'medium',
      ref: 'ref:RSA-2048',
      name: 'RSA-2048',
      reason: 'It has a modulus of 2048 bits.',
      replacement: 'RSA with 3072 bits or more',
      until: '2030-12-31',
      source: cryptoRules['112-bit-key'].source,
    },
    expect.objectContaining({
      rule: 'not-quantum-safe',
      replacement: expect.stringContaining('ML-DSA'),
      until: '2035-12-31',
    }),
  ])
})

test('[CBOM-6] RSA encryption with the old padding', () => {
  const stated = { primitive: 'pke', padding: 'pkcs1v15', cryptoFunctions: ['encrypt'] }
  expect(rules(algorithm('RSA-4096', stated))).toEqual(['pkcs1-encryption', 'not-quantum-safe'])
  expect(rules(algorithm('RSA-4096', { ...stated, padding: 'oaep' }))).toEqual(['not-quantum-safe'])
})

test('[CBOM-7] the stated quantum level of what is unknown, and one that contradicts', () => {
  expect(rules(algorithm('ours', { nistQuantumSecurityLevel: 0 }))).toContain('not-quantum-safe')
  expect(rules(algorithm('ours', { nistQuantumSecurityLevel: 3 }))).toEqual(['unknown-algorithm'])
  expect(rules(algorithm('RSA-4096', { nistQuantumSecurityLevel: 3 }))).toEqual([
    'not-quantum-safe',
    'quantum-level-differs',
  ])
  const [agreement] = hits([algorithm('ECDH', { primitive: 'key-agree' })])
  expect(agreement).toMatchObject({ until: '2031-12-31', replacement: expect.stringContaining('ML-KEM') })
})

const certificate = (stated: object) => component('gateway', 'certificate', { certificateProperties: stated })

test.for([
  [{ notValidAfter: '2026-05-31T23:59:59Z' }, ['certificate-expired']],
  [{ notValidAfter: '2026-08-01T00:00:00Z' }, ['certificate-expires-soon']],
  [{ notValidAfter: '2030-01-01T00:00:00Z' }, ['certificate-before-end-of-life']],
  [{ notValidAfter: '2050-01-01T00:00:00Z' }, []],
  [{ notValidBefore: '2027-01-01T00:00:00Z' }, ['certificate-not-yet-valid']],
  [{ certificateState: [{ state: 'revoked' }] }, ['certificate-out-of-service']],
  [{ notValidAfter: 'some day' }, []],
  [{}, []],
] as const)('[CBOM-8] the certificate %o: %s', ([stated, expected]) => {
  const policy = { ...defaultCryptoPolicy, endOfLife: new Date('2040-01-01T00:00:00Z') }
  expect(hits([certificate(stated)], policy).map(({ rule }) => rule)).toEqual(expected)
})

test('[CBOM-8] a certificate that is signed with a weak algorithm, by references of 1.6 and of 1.7', () => {
  const signature = algorithm('SHA1withRSA')
  const ref = signature['bom-ref']
  for (const stated of [{ signatureAlgorithmRef: ref }, { relatedCryptographicAssets: [{ type: 'algorithm', ref }] }]) {
    const found = hits([certificate(stated), signature]).filter(({ name }) => name === 'gateway')
    expect(found.map(({ rule }) => rule)).toEqual(['sha1-signature', 'not-quantum-safe'])
    expect(found[0]!.reason).toBe('Signed with RSA with SHA-1: Signatures with SHA-1 can be forged.')
  }
  expect(rules(certificate({ signatureAlgorithmRef: 'nowhere' }))).toEqual([])
})

const key = (stated: object, name = 'slot 3') =>
  component(name, 'related-crypto-material', { relatedCryptoMaterialProperties: { type: 'secret-key', ...stated } })
const secured = (mechanism: string) => ({ securedBy: { mechanism } })

test.for([
  ['HSM', []],
  ['SHE+', []],
  ['Secure Element', []],
  ['vault of the plant', []],
  ['Software', ['key-in-software']],
  ['None', ['key-in-software']],
  ['software keystore, no HSM', ['key-in-software']],
] as const)('[CBOM-8] a key protected by %s: %s', ([mechanism, expected]) => {
  const policy = { ...defaultCryptoPolicy, secureStorage: ['Vault of the plant'] }
  expect(hits([key(secured(mechanism))], policy).map(({ rule }) => rule)).toEqual(expected)
})

test('[CBOM-8] other faults of keys', () => {
  expect(rules(key({}))).toEqual(['key-storage-not-stated'])
  expect(rules(key({ ...secured('HSM'), state: 'compromised' }))).toEqual(['key-compromised'])
  expect(rules(key({ ...secured('HSM'), expirationDate: '2026-01-01T00:00:00Z' }))).toEqual(['key-expired'])
  expect(rules(key({ type: 'password', value: 'x' }))).toEqual(['secret-in-document'])
  expect(rules(key({ type: 'public-key', value: 'x' }))).toEqual([])
  expect(rules(key({ type: 'public-key', size: 1024 }, 'RSA'))).toEqual(['short-key', 'not-quantum-safe'])
})

test('[CBOM-1] the value of a secret is not kept', () => {
  expect(JSON.stringify(cryptoAssetOf(key({ type: 'password', value: 'hunter2' })))).not.toContain('hunter2')
})

test('[CBOM-8] a key has the weaknesses of the algorithm that it refers to', () => {
  const weak = algorithm('RSA-1024')
  const found = hits([weak, key({ type: 'public-key', algorithmRef: weak['bom-ref'] })])
  expect(found.filter(({ name }) => name === 'slot 3').map(({ rule }) => rule)).toEqual([
    'short-key',
    'not-quantum-safe',
  ])
})

const protocol = (name: string, stated: object = {}) => component(name, 'protocol', { protocolProperties: stated })
const suite = (name: string) => ({ type: 'tls', version: '1.2', cipherSuites: [{ name }] })

test.for([
  ['TLS', { type: 'tls', version: '1.3' }, []],
  ['TLS', { type: 'tls', version: '1.2' }, []],
  ['TLS', { type: 'tls', version: 'TLSv1.1' }, ['protocol-version']],
  ['TLS', { type: 'tls', version: '1.0' }, ['protocol-version']],
  ['SSLv3', { type: 'tls' }, ['protocol-version']],
  ['TLSv1.2', { type: 'tls' }, []],
  ['TLS', { type: 'tls' }, ['protocol-version-not-stated']],
  ['SSH', { type: 'ssh', version: '1' }, ['protocol-version']],
  ['SSH', { type: 'ssh', version: '2.0' }, []],
  ['IKE', { type: 'ike', version: '1' }, ['protocol-version']],
  ['WEP', { type: 'other' }, ['protocol-version']],
  ['TLS', suite('TLS_AES_256_GCM_SHA384'), []],
  ['TLS', suite('TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'), ['not-quantum-safe']],
  ['TLS', suite('TLS_RSA_WITH_AES_128_CBC_SHA'), ['no-forward-secrecy', 'not-quantum-safe']],
  ['TLS', suite('TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA'), ['weak-cipher-suite', 'not-quantum-safe']],
  ['TLS', suite('TLS_DH_anon_WITH_RC4_128_MD5'), ['weak-cipher-suite', 'not-quantum-safe']],
  ['TLS', suite('ECDHE-RSA-AES128-GCM-SHA256'), []],
  ['TLS', suite('TLS_RSA_EXPORT_WITH_DES40_CBC_SHA'), ['weak-cipher-suite', 'no-forward-secrecy', 'not-quantum-safe']],
  [
    'SSH',
    { type: 'ssh', version: '2', cipherSuites: [{ name: 'diffie-hellman-group1-sha1' }, { name: '3des-cbc' }] },
    ['weak-cipher-suite', 'weak-cipher-suite', 'weak-cipher-suite', 'not-quantum-safe'],
  ],
  [
    'TLS',
    {
      type: 'tls',
      version: '1.3',
      cipherSuites: [{ name: 'TLS_AES_256_GCM_SHA384', tlsGroups: ['X25519MLKEM768', 'secp256r1'] }],
    },
    ['not-quantum-safe'],
  ],
  [
    'IKE',
    { type: 'ike', version: '2', ikev2TransformTypes: { encr: [{ name: 'ENCR_3DES' }], ke: [{ group: 2 }] } },
    ['weak-cipher-suite', 'weak-cipher-suite', 'not-quantum-safe'],
  ],
] as const)('[CBOM-9] %s %o: %s', ([name, stated, expected]) => {
  expect(rules(protocol(name, stated))).toEqual(expected)
})

test('[CBOM-10] severities are the organisation’s, and rules can be off', () => {
  const policy: CryptoPolicy = {
    ...defaultCryptoPolicy,
    severities: { 'not-quantum-safe': 'critical', '112-bit-key': 'off' },
  }
  expect(hits([algorithm('RSA-2048')], policy)).toMatchObject([{ rule: 'not-quantum-safe', severity: 'critical' }])
})

test('[CBOM-10] the same finding is there once, the most severe first', () => {
  const twice = protocol('TLS', {
    type: 'tls',
    version: '1.1',
    cipherSuites: [{ name: 'TLS_RSA_WITH_NULL_MD5' }, { name: 'TLS_RSA_WITH_NULL_MD5' }],
  })
  expect(rules(algorithm('AES-128-GCM'), twice, algorithm('RC4'))).toEqual([
    'weak-cipher',
    'protocol-version',
    'weak-cipher-suite',
    'no-forward-secrecy',
    'not-quantum-safe',
    'quantum-margin',
  ])
})

test('[CBOM-11] the posture and its migration list', () => {
  const assets = cryptoAssetsOf([
    algorithm('RSA-2048', { primitive: 'signature' }),
    { ...algorithm('RSA-2048', { primitive: 'signature' }), 'bom-ref': 'another' },
    algorithm('AES-256-GCM'),
    algorithm('MD5'),
    algorithm('RAW'),
    certificate({ notValidAfter: '2027-01-01T00:00:00Z' }),
    key({ ...secured('HSM'), expirationDate: '2026-09-01T00:00:00Z' }),
  ])
  const posture = postureOf(assets, evaluateCrypto(assets, defaultCryptoPolicy, now), now)
  expect(posture.assets).toEqual({ algorithm: 5, certificate: 1, protocol: 0, 'related-crypto-material': 1 })
  expect(posture.byClass).toMatchObject({ weak: 1, deprecated: 2, 'not-quantum-safe': 2, unknown: 1, key: 0 })
  expect(posture.bySeverity).toEqual({ critical: 0, high: 1, medium: 4, low: 0, info: 1 })
  expect(posture.quantum).toEqual({ safe: 1, unsafe: 3, unknown: 1, share: 0.25 })
  expect(posture.nextExpiry).toMatchObject({ name: 'slot 3', at: new Date('2026-09-01T00:00:00Z') })
  expect(posture.migration.map(({ from, severity, refs, until }) => [from, severity, refs.length, until])).toEqual([
    ['MD5', 'high', 1, undefined],
    ['RSA-2048', 'medium', 2, '2030-12-31'],
    ['RSA-2048', 'medium', 2, '2035-12-31'],
  ])
  expect(postureOf([], [], now)).toMatchObject({ quantum: { share: null }, nextExpiry: null, migration: [] })
})

test('[CBOM-1] what is no crypto asset, and fields that are not valid', () => {
  for (const odd of [
    null,
    1,
    [],
    {},
    { cryptoProperties: {} },
    { name: 'x', cryptoProperties: { assetType: 'spell' } },
  ]) {
    expect(cryptoAssetOf(odd)).toBeUndefined()
  }
  const odd = component('AES', 'algorithm', { algorithmProperties: { mode: 7, cryptoFunctions: 'all', curve: [] } })
  expect(cryptoAssetOf(odd)).toMatchObject({ name: 'AES', algorithm: { cryptoFunctions: [] } })
  const wrong = key({ size: -1, expirationDate: {}, securedBy: 'HSM', algorithmRef: 3 })
  expect(cryptoAssetOf(wrong)).toMatchObject({ material: { hasValue: false }, refs: [] })
})

test('[CBOM-1] nested and very many components are read within limits', () => {
  let deep: object = algorithm('MD5')
  for (let level = 0; level < 5_000; level += 1) deep = { name: 'x', components: [deep] }
  expect(cryptoAssetsOf([deep, { name: 'y', components: [algorithm('RC4')] }])).toHaveLength(1)
  const many = Array.from({ length: 50_001 }, (_, at) => algorithm(`AES-${at}`))
  expect(cryptoAssetsOf(many)).toHaveLength(50_000)
  const cycle: { name: string; components: object[] } = { name: 'cycle', components: [] }
  cycle.components.push(cycle)
  expect(cryptoAssetsOf([cycle])).toEqual([])
})

const folder = join(
  process.env['CARAPACE_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'software/boms',
)

describe.skipIf(!existsSync(folder))('real CBOMs (in the folder CARAPACE_DATA)', () => {
  const read = (file: string) =>
    cryptoAssetsOf((JSON.parse(readFileSync(join(folder, file), 'utf8')) as { components: unknown }).components)

  test('[CBOM-2] [CBOM-4] every algorithm but one placeholder is known; MD5 and RSA-2048 are found', () => {
    const keycloak = read('cbom/keycloak-cbom.json')
    expect(keycloak).toHaveLength(56)
    const found = evaluateCrypto(keycloak, defaultCryptoPolicy, now)
    expect(found.filter(({ rule }) => rule === 'unknown-algorithm').map(({ name }) => name)).toEqual(['RAW'])
    expect(found.filter(({ rule }) => rule === '112-bit-key').map(({ name }) => name)).toEqual(['RSA-2048'])
    expect(found.filter(({ rule }) => rule === 'key-storage-not-stated')).toHaveLength(33)
    expect(evaluateCrypto(read('cbom/flick-cbom.json'), defaultCryptoPolicy, now)).toMatchObject([
      { rule: 'weak-hash', name: 'MD5' },
    ])
  })

  test('[CBOM-7] [CBOM-8] the control unit: keys in its HSM, an update signature to migrate', () => {
    const assets = read('made/autosar-classic-bcm.cdx.json')
    const found = evaluateCrypto(assets, defaultCryptoPolicy, now)
    expect(found.map(({ rule }) => rule)).toEqual(['112-bit-key', 'not-quantum-safe', 'quantum-margin'])
    expect(postureOf(assets, found, now).quantum.share).toBe(0.5)
  })
})
