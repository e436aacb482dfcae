import { type CutSet, type Gate, minimalCutSets } from '../../graph/artefacts/cut-sets.ts'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { Tree, type TreeStep } from './tree.ts'

/**
 * The maximum number of paths of a tree, and of nodes of the decision diagram that finds them (rule TREE-4): more would
 * block the other callers.
 */
export const mostPaths = 2_000
const mostTried = 100_000

/** The paths to each step of a tree, by its id: minimal sufficient sets of steps. */
export type Paths = ReadonlyMap<string, readonly CutSet[]>

/**
 * The paths to every step of a tree, or why the tree is not valid (rules TREE-1 to TREE-6). A refined step with
 * controls is itself part of every path through it: the attacker must overcome the controls in addition to its parts.
 */
export function pathsOf(tree: Tree): Parsed<Paths> {
  const steps = new Map(tree.steps.map((step) => [step.id, step]))
  const why =
    whyNotNamed(tree, steps) ??
    tree.steps.map(whyNotStep).find((reason) => reason !== undefined) ??
    whyNotReached(tree, steps)
  if (why !== undefined) return refused(why)
  const found = minimalCutSets(nodeOf(steps.get(tree.root)!), gatesOf(tree, steps), { most: mostPaths, mostTried })
  if (!found.ok)
    return refused(
      `The tree has more than ${mostPaths.toLocaleString('en')} paths, or too many ways to combine its steps. ` +
        'Split it, or refine less.',
    )
  return parsed(new Map(tree.steps.map((step) => [step.id, found.value.get(nodeOf(step))!])))
}

/** Why a tree is not valid; undefined: it is valid (rules TREE-1 to TREE-4). */
export function whyNotTree(tree: Tree): string | undefined {
  const found = pathsOf(tree)
  return found.ok ? undefined : found.reason
}

/** A valid tree, which may be stored. */
export const WholeTree = Tree.superRefine((tree, context) => {
  const message = whyNotTree(tree)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

type Steps = ReadonlyMap<string, TreeStep>

function whyNotNamed({ root, steps: all }: Tree, steps: Steps): string | undefined {
  if (steps.size < all.length)
    return `Two steps are called ${all.find(({ id }, i) => all.findIndex((other) => other.id === id) < i)!.id}.`
  if (!steps.has(root)) return `The root, ${root}, is not among the steps.`
  for (const { id, parts } of all) {
    const missing = parts.find((part) => !steps.has(part))
    if (missing !== undefined) return `${id} has ${missing} as a part, which is not there.`
  }
  return undefined
}

function whyNotStep({ id, gate, parts, caps }: TreeStep): string | undefined {
  if (gate !== null && parts.length === 0) return `${id} is refined, but has no parts.`
  if (gate === null && parts.length > 0) return `${id} has parts: say whether all of them are needed, or any one.`
  return gate !== null && caps.length > 0 ? `${id} is refined: assumptions are made about its parts.` : undefined
}

/** Walks from the root: no step may be a part of itself, and every step must be reached; undefined: it is so. */
function whyNotReached({ root, steps: all }: Tree, steps: Steps): string | undefined {
  const done = new Set<string>()
  const above = new Set<string>()
  function cycleAt(id: string): string | undefined {
    if (above.has(id)) return id
    if (done.has(id)) return undefined
    above.add(id)
    for (const part of steps.get(id)!.parts) {
      const found = cycleAt(part)
      if (found !== undefined) return found
    }
    above.delete(id)
    done.add(id)
    return undefined
  }
  const cycle = cycleAt(root)
  if (cycle !== undefined) return `${cycle} would be a part of itself.`
  const unreachable = all.find(({ id }) => !done.has(id))
  return unreachable && `${unreachable.id} leads nowhere: it is no part of any step that leads to the root.`
}

/**
 * The name of a step among the gates: a refined step is not itself a basic event, but its controls may add a basic
 * event of its name.
 */
const nodeOf = ({ id, gate }: TreeStep) => (gate === null ? id : `${id}:`)

function gatesOf(tree: Tree, steps: Steps): ReadonlyMap<string, Gate> {
  return new Map(
    tree.steps.flatMap((step): [string, Gate][] => {
      if (step.gate === null) return []
      const refined: Gate = { gate: step.gate, parts: step.parts.map((part) => nodeOf(steps.get(part)!)) }
      if (step.controls.length === 0) return [[nodeOf(step), refined]]
      return [
        [nodeOf(step), { gate: 'and', parts: [`${step.id}:parts`, step.id] }],
        [`${step.id}:parts`, refined],
      ]
    }),
  )
}
