import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@carapace/shared/core/failure'

/** An identifier of the console build in a folder: each build has another one. Empty if there is no build. */
export function buildOf(dir: string): string {
  const page = join(dir, 'index.html')
  return existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('base64url').slice(0, 16) : ''
}

/**
 * Serves the built console. Files have their content hash in their name and are cached for a year. The page itself is
 * revalidated each time, and is the answer for every path that is neither a file nor an API call.
 */
export async function installConsole(app: FastifyInstance, dir: string): Promise<void> {
  if (existsSync(join(dir, 'index.html'))) {
    await app.register(compress, { global: false })
    await app.register(fastifyStatic, {
      root: dir,
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
    app.setNotFoundHandler((request, reply) => {
      if (request.url.startsWith('/api/') || request.method !== 'GET' || /\.\w+$/.test(request.url.split('?', 1)[0]!))
        return reply.code(404).send(new Failure('NOT_FOUND').reply())
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    })
    return
  }
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(new Failure('NOT_FOUND').reply()))
}
