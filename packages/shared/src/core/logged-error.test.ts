import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'

import { loggedError } from './logged-error.ts'

/** What postgres.js throws. */
function databaseError(fields: { message: string; code: string; detail?: string }): Error {
  return Object.assign(new Error(fields.message), { name: 'PostgresError', table_name: 'users', ...fields })
}

test('[LOG-1] a failed query is logged with its text and the reason, without parameters and row', () => {
  const cause = databaseError({
    message: 'null value in column "name" violates not-null constraint',
    code: '23502',
    detail: 'Failing row contains ($argon2id$hidden).',
  })
  const logged = loggedError(new DrizzleQueryError('INSERT INTO users VALUES ($1)', ['$argon2id$hidden'], cause))

  expect(JSON.stringify(logged)).not.toContain('hidden')
  expect(logged).toMatchObject({
    message: 'Failed query: INSERT INTO users VALUES ($1)',
    stack: expect.stringContaining('logged-error.test'),
    cause: { type: 'PostgresError', message: cause.message, code: '23502', table_name: 'users' },
  })
})

test('[LOG-1] a message that quotes a value is logged without the value', () => {
  const logged = loggedError(databaseError({ message: 'invalid input syntax for type uuid: "hid"den"', code: '22P02' }))
  expect(logged.message).toBe('invalid input syntax for type uuid: "…"')
})

test('[LOG-1] errors of several attempts, and what is no error, are logged', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', port: 5432 })
  expect(loggedError(new AggregateError([refused], 'no address answered'))).toMatchObject({
    message: 'no address answered',
    errors: [{ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', port: 5432 }],
  })
  expect(loggedError('a sentence').message).toBe('a sentence')
  expect(loggedError({ password: 'hidden' }).message).not.toContain('hidden')
})

test('[LOG-1] a chain of causes that leads back to itself ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(loggedError(error).cause).toMatchObject({ message: 'round' })
})
