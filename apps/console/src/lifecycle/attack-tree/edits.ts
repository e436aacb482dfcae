import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { noEffort, type Tree, type TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'

type Steps = ReadonlyMap<string, TreeStep>

export const stepsOf = ({ steps }: Tree): Steps => new Map(steps.map((step) => [step.id, step]))

export function stepOf(tree: Tree, id: string): TreeStep | undefined {
  return tree.steps.find((step) => step.id === id)
}

export function freshId(): string {
  return `s${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
}

export function newStep(title: string, id = freshId()): TreeStep {
  return { id, title, note: '', gate: null, parts: [], effort: noEffort, techniques: [], controls: [], caps: [] }
}

/** A tree with only a root, the attack goal. */
export function newTree(title: string): Tree {
  // always the same id, so that two users who start a tree at the same time start the same tree
  const root = newStep(title.slice(0, 200), 'root')
  return { root: root.id, steps: [root] }
}

/** The tree of an artefact; a new one where it has none yet. */
export const treeIn = ({ fields, title }: Pick<Artefact, 'fields' | 'title'>) =>
  (fields.tree as Tree | null | undefined) ?? newTree(title)

/** The tree with one step changed. */
export function withStep(tree: Tree, id: string, change: Partial<Omit<TreeStep, 'id'>>): Tree {
  return { ...tree, steps: tree.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }
}

/** The ids of all steps below a step, including the step itself. */
export function below(tree: Tree, id: string): ReadonlySet<string> {
  const steps = stepsOf(tree)
  const seen = new Set<string>()
  for (const waiting = [id]; waiting.length > 0;) {
    const next = waiting.pop()!
    if (seen.has(next) || !steps.has(next)) continue
    seen.add(next)
    waiting.push(...steps.get(next)!.parts)
  }
  return seen
}

/** How often a step is used as a part. */
export function usesOf({ steps }: Tree, id: string): number {
  return steps.filter(({ parts }) => parts.includes(id)).length
}

/** Why a step may not become a part of another; undefined if it may (rule TREE-UI-4). */
export function whyNotPart(tree: Tree, id: string, under: string): string | undefined {
  if (below(tree, id).has(under)) return 'A step cannot be a part of itself.'
  return stepOf(tree, under)?.parts.includes(id) ? 'It is a part of this step already.' : undefined
}

/**
 * The tree with one more part of a step, at an index among its parts or after them. A step without parts becomes
 * refined (rule TREE-UI-2).
 */
export function withPart(tree: Tree, under: string, id: string, at?: number): Tree {
  const host = stepOf(tree, under)
  const part = stepOf(tree, id)
  if (!host || !part || whyNotPart(tree, id, under) !== undefined) return tree
  const parts = host.parts.toSpliced(at ?? host.parts.length, 0, id)
  if (host.gate !== null) return withStep(tree, under, { parts })
  const { caps, indicators, ...plain } = host
  const refined = {
    ...tree,
    steps: tree.steps.map((step) => (step.id === under ? { ...plain, caps: [], parts, gate: 'or' as const } : step)),
  }
  const shown = part.indicators ?? indicators
  const effort = isSame(part.effort, noEffort) ? host.effort : part.effort
  return part.gate === null
    ? withStep(refined, id, { effort, caps: [...part.caps, ...caps].slice(0, 20), ...(shown && { indicators: shown }) })
    : refined
}

/** The tree with a new step under another. */
export function withNew(tree: Tree, under: string, step: TreeStep, at?: number): Tree {
  return withPart({ ...tree, steps: [...tree.steps, step] }, under, step.id, at)
}

/** The tree without one use of a step; a step that is no longer used is removed (rule TREE-UI-3). */
export function withoutPart(tree: Tree, under: string, id: string): Tree {
  const host = stepOf(tree, under)
  if (!host) return tree
  const parts = host.parts.filter((part) => part !== id)
  return kept(withStep(tree, under, { parts, gate: parts.length === 0 ? null : host.gate }))
}

/** The tree with a step moved to another parent; it stays where it is if it is a part of that already (TREE-UI-4). */
export function moved(tree: Tree, id: string, from: string, to: string, at?: number): Tree {
  if (from === to) return reordered(tree, from, id, at ?? Infinity)
  if (whyNotPart(tree, id, to) !== undefined) return tree
  return withoutPart(withPart(tree, to, id, at), from, id)
}

/** The tree with a part moved to another index among its siblings. */
export function reordered(tree: Tree, under: string, id: string, at: number): Tree {
  const parts = stepOf(tree, under)?.parts.filter((part) => part !== id) ?? []
  return withStep(tree, under, { parts: parts.toSpliced(Math.max(0, Math.min(parts.length, at)), 0, id) })
}

/** The tree without the steps that cannot be reached from its root. */
function kept(tree: Tree): Tree {
  const reached = below(tree, tree.root)
  return reached.size === tree.steps.length ? tree : { ...tree, steps: tree.steps.filter(({ id }) => reached.has(id)) }
}

/**
 * A connected tree, made of one that may be invalid: missing parts are dropped, and no step is a part of itself (rule
 * TREE-UI-8).
 */
export function repaired(tree: Tree): Tree {
  const steps = stepsOf(tree)
  const root = steps.has(tree.root) ? tree.root : tree.steps[0]!.id
  const parts = new Map<string, string[]>()
  const above = new Set<string>()
  walk(root)
  return { root, steps: tree.steps.filter(({ id }) => parts.has(id)).map((step) => fitting(step, parts.get(step.id)!)) }

  function walk(id: string): void {
    above.add(id)
    const own: string[] = []
    parts.set(id, own)
    for (const part of new Set(steps.get(id)!.parts)) {
      if (!steps.has(part) || above.has(part)) continue
      own.push(part)
      if (!parts.has(part)) walk(part)
    }
    above.delete(id)
  }
}

function fitting(step: TreeStep, parts: string[]): TreeStep {
  const gate = parts.length === 0 ? null : (step.gate ?? 'or')
  return { ...step, parts, gate, caps: gate === null ? step.caps : [] }
}
