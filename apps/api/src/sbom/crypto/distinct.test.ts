import { expect, test } from 'vitest'
import { inSlices } from '@carapace/shared/core/in-slices'
import { defaultCryptoPolicy } from '@carapace/shared/sbom/cbom/crypto-rules'
import { expiriesOf, pageOf, passing, postureFor, postureWire, urgencyOf } from './answers.ts'
import { type AssetEntry, distinctBySlice } from './distinct.ts'
import { endingsOf, thresholdsWith } from './endings.ts'
import { evaluated } from './evaluated.ts'

const now = new Date('2026-06-01T00:00:00Z')
const entry = (document: string, position: number, name: string, crypto: object): AssetEntry => ({
  document,
  position,
  ref: `${document}-${name}`,
  name,
  crypto,
})
const algorithm = (document: string, position: number, name: string) =>
  entry(document, position, name, { assetType: 'algorithm', algorithmProperties: {} })
const certificate = (document: string, position: number, signature: string, ends = '2026-06-21T00:00:00Z') =>
  entry(document, position, 'Certificate', {
    assetType: 'certificate',
    certificateProperties: { notValidAfter: ends, signatureAlgorithmRef: `${document}-${signature}` },
  })

const distinct = (entries: readonly AssetEntry[]) => inSlices(distinctBySlice(entries))

test('[CBOM-API-2] assets are the same if they and what they refer to state the same', async () => {
  const { assets, occurrences } = await distinct([
    algorithm('a', 0, 'SHA1withRSA'),
    certificate('a', 1, 'SHA1withRSA'),
    certificate('b', 0, 'SHA1withRSA'),
    algorithm('b', 1, 'SHA1withRSA'),
    certificate('c', 0, 'SHA256withRSA'),
    algorithm('c', 1, 'SHA256withRSA'),
    entry('c', 2, 'nothing', { assetType: 'something' }),
  ])
  expect(assets.map(({ name }) => name)).toEqual(['SHA1withRSA', 'Certificate', 'Certificate', 'SHA256withRSA'])
  const [signature, first] = assets
  expect(first!.refs).toEqual([{ role: 'signature', ref: signature!.ref }])
  expect(occurrences.get(first!.ref)).toEqual([
    { document: 'a', position: 1 },
    { document: 'b', position: 0 },
  ])
})

test('[CBOM-API-2] assets that refer to each other in a circle are read', async () => {
  const { assets } = await distinct([
    { ...certificate('a', 0, 'two'), ref: 'a-one' },
    { ...certificate('a', 1, 'one'), ref: 'a-two' },
  ])
  expect(assets.length).toBe(1)
  expect(assets[0]!.refs).toEqual([{ role: 'signature', ref: assets[0]!.ref }])
})

test('[CBOM-API-2] a slice knows what its assets refer to in another one', async () => {
  const many = Array.from({ length: 1_200 }, (_, at) => algorithm('a', at + 2, `SHA-256 number ${at}`))
  const entries = [certificate('a', 0, 'SHA1withRSA'), ...many, algorithm('a', 5_000, 'SHA1withRSA')]
  const { assets } = await evaluated(entries, defaultCryptoPolicy, now)
  const found = assets.find(({ asset }) => asset.type === 'certificate')!
  expect(found.hits.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['certificate-expires-soon', 'sha1-signature']),
  )
  const signature = assets.find(({ asset }) => asset.name === 'SHA1withRSA')!
  expect(new Set(signature.hits.map((hit) => `${hit.rule} ${hit.reason}`)).size).toBe(signature.hits.length)
})

test('[CBOM-API-1] class, rule and severity are those of the same hit', async () => {
  const scope = await evaluated([algorithm('a', 0, 'MD5'), algorithm('a', 1, 'AES-128-GCM')], defaultCryptoPolicy, now)
  expect(passing(scope, { class: ['weak'], severity: ['high'] }).map(({ asset }) => asset.name)).toEqual(['MD5'])
  expect(passing(scope, { class: ['weak'], severity: ['info'] })).toEqual([])
  expect(passing(scope, { q: 'aes-128' }).length).toBe(1)
  expect(pageOf(scope.assets, undefined, 1).next).toBe(scope.assets[0]!.asset.ref)
  expect(() => pageOf(scope.assets, 'x', 1)).toThrow('Some fields are not valid.')
})

test.for([
  [{ severity: 'critical', class: 'protocol', until: null }, 'now'],
  [{ severity: 'high', class: 'not-quantum-safe', until: '2035-12-31' }, 'later'],
  [{ severity: 'medium', class: 'not-quantum-safe', until: '2031-12-31' }, 'next'],
  [{ severity: 'low', class: 'deprecated', until: '2026-05-31' }, 'now'],
  [{ severity: 'medium', class: 'deprecated', until: null }, 'later'],
] as const)('[CBOM-API-4] %j is urgent: %s', ([line, urgency]) => {
  expect(urgencyOf(line, now)).toBe(urgency)
})

test('[CBOM-API-7] an ending has its closest threshold', () => {
  expect(thresholdsWith(90)).toEqual([0, 7, 30, 90])
  expect(thresholdsWith(10)).toEqual([0, 7, 10])
  expect(thresholdsWith(0)).toEqual([0])
  const daysOf = (ends: string) =>
    endingsOf([certificate('a', 0, 'x', ends)], thresholdsWith(90), now).map(({ days }) => days)
  expect(daysOf('2026-05-31T00:00:00Z')).toEqual([0])
  expect(daysOf('2026-06-05T00:00:00Z')).toEqual([7])
  expect(daysOf('2026-06-21T00:00:00Z')).toEqual([30])
  expect(daysOf('2026-08-21T00:00:00Z')).toEqual([90])
  expect(daysOf('2027-08-21T00:00:00Z')).toEqual([])
  const revoked = entry('a', 0, 'Certificate', {
    assetType: 'certificate',
    certificateProperties: { notValidAfter: '2026-01-01T00:00:00Z', certificateState: [{ state: 'revoked' }] },
  })
  expect(endingsOf([revoked], thresholdsWith(90), now)).toEqual([])
})

test('[CBOM-1] a time whose year has more than four digits is answered as none', async () => {
  const { assets } = await evaluated([certificate('a', 0, 'x', '+275760-09-13T00:00:00Z')], defaultCryptoPolicy, now)
  expect(assets[0]!.endsAt).toBeNull()
  expect(expiriesOf({ assets })).toEqual([])
  expect(postureWire(postureFor(assets, now)).next_expiry).toBeNull()
})

test('[CBOM-API-2] what waits in the process comes between the slices of a large evaluation', async () => {
  const entries = Array.from({ length: 5_000 }, (_, at) => algorithm('a', at, `algorithm ${at}`))
  let turns = 0
  const next = () => {
    turns += 1
    waiting = setImmediate(next)
  }
  let waiting = setImmediate(next)
  const { assets } = await evaluated(entries, defaultCryptoPolicy, now)
  clearImmediate(waiting)
  expect(assets).toHaveLength(5_000)
  // ten slices each of reading, of naming, of the rules and of the facts
  expect(turns).toBeGreaterThanOrEqual(38)
})
