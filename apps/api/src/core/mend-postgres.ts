import { registerHooks } from 'node:module'

/**
 * Fixes for two bugs of postgres.js 3.4.9 (its issues 1154 and 1208), as original and replacement. A statement of a
 * transaction whose connection is closed throws outside of all promises, which ends the process; with the fix the
 * statement is rejected. And a deferred write that is never done prevents the reopened connection from ever writing.
 */
const patches = [
  [
    'function execute(q) {',
    `function execute(q) {
    if (socket === null) {
      queryError(q, Errors.connection('CONNECTION_CLOSED', options))
      return true
    }`,
  ],
  [
    'clearImmediate(nextWriteTimer)\n    socket.removeListener',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener',
  ],
] as const

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    return url.endsWith('/postgres/src/connection.js') ? { ...loaded, source: patched(String(loaded.source)) } : loaded
  },
})

function patched(source: string): string {
  return patches.reduce((text, [was, is]) => {
    if (!text.includes(was))
      throw new Error('This is another postgres.js than 3.4.9: look whether core/mend-postgres.ts is still needed.')
    return text.replace(was, is)
  }, source)
}
