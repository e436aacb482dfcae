import type { JsonSchema } from './json-schema.ts'

/** The docstrings of one declaration: its own, and those of the keys in its text, one entry for each occurrence. */
export interface Docstrings {
  readonly own: string | undefined
  readonly fields: ReadonlyMap<string, readonly (string | undefined)[]>
}

const docstring = String.raw`(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?`
const field = new RegExp(String.raw`${docstring}(?<![\w.'"])(\w+)(?=: |,\n)`, 'g')

/**
 * Reads the docstrings of an exported constant from the text of its file, so that the document explains fields in the
 * words that programmers read.
 *
 * @param part of an endpoint: only the text of its `input` or `output`
 */
export function docstringsOf(source: string, name: string, part?: 'input' | 'output'): Docstrings {
  const declared = new RegExp(
    String.raw`${docstring}export const ${name}\b[\s\S]*?(?=\n(?:\/\*\*|export|const|function|type|interface)|$)`,
  )
  const [text = '', own] = declared.exec(source) ?? []
  const body = text.slice(text.indexOf(`const ${name}`))
  const fields = new Map<string, (string | undefined)[]>()
  for (const [, doc, key] of partOf(body, part).matchAll(field)) {
    fields.set(key!, [...(fields.get(key!) ?? []), doc && textOf(doc)])
  }
  return { own: own && textOf(own), fields }
}

/** Prettier indents the keys of an endpoint by two spaces; `input` ends where the next of them begins. */
function partOf(text: string, part: 'input' | 'output' | undefined): string {
  if (part === undefined) return text
  const from = text.search(new RegExp(String.raw`^  ${part}: `, 'm'))
  if (from === -1) return ''
  const rest = text.slice(from + part.length + 4)
  const end = rest.search(/^ {2}(?:\w+: |\/\*\*)/m)
  return end === -1 ? rest : rest.slice(0, end)
}

function textOf(doc: string): string {
  return doc.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()
}

/** Adds the docstrings to the properties of a schema, in the order in which both name them. */
export function describe(schema: JsonSchema, { fields }: Docstrings): JsonSchema {
  const left = new Map([...fields].map(([name, docs]) => [name, [...docs]]))
  const visit = (node: JsonSchema) => {
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const doc = left.get(name)?.shift()
      visit(property)
      if (doc !== undefined) property.description ??= doc
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(schema)
  return schema
}

function childrenOf({ items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] {
  const nested = [items, additionalProperties].filter((child) => typeof child === 'object')
  return [...nested, ...anyOf, ...oneOf, ...allOf]
}
