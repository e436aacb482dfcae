import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@carapace/shared/core/failure'

/** Names the console that is built in a folder: another build has another name. Empty where there is none. */
export function buildOf(dir: string): string {
  const page = join(dir, 'index.html')
  return existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('base64url').slice(0, 16) : ''
}

/**
 * Serves the built console. Files have their content's hash in their name and are kept for a year; the page itself is
 * asked for each time, and stands for every path that is no file and no call.
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
