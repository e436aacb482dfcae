const removed = '[removed]'

/** The secrets of a mailed link, in its path or its query, and of a sign-in's answer. */
const secretInPath = /(\/(?:forgot-password|verify-organization)\/)[^/?#\s"']+/g
const secretInQuery = /([?&](?:[\w-]*token|code|secret)=)[^&#\s"']+/gi

/** Members that hold a secret, whatever their value. */
const secretName = /^(access-token|x-xsrf-token|authorization|cookie|.*token|.*password|.*secret|code)$/i

/**
 * The same report without credentials: it removes tokens from headers, from members and from addresses (rule
 * ERROR-REPORT-3).
 */
export function scrubbed<T>(reported: T): T {
  return without(reported) as T
}

function without(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(secretInPath, `$1${removed}`).replaceAll(secretInQuery, `$1${removed}`)
  if (Array.isArray(value)) return value.map(without)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && typeof member === 'string' ? removed : without(member),
    ]),
  )
}
