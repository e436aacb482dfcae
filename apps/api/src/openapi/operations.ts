import { failures } from '@carapace/shared/core/failure'
import type { DeclaredCall } from './contract-files.ts'
import { refTo, type JsonSchema } from './json-schema.ts'
import type { Schemas } from './schemas.ts'

/** What a refused call answers: `FailureReply` of the shared package. */
export const failureReply: JsonSchema = {
  description: 'What every refused call answers.',
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    code: { type: 'string', enum: Object.keys(failures) },
    message: { type: 'string', description: 'A sentence for the person who called.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'By field, in the words that a form shows.',
    },
  },
  required: ['success', 'code', 'message', 'errors'],
}

const refusalNames = {
  400: 'InvalidInput',
  402: 'LicenceRequired',
  403: 'NotSignedIn',
  404: 'NotFound',
  409: 'RowChanged',
  413: 'TooLarge',
  422: 'RuleRefused',
  429: 'TooMany',
} as const
type RefusalStatus = keyof typeof refusalNames

/** The answers of refused calls, one for each status: its codes with their usual messages. */
export const refusals = Object.fromEntries(
  Object.entries(refusalNames).map(([status, name]) => {
    const codes = Object.entries(failures).filter(([, failure]) => failure.status === Number(status))
    const description = codes.map(([code, { message }]) => `${code}: ${message}`).join(' ')
    return [name, { description, ...jsonContent({ $ref: refTo('FailureReply') }) }]
  }),
)

/** One call as an operation of the document. */
export function operationOf(call: DeclaredCall, schemas: Schemas) {
  const { endpoint, name, folder } = call
  const input = schemas.inputOf(call)
  const inQuery = endpoint.method === 'GET' || endpoint.takes !== undefined
  const output = schemas.outputOf(call)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [folder],
    security: endpoint.access === 'public' ? [] : undefined,
    parameters: inQuery ? queryParameters(input, schemas) : undefined,
    requestBody: bodyOf(call, input),
    responses: {
      200: { description: 'Success', content: { [endpoint.produces ?? 'application/json']: { schema: output } } },
      ...Object.fromEntries(
        refusalsOf(call).map((status) => [status, { $ref: `#/components/responses/${refusalNames[status]}` }]),
      ),
    },
  }
}

function queryParameters(input: JsonSchema, { components }: Schemas) {
  const { properties, required = [] } = input.$ref ? components[input.$ref.split('/').at(-1)!]! : input
  const parameters = Object.entries(properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name) || undefined,
    description,
    schema,
  }))
  return parameters.length > 0 ? parameters : undefined
}

function bodyOf({ endpoint }: DeclaredCall, input: JsonSchema) {
  if (endpoint.method === 'GET') return undefined
  if (endpoint.takes !== undefined) return { required: true, content: { [endpoint.takes]: {} } }
  const { content } = jsonContent(input)
  return { required: true, content: { ...content, ...(endpoint.file && { 'multipart/form-data': { schema: input } }) } }
}

/** Which statuses a call may refuse with, by who may call it and what it takes. */
function refusalsOf({ endpoint: { access, method, bodyLimit } }: DeclaredCall): RefusalStatus[] {
  return [
    400,
    ...(access === 'public' || access === 'member' ? [] : ([402] as const)),
    ...(access === 'public' ? [] : ([403] as const)),
    404,
    ...(method === 'POST' ? ([409] as const) : []),
    ...(bodyLimit === undefined ? [] : ([413] as const)),
    422,
    429,
  ]
}

function jsonContent(schema: JsonSchema) {
  return { content: { 'application/json': { schema } } }
}
