import { type Expression, ExpressionError, parsePath, parseTemplate } from './expressions.ts'
import type { ReadGraph } from './graph.ts'
import type { PlaybookNode, Problem, Trigger } from './playbook.ts'
import { readableBy, takesSecrets } from './readable.ts'
import { type SettingText, textsOf } from './settings-texts.ts'
import { isFields, isList, type Shape, shapeAt } from './shapes.ts'

/** The mistakes in a node's expressions: syntax, and paths that it cannot read (rules PLAYBOOK-3, PLAYBOOK-5). */
export function expressionProblems(graph: ReadGraph, trigger: Trigger, node: PlaybookNode): Problem[] {
  const texts = textsOf(node)
  if (!texts.some(({ kind, text }) => kind === 'path' || text.includes('{{'))) return []
  const readable = readableBy(graph, trigger, node.id)
  return texts.flatMap((text) =>
    mistakesIn(text, node, readable).map((message) => ({ node: node.id, field: text.field, message })),
  )
}

function mistakesIn(text: SettingText, node: PlaybookNode, readable: Shape): string[] {
  try {
    const expressions = text.kind === 'path' ? [parsePath(text.text)] : onlyExpressions(text.text)
    return expressions.flatMap((expression) => mistakeOf(expression, text.field, node, readable) ?? [])
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return [`${error.message} (character ${error.at + 1})`]
  }
}

function onlyExpressions(text: string): Expression[] {
  return parseTemplate(text).flatMap((part) => (typeof part === 'string' ? [] : [part]))
}

function mistakeOf(
  { path, filters }: Expression,
  field: string,
  { type }: PlaybookNode,
  readable: Shape,
): string | undefined {
  if (path[0] === 'secrets') {
    if (!takesSecrets(type, field)) return 'Secrets can only be used in the address, headers and body of HTTP requests.'
    if (filters.length > 0) return 'A secret is used as it is, without filters.'
    return path.length === 2 ? undefined : 'A secret is written as secrets.NAME.'
  }
  const found = shapeAt(readable, path)
  if ('shape' in found) return undefined
  return `There is no ${path.slice(0, found.endsAt + 1).join('.')} here.${hint(readable, path, found.endsAt)}`
}

function hint(readable: Shape, path: readonly string[], endsAt: number): string {
  if (path[0] === 'nodes' && endsAt === 1) return ' Only nodes that come before this one can be read.'
  const around = shapeAt(readable, path.slice(0, endsAt))
  if (!('shape' in around)) return ''
  if (isList(around.shape)) return ' Items of a list are read by number, from 0.'
  const names = isFields(around.shape) ? Object.keys(around.shape.fields) : []
  return names.length === 0 ? '' : ` There is ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}.`
}
