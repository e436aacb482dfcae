import { expect, test } from 'vitest'
import { bomIn, hasRealData, realFile, sampleCycloneDx } from './documents.fixture.ts'
import { bomQuality } from './quality.ts'

test('[BOM-15] Points name what is missing, and where', () => {
  const { profiles } = bomQuality(bomIn(sampleCycloneDx()))
  expect(profiles.map(({ name }) => name)).toEqual(['NTIA minimum elements', 'BSI TR-03183-2', 'CISA and Auto-ISAC'])
  const ntia = profiles[0]!
  const supplier = ntia.points.find(({ key }) => key === 'supplier')!
  expect(supplier).toMatchObject({ lacking: 2, missing: ['gateway', 'mbedtls'] })
  expect(supplier.met).toBeCloseTo(1 / 3)
  expect(supplier.advice).toContain('supplier')
  // met: name, version (2), dependencies, author, timestamp; two thirds of identifiers (2), a third of suppliers
  expect(ntia.score).toBe(Math.round((100 * (6 + 2 * (2 / 3) + 1 / 3)) / 9))
})

test('[BOM-15] An empty document scores low, and its points are bounded', () => {
  const { profiles } = bomQuality(bomIn({ bomFormat: 'CycloneDX', specVersion: '1.6' }))
  expect(profiles.every(({ score }) => score < 20)).toBe(true)
  const components = Array.from({ length: 300 }, (_, at) => ({ type: 'library', name: `c${at}` }))
  const point = bomQuality(bomIn({ bomFormat: 'CycloneDX', specVersion: '1.6', components })).profiles[0]!.points[0]!
  expect(point).toMatchObject({ lacking: 300, met: 0 })
  expect(point.missing).toHaveLength(50)
})

test.skipIf(!hasRealData)('[BOM-15] A document that is complete by BSI TR-03183-2 scores 100 in it', () => {
  const { profiles } = bomQuality(bomIn(realFile('boms/quality/validFullyCompliantBsiV21.cdx16.json')))
  const bsi = profiles.find(({ name }) => name === 'BSI TR-03183-2')!
  expect(bsi.points.filter(({ met }) => met < 1).map(({ key, missing }) => [key, missing])).toEqual([])
  expect(bsi.score).toBe(100)
})
