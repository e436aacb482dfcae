import type { FaultGate, FaultTree, Probabilities } from '../../graph/fault-tree/fault-tree.ts'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { expandGroup, sharesOf, whyNotShares } from './common-causes.ts'
import { evaluate, type Evaluation, isUncertain, parametersIn, pointValue } from './expression.ts'
import { joinTrees, type Origin } from './join-trees.ts'
import type { Random } from './random.ts'
import type { CommonCauseGroup, EventNode, Tree } from './tree.ts'

/** Where a name of the computed tree comes from. */
export type Source =
  | { readonly is: 'node'; readonly origin: Origin }
  /** A combination of the members of a common-cause group, which are nodes. */
  | { readonly is: 'common-cause'; readonly group: string; readonly members: readonly Origin[] }

/** A tree as the engine computes it. Its names are ids of nodes, or combinations such as `[P1 P2]`. */
export interface ExpandedTree {
  readonly tree: FaultTree
  /** With every uncertain number at its mean. Basic events of `unknown` are not among them. */
  readonly probabilities: Probabilities
  /** Basic events without a probability: if there are any, only cut sets can be computed. */
  readonly unknown: readonly string[]
  readonly sources: ReadonlyMap<string, Source>
  /** Basic events whose probability is uncertain; `draw` fills in one Monte Carlo trial of them, in this order. */
  readonly uncertain: readonly string[]
  /** Probabilities outside of 0 to 1 are not cut here. */
  readonly draw: (random: Random) => Float64Array
}

/**
 * The tree of an artefact with those that it transfers in, `trees` by uuid, as the engine takes it (rules FTA-20 and
 * FTA-25 to FTA-27); or why it can't be computed.
 */
export function expandTree(top: string, trees: ReadonlyMap<string, Tree>): Parsed<ExpandedTree> {
  const joined = joinTrees(top, trees)
  if (!joined.ok) return joined
  const { tree: drawn, origins } = joined.value
  const { tree, groups, sources } = faultTreeOf(drawn, origins)
  const values = valuesOf(drawn, groups)
  const evaluationWith = evaluationsOf(drawn)
  const events = [...sources.keys()].filter((name) => !tree.gates.has(name) && !tree.house.has(name))
  const point = pointValuesOf(events, values, evaluationWith())
  if (!point.ok) return point
  const uncertain = events.filter((name) => values.isUncertain(name))
  return parsed({
    tree,
    ...point.value,
    sources,
    uncertain,
    draw: (random) => {
      const valueOf = values.trial(evaluationWith(random))
      return Float64Array.from(uncertain, (name) => valueOf(name)!)
    },
  })
}

interface GroupEvent {
  readonly group: CommonCauseGroup
  readonly level: number
}

/** The gates, house events and sources of all that is below the top event. */
function faultTreeOf(drawn: Tree, origins: ReadonlyMap<string, Origin>) {
  const gates = new Map<string, FaultGate>()
  const house = new Map<string, boolean>()
  const groups = new Map<string, GroupEvent>()
  const all = new Map<string, Source>()
  for (const node of drawn.nodes) {
    all.set(node.id, { is: 'node', origin: origins.get(node.id)! })
    if (node.kind === 'gate') {
      const { gate, parts, least } = node
      gates.set(node.id, least === undefined ? { gate, parts } : { gate, parts, least })
    } else if (node.kind === 'house') house.set(node.id, node.state)
  }
  for (const group of drawn.groups) {
    const expanded = expandGroup(group)
    for (const [member, gate] of expanded.gates) gates.set(member, gate)
    for (const { name, members, level } of expanded.events) {
      groups.set(name, { group, level })
      all.set(name, { is: 'common-cause', group: group.id, members: members.map((member) => origins.get(member)!) })
    }
  }
  const used = new Set([drawn.top])
  for (const name of used) for (const part of gates.get(name)?.parts ?? []) used.add(part)
  const inUse = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([name]) => used.has(name)))
  const tree: FaultTree = { top: drawn.top, gates: inUse(gates), house: inUse(house) }
  return { tree, groups, sources: inUse(all) }
}

/** The numbers that a tree's expressions are evaluated with; a parameter has one value, wherever it is used. */
function evaluationsOf({ missionTime, parameters }: Tree): (random?: Random) => Evaluation {
  const byId = new Map(parameters.map(({ id, value }) => [id, value]))
  return (random) => {
    const known = new Map<string, number>()
    const evaluation: Evaluation = {
      missionTime,
      ...(random && { random }),
      parameter: (id) => {
        const value = known.get(id) ?? evaluate(byId.get(id)!, evaluation)
        known.set(id, value)
        return value
      },
    }
    return evaluation
  }
}

/** How the probability of each basic event follows from its node, or from its common-cause group. */
function valuesOf(drawn: Tree, groups: ReadonlyMap<string, GroupEvent>) {
  const nodes = new Map(
    drawn.nodes.flatMap((node): [string, EventNode][] => ('probability' in node ? [[node.id, node]] : [])),
  )
  const parameters = new Map(drawn.parameters.map((parameter) => [parameter.id, parameter]))
  const uncertain = new Set<string>()
  const isUncertainIn = (expression: EventNode['probability']): boolean =>
    expression !== null && (isUncertain(expression) || parametersIn(expression).some((name) => uncertain.has(name)))
  // a parameter that depends on an uncertain one is uncertain, too, in whichever order they stand
  for (let before = -1; before < uncertain.size;) {
    before = uncertain.size
    for (const [id, { value }] of parameters) if (isUncertainIn(value)) uncertain.add(id)
  }
  return {
    expressionsOf: (name: string) => {
      const member = groups.get(name)
      if (member) return [member.group.total, ...member.group.factors]
      const probability = nodes.get(name)?.probability ?? null
      return probability === null ? [] : [probability]
    },
    groupOf: (name: string) => groups.get(name)?.group,
    isUncertain: (name: string) => {
      const group = groups.get(name)?.group
      return group ? [group.total, ...group.factors].some(isUncertainIn) : isUncertainIn(nodes.get(name)!.probability)
    },
    isKnown: (name: string) => groups.has(name) || nodes.get(name)!.probability !== null,
    /** One evaluation of all: the total and the factors of a group are drawn once for all of its events. */
    trial: (evaluation: Evaluation) => {
      const shared = new Map<CommonCauseGroup, readonly number[]>()
      return (name: string): number | undefined => {
        const member = groups.get(name)
        if (member === undefined) {
          const { probability } = nodes.get(name)!
          return probability === null ? undefined : evaluate(probability, evaluation)
        }
        const { group, level } = member
        let probabilities = shared.get(group)
        if (probabilities === undefined) {
          const total = evaluate(group.total, evaluation)
          const factors = group.factors.map((each) => evaluate(each, evaluation))
          probabilities = sharesOf(group, factors).map((share) => share * total)
          shared.set(group, probabilities)
        }
        return probabilities[level]
      }
    },
  }
}

function pointValuesOf(events: readonly string[], values: ReturnType<typeof valuesOf>, evaluation: Evaluation) {
  const valueOf = values.trial(evaluation)
  const probabilities = new Map<string, number>()
  const unknown: string[] = []
  for (const name of events) {
    if (!values.isKnown(name)) {
      unknown.push(name)
      continue
    }
    for (const expression of values.expressionsOf(name)) {
      const checked = pointValue(expression, evaluation)
      if (!checked.ok) return refused(`The probability of ${name} is not computed: ${checked.reason}.`)
    }
    const group = values.groupOf(name)
    const why =
      group &&
      whyNotShares(
        group.model,
        group.factors.map((each) => evaluate(each, evaluation)),
      )
    if (why !== undefined) return refused(`The common-cause group ${group!.id} is not computed: ${why}.`)
    const value = valueOf(name)!
    if (!(value >= 0 && value <= 1))
      return refused(`The probability of ${name} would be ${value}: it must be from 0 to 1.`)
    probabilities.set(name, value)
  }
  return parsed({ probabilities, unknown })
}
