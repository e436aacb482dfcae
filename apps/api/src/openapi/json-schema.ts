/** As much of JSON Schema as the document's writer looks at. */
export interface JsonSchema {
  [keyword: string]: unknown
  $ref?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const componentPath = '#/components/schemas/'

export function refTo(name: string): string {
  return componentPath + name
}

/** The names of the components that a part of the document refers to. */
export function refsIn(part: unknown): string[] {
  const refs = JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
  return [...new Set([...refs].map(([, name]) => name!))]
}

const lineWidth = 120

/** JSON in which whatever fits is on one line. */
export function compactJson(value: unknown, indent = ''): string {
  const line = oneLine(value)
  if (indent.length + line.length <= lineWidth || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((each) => inner + compactJson(each, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{\n${members.map(([key, each]) => `${inner}${JSON.stringify(key)}: ${compactJson(each, inner)}`).join(',\n')}\n${indent}}`
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  if (members.length === 0) return '{}'
  return `{ ${members.map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`).join(', ')} }`
}
