import { expect, test } from 'vitest'
import { z } from 'zod'
import { isUuidInProgram, uuidInProgram } from './artefact-uuid.ts'

const program = '3f2b8c1e-9a4d-4e6f-8a1b-2c3d4e5f6a7b'
const other = '3f2b8c1e-9a4d-4e60-8a1b-2c3d4e5f6a7b'

test.for([
  ['01234567-89ab-4cde-8f01-23456789abcd', '3f2b8c1e-9a4d-8e6f-8f01-23456789abcd'],
  ['01234567-89AB-4CDE-BF01-23456789ABCD', '3f2b8c1e-9a4d-8e6f-bf01-23456789abcd'],
  ['00000000-0000-0000-0000-000000000000', '3f2b8c1e-9a4d-8e6f-8000-000000000000'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '3f2b8c1e-9a4d-8e6f-bfff-ffffffffffff'],
] as const)('[GRAPH-23] %s in a program is %s', ([uuid, expected]) => {
  expect(uuidInProgram(program, uuid)).toBe(expected)
  expect(uuidInProgram(program.toUpperCase(), uuid)).toBe(expected)
  expect(z.uuid().safeParse(expected).success).toBe(true)
  expect(uuidInProgram(program, expected)).toBe(expected)
})

test('[GRAPH-23] a uuid is in one program only', () => {
  const uuid = uuidInProgram(program, crypto.randomUUID())
  expect(isUuidInProgram(program, uuid)).toBe(true)
  expect(isUuidInProgram(program, uuid.toUpperCase())).toBe(true)
  expect(isUuidInProgram(other, uuid)).toBe(false)
  expect(isUuidInProgram(program, crypto.randomUUID())).toBe(false)
})
