import { generateKeyPairSync, type KeyObject, sign, constants, createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesOf, sampleCycloneDx } from './documents.fixture.ts'
import { canonicalJson } from '@carapace/shared/core/canonical-json'
import { checkSignature } from './signature.ts'

/** Signs the sample, with what a signature needs beside its value. */
function signed(algorithm: string, privateKey: KeyObject, publicKey: KeyObject, extra: object = {}) {
  const document = {
    ...sampleCycloneDx(),
    signature: { algorithm, publicKey: publicKey.export({ format: 'jwk' }), keyId: 'release', ...extra },
  }
  const hash = algorithm.startsWith('Ed') ? null : `sha${algorithm.slice(2)}`
  const value = sign(hash, Buffer.from(canonicalJson(document)), {
    key: privateKey,
    ...(algorithm.startsWith('PS') ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {}),
    ...(algorithm.startsWith('ES') ? { dsaEncoding: 'ieee-p1363' as const } : {}),
  })
  return { ...document, signature: { ...document.signature, value: value.toString('base64url') } }
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pairs = [
  ['RS256', rsa],
  ['PS256', rsa],
  ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['ES512', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ['Ed25519', generateKeyPairSync('ed25519')],
  ['Ed448', generateKeyPairSync('ed448')],
] as const

test.for(pairs)('[BOM-16] A document that is signed with %s is verified, a changed one is not', ([algorithm, pair]) => {
  const document = signed(algorithm, pair.privateKey, pair.publicKey)
  const der = pair.publicKey.export({ type: 'spki', format: 'der' })
  expect(checkSignature(bytesOf(document))).toEqual({
    present: true,
    verified: true,
    algorithm,
    keyId: 'release',
    fingerprint: createHash('sha256').update(der).digest('hex'),
  })
  expect(checkSignature(bytesOf({ ...document, version: 3 }))).toMatchObject({
    verified: false,
    reason: 'The document was changed after signing.',
  })
  const reordered = Object.fromEntries(Object.entries(document).reverse())
  expect(checkSignature(bytesOf(JSON.stringify(reordered, null, 4))).verified).toBe(true)
})

test('[BOM-16] A key of another kind than the algorithm proves nothing', () => {
  const [, pair] = pairs[5]
  const document = signed('Ed25519', pair.privateKey, pair.publicKey)
  const wrong = { ...document, signature: { ...document.signature, algorithm: 'RS256' } }
  expect(checkSignature(bytesOf(wrong))).toMatchObject({ present: true, verified: false })
})

test.for([
  [{ algorithm: 'HS256', value: 'abc' }, 'The algorithm is not supported.'],
  [{ algorithm: 'ES256', value: 'abc' }, 'The signature has no readable public key in it.'],
  [
    { algorithm: 'ES256', value: 'abc', publicKey: { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' } },
    'The signature has no',
  ],
  [{ signers: [] }, 'Documents with several signatures are not verified.'],
] as const)('[BOM-16] A signature that cannot be verified is unsupported: %j', ([signature, reason]) => {
  const result = checkSignature(bytesOf({ ...sampleCycloneDx(), signature }))
  expect(result).toMatchObject({ present: true, verified: 'unsupported' })
  expect(result.reason).toContain(reason)
})

test('[BOM-16] Fields that the signature excludes may change', () => {
  const { privateKey, publicKey } = pairs[5][1]
  const jwk = publicKey.export({ format: 'jwk' })
  const { version: _version, ...rest } = sampleCycloneDx()
  const signature = { algorithm: 'Ed25519', publicKey: jwk, excludes: ['version'] }
  const value = sign(null, Buffer.from(canonicalJson({ ...rest, signature })), privateKey).toString('base64url')
  const document = { ...rest, version: 9, signature: { ...signature, value } }
  expect(checkSignature(bytesOf(document)).verified).toBe(true)
})

test('[BOM-16] A document without a signature has none', () => {
  expect(checkSignature(bytesOf(sampleCycloneDx()))).toEqual({ present: false })
  expect(checkSignature(bytesOf('<bom xmlns="http://cyclonedx.org/schema/bom/1.6"/>'))).toEqual({ present: false })
})
