import type { XmlNode } from '../../../core/documents/xml-tree.ts'
import { type CommonCauseGroup, type CommonCauseModel, commonCauseModels } from '../tree.ts'
import { type Declaration, type Declarations, wordsOf } from './declarations.ts'
import { expressionIn } from './read-expression.ts'
import { attributeOf, checkElement, onlyChild, optionalAttribute, refuse, shortened } from './xml.ts'

function partOf({ node, content }: Declaration, name: string): XmlNode {
  const found = content.filter((child) => child.name === name)
  if (found.length !== 1) refuse(node, `<${node.name}> takes one <${name}>, and has ${found.length}.`)
  checkElement(found[0]!, [])
  return found[0]!
}

/** The members of a common-cause group. */
export function membersOf(one: Declaration): readonly XmlNode[] {
  const { children } = partOf(one, 'members')
  const odd = children.find(({ name }) => name !== 'basic-event')
  return odd ? refuse(odd, `<${shortened(odd.name)}> is not read among members.`) : children
}

/** The common-cause groups (Open-PSA MEF 2.0d, 6.1); `undefinedEvents` has ids of events without a definition. */
export function groupsOf(declarations: Declarations, undefinedEvents: ReadonlyMap<string, string>): CommonCauseGroup[] {
  const { all, find } = declarations
  return all
    .filter(({ kind }) => kind === 'CCF-group')
    .map((one) => {
      const { node, content, path, attributes } = one
      const odd = content.find(({ name }) => !['members', 'distribution', 'factors', 'factor'].includes(name))
      if (odd) refuse(odd, `<${shortened(odd.name)}> is not read in a common-cause group.`)
      const model = attributeOf(node, 'model')
      if (!isModel(model)) refuse(node, `The common-cause model “${shortened(model)}” is not read.`)
      const staggered = attributes.get('staggered') ?? 'false'
      if (staggered !== 'true' && staggered !== 'false')
        refuse(node, 'The attribute staggered is neither true nor false.')
      const distribution = partOf(one, 'distribution')
      return {
        id: one.id,
        ...wordsOf(one),
        model,
        members: membersOf(one).map((member) => {
          const name = attributeOf(member, 'name')
          return find('event', name, path)?.id ?? undefinedEvents.get(name)!
        }),
        total: expressionIn(onlyChild(distribution, distribution.children, 'expression'), one, find),
        factors: factorsOf(one, model).map((factor) =>
          expressionIn(onlyChild(factor, factor.children, 'expression'), one, find),
        ),
        staggered: staggered === 'true',
      }
    })
}

const isModel = (model: string): model is CommonCauseModel => (commonCauseModels as readonly string[]).includes(model)

/** The factors by level. One without a level follows the one before it. */
function factorsOf(one: Declaration, model: CommonCauseModel): XmlNode[] {
  const single = one.content.filter(({ name }) => name === 'factor')
  const factors = single.length > 0 ? single : partOf(one, 'factors').children
  const members = membersOf(one).length
  if (members < 2) refuse(one.node, `A common-cause group needs two events or more: ${one.name} has ${members}.`)
  const lowest = { 'beta-factor': members, MGL: 2, 'alpha-factor': 1, 'phi-factor': 1 }[model]
  const byLevel = new Map<number, XmlNode>()
  let next = lowest
  for (const factor of factors) {
    if (factor.name !== 'factor') refuse(factor, `<${shortened(factor.name)}> is not read among factors.`)
    checkElement(factor, ['level'])
    const text = optionalAttribute(factor, 'level')
    if (text !== undefined && !/^\d{1,3}$/.test(text)) refuse(factor, `“${shortened(text)}” is no level.`)
    const level = text === undefined ? next : Number(text)
    if (level < lowest || level > members)
      refuse(factor, `${model} with ${members} members has no factor of level ${level}.`)
    if (byLevel.has(level)) refuse(factor, `There are two factors of level ${level}.`)
    byLevel.set(level, factor)
    next = level + 1
  }
  const levels = [...byLevel.keys()].sort((a, b) => a - b)
  const gap = levels.findIndex((level, i) => level !== lowest + i)
  if (gap >= 0) refuse(one.node, `${one.name} has no factor of level ${lowest + gap}.`)
  return levels.map((level) => byLevel.get(level)!)
}
