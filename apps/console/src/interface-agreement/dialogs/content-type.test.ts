import { expect, test } from 'vitest'
import { contentTypeOf } from './content-type.ts'

test.for([
  ['application/pdf', 'application/pdf'],
  ['text/plain; charset=utf-8', 'text/plain'],
  ['', 'application/octet-stream'],
  ['not a type', 'application/octet-stream'],
] as const)('[AGREEMENT-UI-15] a file of the type "%s" is sent as %s', ([given, sent]) => {
  expect(contentTypeOf(given)).toBe(sent)
})
