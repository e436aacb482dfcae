import { expect, test } from 'vitest'
import { Failure, type FailureCode, failures } from './failure.ts'

const codes = Object.keys(failures) as FailureCode[]

test.for(codes)('%s has an error status, and a message for users', (code) => {
  expect(failures[code].status).toBeGreaterThanOrEqual(400)
  expect(failures[code].status).toBeLessThan(600)
  expect(failures[code].message).toMatch(/^[A-Z].*\.$/)
})

test('only an ended session answers 403, since the console signs out on it', () => {
  expect(codes.filter((code) => failures[code].status === 403)).toEqual(['NOT_SIGNED_IN'])
})

test("a failure has its code's message, unless it gets a better one", () => {
  const plain = new Failure('BUSY')
  expect(plain).toMatchObject({
    code: 'BUSY',
    status: 503,
    message: failures.BUSY.message,
    retryAfter: undefined,
    errors: {},
  })
  expect(plain).toBeInstanceOf(Error)
  expect(new Failure('TOO_MANY', { message: 'Slower.', retryAfter: 3 })).toMatchObject({
    status: 429,
    message: 'Slower.',
    retryAfter: 3,
  })
})

test('the cause of a failure is kept for the log, and not sent', () => {
  const cause = new Error('connect ECONNREFUSED')
  const failure = new Failure('BUSY', { cause })
  expect(failure.cause).toBe(cause)
  expect(JSON.stringify(failure.reply())).not.toContain('ECONNREFUSED')
  expect(new Failure('BUSY').cause).toBe(undefined)
})

test('a reply contains code, message and the errors by field, and nothing else', () => {
  expect(new Failure('INVALID_INPUT', { errors: { name: 'Too long.' } }).reply()).toEqual({
    success: false,
    code: 'INVALID_INPUT',
    message: 'Some fields are not valid.',
    errors: { name: 'Too long.' },
  })
})
