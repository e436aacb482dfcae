import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'

/** How long a request may take to arrive, ms: a large file over a slow line. */
export const uploadMs = 600_000

/** Lets the routes of a scope take multipart/form-data as well: one file of text at most, which becomes a field of the body like the others. */
export async function takeUploads(scope: FastifyInstance, largest: number): Promise<void> {
  await scope.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { files: 1, fileSize: largest, fields: 20, fieldSize: 64 * 1024, fieldNameSize: 100, parts: 21 },
  })
}

/** Makes the file's bytes the text that the contract asks for; text that is no UTF-8 is refused. */
export function readFile(field: string): (request: FastifyRequest) => Promise<void> {
  return async ({ body }) => {
    const fields = body as Record<string, unknown> | undefined
    const bytes = fields?.[field]
    if (!fields || !(bytes instanceof Uint8Array)) return
    try {
      fields[field] = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new Failure('INVALID_INPUT', { errors: { [field]: 'The file is no text in UTF-8.' } })
    }
  }
}
