import { expect, test } from 'vitest'

import { readObservableCsv } from './csv.ts'

test('[OBSERVABLE-19] columns stand in any order, and unknown ones are passed over', async () => {
  const { rows, faults } = await readObservableCsv("Note,owner,VALUE,type\n'=x,me,evil[.]example,domain\n,,y.example")
  expect(rows).toEqual([{ line: 2, type: 'domain', value: 'evil.example', tags: [], note: '=x' }])
  expect(faults).toEqual([{ line: 3, reason: ' is no type of observables.' }])
})

test('[OBSERVABLE-23] a header with very many columns is refused', async () => {
  const header = `${'x,'.repeat(30_000)}type,value`
  const { rows, faults } = await readObservableCsv(`${header}\n${'x\n'.repeat(100_000)}`)
  expect(rows).toEqual([])
  expect(faults).toEqual([{ line: 1, reason: 'It has more than 100 columns.' }])
})
