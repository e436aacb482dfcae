import type { FaultGate, FaultTree, Probabilities } from '../../graph/fault-tree/fault-tree.ts'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { expandGroup, sharesOf, whyNotShares } from './common-causes.ts'
import { compile, type Evaluation, type Expression, isUncertain, parametersIn, pointValue } from './expression.ts'
import { type IntensityModel, intensityModels } from './intensity.ts'
import { joinTrees, type Origin } from './join-trees.ts'
import { type Occurrence, occurrenceOf } from './occurrence.ts'
import type { Random } from './random.ts'
import type { CommonCauseGroup, StoredTree } from './tree.ts'

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
  /** How the basic events occur in time, or why that is not known. All must have a probability. */
  readonly occurrence: () => Parsed<Occurrence>
}

/**
 * The tree of an artefact with those that it transfers in, `trees` by uuid, as the engine takes it (rules FTA-20 and
 * FTA-25 to FTA-27); or why it can't be computed.
 */
export function expandTree(top: string, trees: ReadonlyMap<string, StoredTree>): Parsed<ExpandedTree> {
  const joined = joinTrees(top, trees)
  if (!joined.ok) return joined
  const { tree: drawn, origins } = joined.value
  const { tree, groups, sources } = faultTreeOf(drawn, origins)
  const models = modelsOf(drawn, groups)
  const evaluationWith = evaluationsOf(drawn)
  const events = [...sources.keys()].filter((name) => !tree.gates.has(name) && !tree.house.has(name))
  const point = pointValuesOf(events, models, evaluationWith())
  if (!point.ok) return point
  const uncertain = events.filter((name) => models.get(name)?.isUncertain)
  const evaluators = uncertain.map((name) => models.get(name)!.evaluate)
  return parsed({
    tree,
    ...point.value,
    sources,
    uncertain,
    draw: (random) => {
      const evaluation = evaluationWith({ random })
      const drawn = new Float64Array(evaluators.length)
      for (let i = 0; i < drawn.length; i++) drawn[i] = evaluators[i]!(evaluation)
      return drawn
    },
    occurrence: () => occurrenceOf(events, models, (time) => evaluationWith({ missionTime: time })),
  })
}

interface GroupEvent {
  readonly group: CommonCauseGroup
  readonly level: number
}

/** The gates, house events and sources of all that is below the top event. */
function faultTreeOf(drawn: StoredTree, origins: ReadonlyMap<string, Origin>) {
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

/** What a tree's expressions are evaluated with; a parameter has one value in one evaluation. */
function evaluationsOf({
  missionTime,
  parameters,
}: StoredTree): (other?: Partial<Pick<Evaluation, 'missionTime' | 'random'>>) => Evaluation {
  const byId = new Map(parameters.map(({ id, value }) => [id, compile(value)]))
  return (other) => {
    const known = new Map<string, number>()
    const evaluation: Evaluation = {
      missionTime,
      ...other,
      parameter: (id) => {
        const value = known.get(id) ?? byId.get(id)!(evaluation)
        known.set(id, value)
        return value
      },
    }
    return evaluation
  }
}

/** How the probability of a basic event follows from its node, or from its common-cause group. */
interface EventModel {
  readonly evaluate: (evaluation: Evaluation) => number
  readonly expressions: readonly Expression[]
  readonly isUncertain: boolean
  readonly intensity: Parsed<IntensityModel>
  readonly group?: CommonCauseGroup
}

/** The models of all events that have one. */
function modelsOf(drawn: StoredTree, groups: ReadonlyMap<string, GroupEvent>): ReadonlyMap<string, EventModel> {
  const uncertain = uncertainParameters(drawn)
  const isUncertainIn = (expression: Expression) =>
    isUncertain(expression) || parametersIn(expression).some((name) => uncertain.has(name))
  const intensityOf = intensityModels(drawn.parameters)
  const ofGroups = new Map(
    drawn.groups.map((group) => [
      group,
      { sharesIn: groupShares(group), intensity: groupIntensity(group, intensityOf) },
    ]),
  )
  const models = new Map<string, EventModel>()
  for (const node of drawn.nodes) {
    if (!('probability' in node) || node.probability === null) continue
    const { id, probability } = node
    models.set(id, {
      evaluate: compile(probability),
      expressions: [probability],
      isUncertain: isUncertainIn(probability),
      intensity: intensityOf(probability),
    })
  }
  for (const [name, { group, level }] of groups) {
    const expressions = [group.total, ...group.factors]
    const { sharesIn, intensity } = ofGroups.get(group)!
    models.set(name, {
      evaluate: (evaluation) => {
        const { total, shares } = sharesIn(evaluation)
        return shares[level]! * total
      },
      expressions,
      isUncertain: expressions.some(isUncertainIn),
      intensity: intensity.ok
        ? parsed(sharedIntensity(intensity.value, (evaluation) => sharesIn(evaluation).shares[level]!))
        : intensity,
      group,
    })
  }
  return models
}

/** Parameters that depend on chance themselves, or through others, in whichever order they stand. */
function uncertainParameters({ parameters }: StoredTree): ReadonlySet<string> {
  const uncertain = new Set<string>()
  for (let before = -1; before < uncertain.size;) {
    before = uncertain.size
    for (const { id, value } of parameters)
      if (isUncertain(value) || parametersIn(value).some((name) => uncertain.has(name))) uncertain.add(id)
  }
  return uncertain
}

/**
 * The total probability of a group, and the share of it that its combinations have, by level: both are drawn once in an
 * evaluation.
 */
function groupShares(group: CommonCauseGroup) {
  const totalOf = compile(group.total)
  const factors = group.factors.map(compile)
  let last: { readonly evaluation: Evaluation; readonly total: number; readonly shares: readonly number[] } | undefined
  return (evaluation: Evaluation) => {
    if (last?.evaluation !== evaluation) {
      const shares = sharesOf(
        group,
        factors.map((factor) => factor(evaluation)),
      )
      last = { evaluation, total: totalOf(evaluation), shares }
    }
    return last
  }
}

/** The intensity that belongs to the total probability of a group. */
function groupIntensity(
  { total, factors }: CommonCauseGroup,
  intensityOf: (expression: Expression) => Parsed<IntensityModel>,
): Parsed<IntensityModel> {
  const varies = factors.some((factor) => {
    const own = intensityOf(factor)
    return !own.ok || !own.value.isConstant
  })
  return varies ? refused('a factor of its group depends on the mission time') : intensityOf(total)
}

/** A combination of a group's members has the same share of its failures as of its probability. */
function sharedIntensity(total: IntensityModel, shareIn: (evaluation: Evaluation) => number): IntensityModel {
  return {
    ...total,
    intensity: (evaluation) => {
      const share = shareIn(evaluation)
      const { failures, repairs } = total.intensity(evaluation)
      return { failures: share * failures, repairs: repairs === undefined ? undefined : share * repairs }
    },
  }
}

function pointValuesOf(
  events: readonly string[],
  models: ReadonlyMap<string, EventModel>,
  evaluation: Evaluation,
): Parsed<{ readonly probabilities: Probabilities; readonly unknown: readonly string[] }> {
  const probabilities = new Map<string, number>()
  for (const name of events) {
    const model = models.get(name)
    if (model === undefined) continue
    const values: number[] = []
    for (const expression of model.expressions) {
      const value = pointValue(expression, evaluation)
      if (!value.ok) return refused(`The probability of ${name} is not computed: ${value.reason}.`)
      values.push(value.value)
    }
    const why = model.group && whyNotShares(model.group.model, values.slice(1))
    if (why !== undefined) return refused(`The common-cause group ${model.group!.id} is not computed: ${why}.`)
    const value = model.evaluate(evaluation)
    if (!(value >= 0 && value <= 1))
      return refused(`The probability of ${name} would be ${value}: it must be from 0 to 1.`)
    probabilities.set(name, value)
  }
  return parsed({ probabilities, unknown: events.filter((name) => !models.has(name)) })
}
