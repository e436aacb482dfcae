import { version } from '@carapace/shared/core/version'
import { readContractFiles } from './openapi/contract-files.ts'
import { compactJson, refsIn, type JsonSchema } from './openapi/json-schema.ts'
import { failureReply, operationOf, refusals } from './openapi/operations.ts'
import { jsonSchemas } from './openapi/schemas.ts'

/** The OpenAPI 3.1 document of every call, as text, made from the contracts and their docstrings. */
export async function apiDocument(): Promise<string> {
  const files = await readContractFiles()
  const schemas = jsonSchemas(files)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of files.calls) {
    const { method, path } = call.endpoint
    paths[`/api/${path}`] = { ...paths[`/api/${path}`], [method.toLowerCase()]: operationOf(call, schemas) }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Carapace', version },
    security: [{ session: [] }],
    tags: [...new Set(files.calls.map(({ folder }) => folder))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'ACCESS-TOKEN' } },
      responses: refusals,
      schemas: { FailureReply: failureReply, ...usedIn(paths, schemas.components) },
    },
  }
  return `${compactJson(document)}\n`
}

/** The components that the calls refer to, and those that these refer to, by their names. */
function usedIn(paths: unknown, components: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const name of refsIn(part)) {
      if (used.has(name)) continue
      used.add(name)
      visit(components[name])
    }
  }
  visit(paths)
  return Object.fromEntries([...used].sort().map((name) => [name, components[name]!]))
}
