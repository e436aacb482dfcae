/** An error as the log shows it: what failed and where, without the values that the database was given. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
  readonly [fact: string]: unknown
}

/**
 * Facts of an error that hold no value of a row: of Node's errors, of postgres.js and of pg. Everything else stays out:
 * `params`, `parameters` and `args` are what a query was given, `detail` and `where` quote rows.
 */
const facts = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'severity',
  'routine',
  'schema_name',
  'table_name',
  'column_name',
  'constraint_name',
  'schema',
  'table',
  'column',
  'constraint',
] as const

const deepestCause = 5
const mostErrors = 5

/** Serialises an error for the log. Passwords, tokens and secrets that a failed query had stay out (LOG-1). */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: textOf(error), stack: '' }
  return {
    type: error.name,
    message: messageOf(error),
    stack: framesOf(error),
    ...factsOf(error),
    ...(error.cause instanceof Error && depth < deepestCause && { cause: loggedError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < deepestCause && { errors: error.errors.slice(0, mostErrors).map((one) => loggedError(one, depth + 1)) }),
  }
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : 'Something was thrown that is not an error.'
}

function messageOf(error: Error): string {
  // Drizzle writes the parameters behind the query
  if ('params' in error && 'query' in error) return `Failed query: ${String(error.query)}`
  // PostgreSQL quotes the value in its messages about values: class 22, data exception
  if ('code' in error && /^22...$/.test(String(error.code))) return error.message.replace(/"[^]*"/, '"…"')
  return error.message
}

/** The stack without its first lines: they repeat the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}

function factsOf(error: Error): Record<string, unknown> {
  const known = error as Error & Readonly<Record<string, unknown>>
  return Object.fromEntries(facts.filter((fact) => known[fact] !== undefined).map((fact) => [fact, known[fact]]))
}

/** Options of pino for a log that holds no value of a row, however it is given an error. */
export const errorLogging = {
  serializers: { err: (error: unknown) => loggedError(error) },
  hooks: {
    logMethod(this: unknown, call: unknown[], write: unknown): void {
      Reflect.apply(write as (...call: unknown[]) => void, this, withLoggedMessage(call))
    },
  },
}

/** Pino and Fastify take an entry's message from its error where nobody gives one: that text may quote values. */
function withLoggedMessage(call: unknown[]): unknown[] {
  const [first, message, ...rest] = call
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
  if (!(error instanceof Error) || (message !== undefined && message !== error.message)) return call
  return [first instanceof Error ? { err: error } : first, loggedError(error).message, ...rest]
}
