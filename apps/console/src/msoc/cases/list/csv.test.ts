import { expect, test } from 'vitest'
import { aCase } from '../a-case.ts'
import { csvOf } from './csv.ts'

test('[CASE-UI-43] each case is a line; commas and quotes are quoted, and no cell is a formula', () => {
  const lines = csvOf([aCase(7, { title: '=HYPERLINK("x"), really', tags: ['a', 'b'] })]).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\ufeffcase,title,stage,/)
  expect(lines[1]).toMatch(/^CAS-7,"'=HYPERLINK\(""x""\), really",NEW,,high,,AMBER,AMBER,a b,/)
})
