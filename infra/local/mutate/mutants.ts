import { parseAst } from 'vitest/node'

/** One small change of a file: the text between two offsets and its replacement. */
export interface Mutant {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A node of the syntax tree (ESTree with TypeScript), with the fields that are used here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const swappedOperators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
}
const swappedMethods: Readonly<Record<string, string>> = { min: 'max', max: 'min', some: 'every', every: 'some' }

/** The small changes to try on a TypeScript file, in the order of their positions. */
export function mutantsOf(code: string, lang: 'ts' | 'tsx' = 'ts'): Mutant[] {
  const found: Mutant[] = []
  visit(parseAst(code, { lang }) as unknown as Node)
  return found.toSorted((a, b) => a.from - b.from)

  function visit(node: Node): void {
    if (node.type === 'ImportDeclaration' || isType(node)) return
    found.push(...changesOf(node, code))
    for (const inner of Object.values(node).flat()) if (isNode(inner)) visit(inner)
  }
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const withValue = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']
const isType = ({ type }: Node) => type.startsWith('TS') && !withValue.includes(type)

function changesOf(node: Node, code: string): Mutant[] {
  const { type, start, end } = node
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorChanges(node, code)
    case 'UnaryExpression':
      return node.operator === '!' ? [{ from: start, to: start + 1, text: '' }] : []
    case 'Literal':
      return literalChanges(node)
    case 'IfStatement':
    case 'ConditionalExpression':
      return [negated(node.test as Node, code)]
    case 'ExpressionStatement':
      return 'directive' in node && node.directive ? [] : [{ from: start, to: end, text: ';' }]
    case 'MemberExpression':
      return methodChanges(node.property as Node)
    default:
      return []
  }
}

function operatorChanges({ left, right, operator, start, end }: Node, code: string): Mutant[] {
  const after = right as Node
  if (operator === '??') return [{ from: start, to: end, text: code.slice(after.start, after.end) }]
  const text = swappedOperators[operator as string]
  if (text === undefined) return []
  const from = code.indexOf(operator as string, (left as Node).end)
  return [{ from, to: from + (operator as string).length, text }]
}

function literalChanges({ value, start, end }: Node): Mutant[] {
  if (typeof value === 'boolean') return [{ from: start, to: end, text: String(!value) }]
  if (typeof value === 'number') return [{ from: start, to: end, text: String(value + 1) }]
  return []
}

function negated({ start, end }: Node, code: string): Mutant {
  return { from: start, to: end, text: `!(${code.slice(start, end)})` }
}

function methodChanges({ type, name, start, end }: Node): Mutant[] {
  const text = type === 'Identifier' ? swappedMethods[name as string] : undefined
  return text === undefined ? [] : [{ from: start, to: end, text }]
}
