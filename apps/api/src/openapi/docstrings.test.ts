import { expect, test } from 'vitest'
import { describe, docstringsOf } from './docstrings.ts'

const source = `
/** A vehicle. */
export const Vehicle = z.object({
  /** As the maker wrote it,
   * 17 characters. */
  vin: z.string(),
  owner: z.object({ name: z.string() }),
  driver: z.object({
    /** As in the licence. */
    name: z.string(),
  }),
})

export const listVehicles = endpoint({
  method: 'GET',
  input: z.object({
    /** Where the last page ended. */
    after: z.string(),
  }),
  output: z.object({ after: z.string() }),
})
`

test('a declaration has its docstring, and each field the one that stands before it', () => {
  const docs = docstringsOf(source, 'Vehicle')
  expect(docs.own).toBe('A vehicle.')
  expect(docs.fields.get('vin')).toEqual(['As the maker wrote it, 17 characters.'])
  expect(docs.fields.get('name')).toEqual([undefined, 'As in the licence.'])
})

test('of a call, input and output are read apart', () => {
  expect(docstringsOf(source, 'listVehicles', 'input').fields.get('after')).toEqual(['Where the last page ended.'])
  expect(docstringsOf(source, 'listVehicles', 'output').fields.get('after')).toEqual([undefined])
})

test('fields of the same name keep their order', () => {
  const person = () => ({ properties: { name: {} } })
  const schema = { properties: { vin: {}, owner: person(), driver: person() } }

  expect(describe(schema, docstringsOf(source, 'Vehicle')).properties).toEqual({
    vin: { description: 'As the maker wrote it, 17 characters.' },
    owner: { properties: { name: {} } },
    driver: { properties: { name: { description: 'As in the licence.' } } },
  })
})
