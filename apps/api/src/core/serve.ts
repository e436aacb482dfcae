import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Endpoint } from '@carapace/shared/core/endpoint'
import { Failure } from '@carapace/shared/core/failure'
import { admit, type Caller, type FindCaller, tokenOf } from './caller.ts'
import { refuseUnstorable } from './storable.ts'

interface Call<E extends Endpoint> {
  readonly input: z.output<E['input']>
  readonly caller: E['access'] extends 'public' ? Caller | undefined : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Calls per minute and session (or address, where there is no session): far above what people and their consoles do. */
const callsPerMinute = 3_000

/**
 * Routes an endpoint: the contract's input is checked, the caller admitted, the answer held to the contract's output.
 * `with` comes after the contract so that the type checker holds the handler to it.
 */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E) {
  return {
    with(handle: (call: Call<E>) => Promise<z.input<E['output']>>): void {
      const typed = app.withTypeProvider<ZodTypeProvider>()
      const schema = {
        summary: endpoint.summary,
        ...(endpoint.method === 'GET' ? { querystring: endpoint.input } : { body: endpoint.input }),
        response: { 200: endpoint.output },
      }
      typed.route({
        method: endpoint.method,
        url: `/api/${endpoint.path}`,
        schema,
        bodyLimit: endpoint.bodyLimit ?? 64 * 1024,
        config: { rateLimit: { max: callsPerMinute, timeWindow: 60_000 } },
        // before the input is checked: a stranger learns nothing about what would be valid
        preValidation: async (request) => {
          request.caller = await admitted(app.findCaller, endpoint, request)
        },
        handler: async (request, reply) => {
          const input = (endpoint.method === 'GET' ? request.query : request.body) as z.output<E['input']>
          refuseUnstorable(input)
          return reply.send(await handle({ input, caller: request.caller as Call<E>['caller'], request, reply }))
        },
      })
    },
  }
}

async function admitted(findCaller: FindCaller, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> {
  const token = tokenOf(request)
  const caller = token === undefined ? undefined : await findCaller(token, request.ip)
  if (endpoint.access === 'public') return caller
  if (!caller) throw new Failure('NOT_SIGNED_IN')
  admit(caller, endpoint)
  return caller
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyInstance {
    findCaller: FindCaller
  }
}
