import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { Readable } from 'node:stream'
import type { Endpoint } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import { accountedContent, accountedTo, type WorkAccount } from '../account-of-work.ts'
import type { InTurn } from './call-turns.ts'
import { admit, type Caller, type FindCaller, tokenOf } from './caller.ts'
import { refuseUnstorable } from './storable.ts'
import { readForm, readRaw, takeRaw, takeUploads } from './upload.ts'

interface Call<E extends Endpoint> {
  readonly input: z.output<E['input']>
  readonly caller: E['access'] extends 'public' ? Caller | undefined : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * The body as a stream, for an endpoint that accepts a file of any bytes. It fails with TOO_LARGE beyond the
   * endpoint's limit.
   */
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Calls of one endpoint per minute and user (or address, if it is public): far more than a console makes.
 */
const callsPerMinute = 3_000
/** Lower, because a download reads a whole table. */
const downloadsPerMinute = 60

/** A table or a file to send, produced while it is sent. */
export interface Download {
  readonly fileName: string
  readonly content: AsyncGenerator<string | Uint8Array>
}

/**
 * Routes an endpoint: checks the input against the contract, admits the caller, checks the answer against the contract.
 * `with` comes after the contract so that the type checker applies the contract to the handler.
 */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E) {
  function route(schema: object, perMinute: number, answer: (call: Call<E>) => Promise<unknown>): void {
    if (!isUpload) routeIn(app, schema, perMinute, answer)
    // only this route parses forms or raw bytes: another site's page can send a form without a CORS preflight
    else
      void app.register(async (scope) => {
        if (endpoint.takes === undefined) await takeUploads(scope, endpoint.bodyLimit!)
        else takeRaw(scope, endpoint.takes)
        routeIn(scope, schema, perMinute, answer)
      })
  }

  const isUpload = endpoint.takes !== undefined || endpoint.file !== undefined
  const isInputInQuery = endpoint.method === 'GET' || endpoint.takes !== undefined

  function routeIn(
    scope: FastifyInstance,
    schema: object,
    perMinute: number,
    answer: (call: Call<E>) => Promise<unknown>,
  ): void {
    scope.withTypeProvider<ZodTypeProvider>().route({
      method: endpoint.method,
      url: `/api/${endpoint.path}`,
      schema: {
        ...(isInputInQuery ? { querystring: endpoint.input } : { body: endpoint.input }),
        response: { 200: schema },
      },
      bodyLimit: endpoint.bodyLimit ?? 64 * 1024,
      config: {
        ...(endpoint.takes !== undefined && { takes: endpoint.takes }),
        // a member is counted after `preParsing` below: by user, whatever the session
        rateLimit: {
          max: perMinute,
          timeWindow: 60_000,
          hook: endpoint.access === 'public' ? 'onRequest' : 'preParsing',
        },
      },
      // before the body is read: an unauthenticated caller learns nothing about valid input, and sends nothing large
      preParsing: async (request, _reply, payload) => {
        request.caller = await admitted(app, endpoint, request)
        if (endpoint.takes !== undefined && Number(request.headers['content-length'] ?? 0) > endpoint.bodyLimit!)
          throw new Failure('TOO_LARGE')
        return payload
      },
      ...(endpoint.file !== undefined && { preValidation: readForm(endpoint.file) }),
      handler: async (request, reply) => {
        const input = (isInputInQuery ? request.query : request.body) as z.output<E['input']>
        refuseUnstorable(input)
        const body = readRaw(endpoint.takes === undefined ? undefined : request.body, endpoint.bodyLimit ?? 0)
        const call = { input, caller: request.caller as Call<E>['caller'], request, reply, body }
        const account = accountOf(request, reply)
        const work = () => accountedTo(account, () => answer(call))
        // an upload takes as long as its sender, and would keep its user's other calls waiting
        return reply.send(await (isUpload ? work() : app.inTurn(account, work)))
      },
    })
  }

  return {
    with(handle: (call: Call<E>) => Promise<z.input<E['output']>>): void {
      route(endpoint.output, callsPerMinute, handle)
    },
    /**
     * Streams a table or a file, no faster than the client reads it. An error before the first chunk is answered like
     * that of any other call; a later error breaks the connection.
     */
    streams(handle: (call: Call<E>) => Promise<Download>): void {
      const type = endpoint.produces!
      route({ content: { [type]: { schema: endpoint.output } } }, downloadsPerMinute, async (call) => {
        const { fileName, content } = await handle(call)
        const accounted = accountedContent(content)
        const first = await accounted.next()
        void call.reply
          .type(type === 'text/csv' ? `${type}; charset=utf-8` : type)
          .header('content-disposition', `attachment; filename="${fileName}"`)
        return Readable.from(begunWith(first, accounted))
      })
    },
  }
}

async function* begunWith<T>(first: IteratorResult<T>, rest: AsyncIterableIterator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** On whose account a call is; one that only reads ends when its caller goes. */
function accountOf({ caller, method }: FastifyRequest, reply: FastifyReply): WorkAccount | undefined {
  if (!caller) return undefined
  const gone = new AbortController()
  if (method === 'GET') reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
  return { org: caller.org.uuid, user: caller.user.uuid, signal: gone.signal }
}

async function admitted(
  { findCaller, chargeCall: charge }: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const token = tokenOf(request)
  const caller = token === undefined ? undefined : await findCaller(token, request.ip)
  if (endpoint.access === 'public') return caller
  if (!caller) throw new Failure('NOT_SIGNED_IN')
  admit(caller, endpoint)
  charge(caller)
  return caller
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media type that the route accepts instead of JSON. */
    takes?: string
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyInstance {
    findCaller: FindCaller
    /** Counts a call on its user and organisation. */
    chargeCall: (caller: Caller) => void
    /** Handles a call when it is its user's turn. */
    inTurn: InTurn
  }
}
