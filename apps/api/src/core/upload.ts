import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'

/** How long a request may take to arrive, ms: a large file over a slow line. */
export const uploadMs = 600_000

/** Lets the routes of a scope take multipart/form-data as well, with one file at most. */
export async function takeUploads(scope: FastifyInstance, largest: number): Promise<void> {
  await scope.register(multipart, { limits: { files: 1, fileSize: largest, fields: 20, fieldSize: 64 * 1024, fieldNameSize: 100, parts: 21 } })
}

/** Makes a form the body that the contract asks for: its file, text in UTF-8, is a field like the others. A form that is broken or too large is refused. */
export function readForm(file: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (!request.isMultipart()) return
    try {
      request.body = await fieldsOf(request, file)
    } catch (error) {
      if (error instanceof Failure || (error as { statusCode?: number }).statusCode === 413) throw error
      throw new Failure('INVALID_INPUT', { message: 'The form is not whole.', cause: error })
    }
  }
}

async function fieldsOf(request: FastifyRequest, file: string): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  for await (const part of request.parts()) fields.set(part.fieldname, part.type === 'file' ? textOf(await part.toBuffer(), file) : part.value)
  return Object.fromEntries(fields)
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('INVALID_INPUT', { errors: { [file]: 'The file is no text in UTF-8.' } })
  }
}
