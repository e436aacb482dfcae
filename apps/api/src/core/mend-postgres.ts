import { registerHooks } from 'node:module'

/**
 * Fixes for bugs of postgres.js 3.4.9, as original and replacement. A statement of a transaction whose connection is
 * closed throws outside of all promises, which ends the process (its issue 1154); with the fix the statement is
 * rejected. A deferred write that is never done prevents the reopened connection from ever writing (its issue 1208).
 *
 * PostgreSQL cancels whatever the connection does when the request to cancel arrives. With the fix a connection stays
 * with its query until the request has ended, else the query of the next caller could end (rule USE-2). And a request
 * that fails is no unhandled rejection.
 */
const patches: Readonly<Record<string, readonly (readonly [was: string, is: string])[]>> = {
  'connection.js': [
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
    [
      'function ReadyForQuery(x) {',
      `function ReadyForQuery(x) {
    if (backend.cancelling) {
      const at = socket
      return backend.cancelling.then(() => {
        backend.cancelling = null
        socket === at && ReadyForQuery(x)
      })
    }`,
    ],
    [
      'Connection(options).cancel(query.state, query.cancelled.resolve, query.cancelled.reject)',
      'backend.cancelling = new Promise(ended => Connection(options).cancel(backend, ended, ended))',
    ],
  ],
  'index.js': [
    [
      'Connection(options).cancel(query.state, resolve, reject)',
      'query.state.cancelling = new Promise(ended => Connection(options).cancel(query.state, ended, ended))',
    ],
  ],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const [, file] = /\/postgres\/src\/([^/]+)$/.exec(url) ?? []
    return file !== undefined && file in patches ? { ...loaded, source: patched(file, String(loaded.source)) } : loaded
  },
})

function patched(file: string, source: string): string {
  return patches[file]!.reduce((text, [was, is]) => {
    // the workers of tests register this more than once
    if (text.includes(is)) return text
    if (!text.includes(was))
      throw new Error('This is another postgres.js than 3.4.9: look whether core/mend-postgres.ts is still needed.')
    return text.replace(was, is)
  }, source)
}
