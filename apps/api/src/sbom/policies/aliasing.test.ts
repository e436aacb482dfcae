import { expect, test } from 'vitest'
import { aliasFinder } from './aliasing.ts'

const alias = (name: string, supplier: string) => ({ name, supplier, purl: `pkg:generic/${name}`, cpe: null })

test('[SBOM-42] an alias with the supplier comes before one for any, in any case', () => {
  const [any, one, other] = [alias('TLS', ''), alias('tls', 'Acme'), alias('tls', 'Else')]
  const find = aliasFinder([any, one, other])
  expect(find({ name: 'Tls', supplier: 'ACME' })).toBe(one)
  expect(find({ name: 'tls', supplier: 'Nobody' })).toBe(any)
  expect(find({ name: 'tls', supplier: '' })).toBe(any)
  expect(find({ name: 'ssl', supplier: 'Acme' })).toBeUndefined()
  expect(aliasFinder([one])({ name: 'tls', supplier: '' })).toBeUndefined()
})

test('[SBOM-42] each alias is read once, however many components there are', () => {
  let reads = 0
  const counted = {
    get name() {
      reads += 1
      return 'tls'
    },
    supplier: '',
    purl: null,
    cpe: null,
  }
  const find = aliasFinder([counted])
  for (let at = 0; at < 1_000; at++) find({ name: `c${at}`, supplier: '' })
  expect(reads).toBe(1)
})
