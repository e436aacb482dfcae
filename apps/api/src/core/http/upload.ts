import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { Failure } from '@carapace/shared/core/failure'

/** Time limits for a request to arrive, ms: a file over a slow line; a file of any size (1 GiB at 1.2 Mbit/s). */
const formMs = 600_000
export const uploadMs = 2 * 3_600_000
/** An upload of any size is aborted when no data arrives for this long, ms. */
const restMs = 60_000

/**
 * Aborts requests whose body takes too long. node:http has one limit for all requests (`uploadMs`), which is meant
 * for files of any size: those must keep sending data, and all other bodies must be complete sooner.
 */
export function boundBodies(app: FastifyInstance, { whole, rest } = { whole: formMs, rest: restMs }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (request.routeOptions.config.takes !== undefined) raw.setTimeout(rest)
    else if (hasBody) {
      const timer = setTimeout(() => raw.destroy(), whole).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Lets the routes of a scope also accept multipart/form-data, with at most one file. */
export async function takeUploads(scope: FastifyInstance, largest: number): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 1, fileSize: largest, fields: 20, fieldSize: 64 * 1024, fieldNameSize: 100, parts: 21 },
  })
}

/**
 * Converts a form to the body that the contract expects: its file, a UTF-8 text, becomes a field like the others.
 *
 * @throws {Failure} INVALID_INPUT when the form is broken; a form that is too large fails with status 413
 */
export function readForm(file: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (!request.isMultipart()) return
    try {
      request.body = await fieldsOf(request, file)
    } catch (error) {
      if (error instanceof Failure || (error as { statusCode?: number }).statusCode === 413) throw error
      throw new Failure('INVALID_INPUT', { message: 'The form is incomplete.', cause: error })
    }
  }
}

async function fieldsOf(request: FastifyRequest, file: string): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  for await (const part of request.parts())
    fields.set(part.fieldname, part.type === 'file' ? textOf(await part.toBuffer(), file) : part.value)
  return Object.fromEntries(fields)
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('INVALID_INPUT', { errors: { [file]: 'The file is not UTF-8 text.' } })
  }
}

/**
 * Lets the routes of a scope accept only bodies of this type, without reading them: the handlers read them as
 * streams.
 */
export function takeRaw(scope: FastifyInstance, type: string): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
}

/** The body's bytes as a stream; fails beyond the limit if the stated length was too small or missing. */
export async function* readRaw(body: unknown, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of (body ?? []) as Readable) {
    bytes += (chunk as Uint8Array).length
    if (bytes > limit) throw new Failure('TOO_LARGE')
    yield chunk as Uint8Array
  }
}
