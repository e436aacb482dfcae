import type { XmlNode } from '../../../core/documents/xml-tree.ts'
import { type Expression, whyNotExpression } from '../expression.ts'
import { operators } from '../operators.ts'
import type { Declaration, Declarations } from './declarations.ts'
import { attributeOf, checkElement, readTruth, refuse, shortened } from './xml.ts'

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const whole = /^[+-]?\d+$/

/** Our own operators: Open-PSA has no elements of their names. */
const own: readonly string[] = ['repairable', 'dormant']

/** Reads an expression (Open-PSA MEF 2.0d, chapter 5); `parameterOf` gives the id of a parameter that it names. */
function readExpression(node: XmlNode, parameterOf: (name: string, node: XmlNode) => string): Expression {
  const expression = read(node)
  const why = whyNotExpression(expression)
  return why === undefined ? expression : refuse(node, why)

  function read(each: XmlNode): Expression {
    switch (each.name) {
      case 'float':
        return readNumber(each, decimal)
      case 'int':
        return readNumber(each, whole)
      case 'bool':
        return Number(readTruth(each))
      case 'parameter':
        checkElement(each, ['name', 'unit'])
        return { parameter: parameterOf(attributeOf(each, 'name'), each) }
    }
    const operator = own.includes(each.name) ? undefined : operators.get(each.name)
    if (operator === undefined) return refuse(each, `<${shortened(each.name)}> is not read in an expression.`)
    checkElement(each, each.name === 'system-mission-time' ? ['unit'] : [])
    const args = argumentsOf(each).map(read)
    if (!operator.takes(args.length))
      refuse(each, `<${each.name}> takes ${operator.arguments} as arguments, and has ${args.length}.`)
    return { op: each.name, args }
  }
}

/** The arguments of an operator; those of a histogram's bins and a switch's cases are among them. */
function argumentsOf(node: XmlNode): readonly XmlNode[] {
  const pair = { histogram: 'bin', switch: 'case' }[node.name]
  if (pair === undefined) return node.children
  return node.children.flatMap((child, i) => {
    const isSingle = node.name === 'histogram' ? i === 0 : i === node.children.length - 1
    if (isSingle) return [child]
    if (child.name !== pair) refuse(child, `<${shortened(child.name)}> is not read here: <${pair}> is.`)
    checkElement(child, [])
    if (child.children.length !== 2) refuse(child, `<${pair}> takes 2 arguments, and has ${child.children.length}.`)
    return child.children
  })
}

function readNumber(node: XmlNode, pattern: RegExp): number {
  checkElement(node, ['value'])
  const text = attributeOf(node, 'value')
  const value = Number(text)
  if (!pattern.test(text) || !Number.isFinite(value)) refuse(node, `“${shortened(text)}” is no ${node.name}.`)
  return value
}

/** Reads an expression of a definition: its parameters are those that are known there. */
export function expressionIn(node: XmlNode, { path }: Declaration, find: Declarations['find']) {
  return readExpression(
    node,
    (name, at) => find('parameter', name, path)?.id ?? refuse(at, `The parameter ${shortened(name)} is not defined.`),
  )
}
