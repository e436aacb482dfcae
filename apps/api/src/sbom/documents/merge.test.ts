import { expect, test } from 'vitest'
import { convertBom } from './convert/convert.ts'
import { bomIn, sampleCycloneDx, sampleTagValue } from './documents.fixture.ts'
import { mergeBoms } from './merge.ts'

test('[BOM-18] Documents of control units become one, with references that differ', () => {
  const gateway = bomIn(sampleCycloneDx())
  const whole = mergeBoms(
    [
      { name: 'ZGW', bom: gateway },
      { name: 'ZGW', bom: gateway },
      { name: 'TCU', bom: bomIn(sampleTagValue) },
    ],
    { name: 'Model S', created: '2026-01-02T00:00:00Z' },
  )
  const refs = whole.components.map(({ ref }) => ref)
  expect(new Set(refs).size).toBe(1 + 4 + 4 + 2)
  expect(whole.subject).toBe('vehicle')
  expect(whole.dependencies[0]).toEqual({
    ref: 'vehicle',
    dependsOn: ['ZGW/gateway', 'ZGW (2)/gateway', 'TCU/SPDXRef-lwip'],
    provides: [],
  })
  const parents = new Map(whole.components.map(({ ref, parent }) => [ref, parent]))
  expect(parents.get('ZGW/gateway')).toBe('vehicle')
  expect(parents.get('ZGW/lwip')).toBe('ZGW/gateway')
  expect(parents.get('ZGW/tcp.c')).toBe('ZGW/lwip')
  expect(whole.vex.statements[0]!.products[0]).toMatchObject({ ref: 'ZGW/mbedtls', within: 'ZGW' })
  expect(bomIn(convertBom(whole, 'CycloneDX JSON', '2026-01-02T00:00:00Z').text).components.length).toBe(refs.length)
})
