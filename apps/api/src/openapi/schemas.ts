import { z } from 'zod'
import type { ContractFiles, DeclaredCall } from './contract-files.ts'
import { describe, docstringsOf } from './docstrings.ts'
import { refTo, type JsonSchema } from './json-schema.ts'

/** The schemas of every call and of all that they name. */
export interface Schemas {
  /** Those with a name, once each. */
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly inputOf: (call: DeclaredCall) => JsonSchema
  readonly outputOf: (call: DeclaredCall) => JsonSchema
}

/**
 * Turns the contracts' schemas into JSON Schema. A named schema that reads differently as an input (a default makes a
 * field optional, a text becomes a number) has a second component, `NameInput`.
 */
export function jsonSchemas(files: ContractFiles): Schemas {
  const inputs = convert(files, 'input')
  const outputs = convert(files, 'output')
  const differs = differingNames(inputs.components, outputs.components)
  const renamed = (schema: JsonSchema) =>
    JSON.parse(JSON.stringify(schema), (key, value) =>
      key === '$ref' && differs.has(value) ? `${value}Input` : value,
    ) as JsonSchema
  const inputComponents = Object.entries(inputs.components)
    .filter(([name]) => differs.has(refTo(name)))
    .map(([name, schema]) => [`${name}Input`, renamed(schema)])
  return {
    components: { ...outputs.components, ...Object.fromEntries(inputComponents) },
    inputOf: (call) => renamed(inputs.ofCall(call)),
    outputOf: outputs.ofCall,
  }
}

function convert({ calls, schemas }: ContractFiles, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>()
  for (const [name, { schema }] of schemas) registry.add(schema, { id: name })
  for (const { name, endpoint } of calls) {
    // a call whose whole input or output has a name refers to it
    if (!registry.has(endpoint[io])) registry.add(endpoint[io], { id: `call.${name}` })
  }
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: refTo,
    override: ({ jsonSchema }) => shorten(jsonSchema as JsonSchema),
  }) as { schemas: Record<string, JsonSchema> }

  const components: Record<string, JsonSchema> = {}
  for (const [name, { source }] of schemas) {
    const docs = docstringsOf(source, name)
    const schema = describe(withoutIds(converted[name]!), docs)
    components[name] = docs.own === undefined ? schema : { description: docs.own, ...schema }
  }
  const ofCall = ({ name, endpoint, source }: DeclaredCall): JsonSchema => {
    const id = registry.get(endpoint[io])!.id
    return schemas.has(id) ? { $ref: refTo(id) } : describe(withoutIds(converted[id]!), docstringsOf(source, name, io))
  }
  return { components, ofCall }
}

/** Removes what a format states as well, the limits of what JSON can count, and what would forbid later additions. */
function shorten(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

function withoutIds({ $schema: _schema, $id: _id, id: _ownId, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/** The references to components that read differently as an input, or that lead to one which does. */
function differingNames(inputs: Record<string, JsonSchema>, outputs: Record<string, JsonSchema>): Set<string> {
  const differs = new Set<string>()
  let before: number
  do {
    before = differs.size
    for (const name of Object.keys(outputs)) {
      const text = JSON.stringify(inputs[name])
      const leadsToOne = [...differs].some((ref) => text.includes(`"${ref}"`))
      if (leadsToOne || text !== JSON.stringify(outputs[name])) differs.add(refTo(name))
    }
  } while (differs.size > before)
  return differs
}
