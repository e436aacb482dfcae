import { xmlText } from '../../../core/documents/xml-text.ts'
import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import type { Expression, Operation } from '../expression.ts'
import { freeId } from '../join-trees.ts'
import {
  type CommonCauseGroup,
  type FaultNode,
  type GateNode,
  nodeId,
  type Parameter,
  type StoredTree,
} from '../tree.ts'

/**
 * Writes a tree as Open-PSA MEF 2.0d, in one fault tree with this name (rule FTA-37). What is read back is the same
 * tree, but for positions in the editor, AND gates with one input (they become OR) and our own operators: `repairable`
 * and `dormant` become expressions of the same value. A tree that transfers others in is refused: join them first.
 */
export function writeOpenPsa(tree: StoredTree, name: string): Parsed<string> {
  if (!nodeId.safeParse(name).success) return refused(`“${name}” is no name: letters, digits and _, a letter first.`)
  const transfer = tree.nodes.find(({ kind }) => kind === 'transfer')
  if (transfer) return refused(`${transfer.id} is transferred in from another tree.`)
  const { parameters, portable } = portableExpressions(tree.parameters)
  const definitions = [
    ...tree.nodes.map((node) => nodeXml(node, portable)),
    ...tree.groups.map((group) => groupXml(group, portable)),
  ]
  // last: writing the others may have added some
  definitions.push(...parameters.map((one) => parameterXml(one, portable)))
  const missionTime = element('attributes', {}, [attribute('mission-time', String(tree.missionTime))])
  const faultTree = element('define-fault-tree', { name }, inOrder(tree, definitions))
  return parsed(
    `<?xml version="1.0" encoding="UTF-8"?>\n${element('opsa-mef', {}, [missionTime, faultTree]).join('\n')}\n`,
  )
}

/** The top event first: readers take the first gate that is no input. */
function inOrder({ nodes, top }: StoredTree, definitions: readonly Lines[]): Lines[] {
  const at = nodes.findIndex(({ id }) => id === top)
  return [definitions[at]!, ...definitions.filter((_lines, i) => i !== at)]
}

type Lines = readonly string[]
type Portable = (expression: Expression, owner: string) => Expression

function element(name: string, attributes: Readonly<Record<string, string>>, content: readonly Lines[] = []): Lines {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeText(value)}"`)].join(' ')
  if (content.length === 0) return [`<${tag}/>`]
  return [`<${tag}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`]
}

/** Without references, readers would take the ends of lines for spaces. */
const attributeText = (value: string) => xmlText(value).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const attribute = (name: string, value: string) => element('attribute', { name, value })

function definition(
  name: string,
  { id, title, note }: { readonly id: string; readonly title: string; readonly note: string },
  attributes: readonly (readonly [string, string] | undefined)[],
  content: readonly Lines[],
  also: Readonly<Record<string, string>> = {},
): Lines {
  const all = [...attributes, note === '' ? undefined : (['note', note] as const)].filter((one) => one !== undefined)
  return element(name, { name: id, ...also }, [
    ...(title === '' ? [] : [[`<label>${xmlText(title)}</label>`]]),
    ...(all.length === 0
      ? []
      : [
          element(
            'attributes',
            {},
            all.map((one) => attribute(...one)),
          ),
        ]),
    ...content,
  ])
}

function nodeXml(node: FaultNode, portable: Portable): Lines {
  switch (node.kind) {
    case 'gate':
      return definition(
        'define-gate',
        node,
        [node.gate === 'inhibit' ? ['flavor', 'inhibit'] : undefined],
        [formulaXml(node)],
      )
    case 'house':
      return definition('define-house-event', node, [], [element('constant', { value: String(node.state) })])
    case 'basic':
    case 'undeveloped':
    case 'conditioning': {
      const flavor = { basic: undefined, undeveloped: 'undeveloped', conditioning: 'conditional' }[node.kind]
      return definition(
        'define-basic-event',
        node,
        [
          flavor === undefined ? undefined : ['flavor', flavor],
          node.artefact === null ? undefined : ['artefact', node.artefact],
        ],
        node.probability === null ? [] : [expressionXml(portable(node.probability, node.id))],
      )
    }
    case 'transfer':
      throw new Error('transfers are refused before')
  }
}

function formulaXml({ gate, parts, least }: GateNode): Lines {
  const events = parts.map((name) => element('event', { name }))
  if (parts.length === 1 && (gate === 'and' || gate === 'or')) return events[0]!
  if (gate === 'at-least') return element('atleast', { min: String(least) }, events)
  return element(gate === 'inhibit' ? 'and' : gate, {}, events)
}

function groupXml(group: CommonCauseGroup, portable: Portable): Lines {
  const { id, model, members, total, factors, staggered } = group
  const lowest = { 'beta-factor': members.length, MGL: 2, 'alpha-factor': 1, 'phi-factor': 1 }[model]
  return definition(
    'define-CCF-group',
    group,
    [staggered ? ['staggered', 'true'] : undefined],
    [
      element(
        'members',
        {},
        members.map((name) => element('basic-event', { name })),
      ),
      element('distribution', {}, [expressionXml(portable(total, id))]),
      element(
        'factors',
        {},
        factors.map((factor, i) =>
          element('factor', { level: String(lowest + i) }, [expressionXml(portable(factor, id))]),
        ),
      ),
    ],
    { model },
  )
}

function parameterXml(parameter: Parameter, portable: Portable): Lines {
  const unit: Record<string, string> = parameter.unit === null ? {} : { unit: parameter.unit }
  return definition('define-parameter', parameter, [], [expressionXml(portable(parameter.value, parameter.id))], unit)
}

function expressionXml(expression: Expression): Lines {
  if (typeof expression === 'number') return element('float', { value: String(expression) })
  if ('parameter' in expression) return element('parameter', { name: expression.parameter })
  const { op, args } = expression
  const values = args.map(expressionXml)
  const pair = { histogram: 'bin', switch: 'case' }[op]
  if (pair === undefined) return element(op, {}, values)
  const single = op === 'histogram' ? 0 : values.length - 1
  const [first, pairs] = [values[single]!, values.filter((_value, i) => i !== single)]
  const bins = pairs.flatMap((value, i) => (i % 2 === 0 ? [element(pair, {}, [value, pairs[i + 1]!])] : []))
  return element(op, {}, single === 0 ? [first, ...bins] : [...bins, first])
}

/**
 * Replaces our own operators by those of Open-PSA. An uncertain argument that is needed several times becomes a
 * parameter: each mention of a distribution would be another number.
 */
function portableExpressions(all: readonly Parameter[]) {
  const parameters = [...all]
  const taken = new Set(all.map(({ id }) => id))
  const once = (expression: Expression, owner: string): Expression => {
    if (typeof expression === 'number' || 'parameter' in expression) return expression
    const id = freeId(`${owner}_value`, taken)
    parameters.push({ id, title: '', note: '', unit: null, value: expression })
    return { parameter: id }
  }
  const portable: Portable = (expression, owner) => {
    if (typeof expression === 'number' || 'parameter' in expression) return expression
    const args = expression.args.map((each) => portable(each, owner))
    if (expression.op === 'repairable') return { op: 'GLM', args: [0, ...args] }
    if (expression.op !== 'dormant') return { op: expression.op, args }
    return dormantArithmetic(args.map((each) => once(each, owner)))
  }
  return { parameters, portable }
}

const of = (op: string, ...args: Expression[]): Operation => ({ op, args })

/** `dormant` of event-models.ts in arithmetic. */
function dormantArithmetic([rate, interval, repairTime = 0, coverage = 1]: readonly Expression[]): Expression {
  const covered = coverage === 1 ? rate! : of('mul', coverage, rate!)
  const found = [averageUntil(covered, interval!)]
  if (repairTime !== 0)
    found.push(of('mul', of('sub', 1, survival(covered, interval!)), of('div', repairTime, interval!)))
  if (coverage !== 1) found.push(averageUntil(of('mul', of('sub', 1, coverage), rate!), of('system-mission-time')))
  return of('min', 1, found.length === 1 ? found[0]! : of('add', ...found))
}

const survival = (rate: Expression, time: Expression) => of('exp', of('neg', of('mul', rate, time)))

/** 1 - (1 - exp(-x))/x with x = rate·time, and by its series where that would lose its digits. */
function averageUntil(rate: Expression, time: Expression): Expression {
  const x = of('mul', rate, time)
  const exact = of('sub', 1, of('div', of('sub', 1, survival(rate, time)), x))
  const series = of('sub', of('div', x, 2), of('div', of('mul', x, x), 6))
  return of('ite', of('lt', x, 1e-4), series, exact)
}
