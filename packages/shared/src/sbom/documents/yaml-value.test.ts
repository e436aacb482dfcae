import { expect, test } from 'vitest'
import { parseYaml } from './yaml-value.ts'

test('[BOM-5] Scalars of YAML stay texts', () => {
  expect(parseYaml('version: 1.10\nyes: no\nlist: [null, 0x10]')).toEqual({
    value: { version: '1.10', yes: 'no', list: ['null', '0x10'] },
  })
})

test.for([
  ['a: [1', 'line 1, column 6'],
  ['a: &x 1\nb: *x', 'line 2, column 4'],
  ['a: 1\na: 2', 'line 2, column 1'],
  ['- '.repeat(2_000), 'line 1'],
  ['a: '.concat('{b: '.repeat(500)), 'line 1'],
])('[BOM-4] YAML that is broken, too deep, or has aliases is refused: %#', ([text, place]) => {
  expect(parseYaml(text!)).toMatchObject({ faults: [{ place }] })
})
