import { entries, type ReadGraph } from './graph.ts'

/**
 * The rules by which a run goes on, without I/O and without a clock. A scope is the whole graph, or one iteration of a
 * for-each; each node runs at most once in it. A node waits until all edges that lead to it are decided. It starts if
 * one of them was taken, and is skipped if none was (rules PLAYBOOK-10 to PLAYBOOK-13).
 */
export interface ScopeStep {
  readonly node: string
  /** Whether it has ended: only then its edges are decided. */
  readonly ended: boolean
  /** The way out; null: none. */
  readonly port: string | null
}

export interface Scope {
  /** The for-each whose iteration it is; null: the whole graph. */
  readonly loop: string | null
}

export interface Decision {
  /** The nodes to start now, in the order of the graph. */
  readonly start: readonly string[]
  /** The nodes on no way that was taken. */
  readonly skipped: readonly string[]
  /** Whether nothing is left to do in the scope. */
  readonly isOver: boolean
}

/** The nodes that belong to a scope itself, without those of for-each inside it, in the order of the graph. */
export function nodesIn({ order, loopsOf }: ReadGraph, { loop }: Scope): string[] {
  return order.filter((id) => (loopsOf.get(id)!.at(-1) ?? null) === loop)
}

/** What follows from the steps of a scope. */
export function decide(graph: ReadGraph, scope: Scope, steps: readonly ScopeStep[]): Decision {
  const byNode = new Map(steps.map((step) => [step.node, step]))
  const firsts = new Set(firstOf(graph, scope))
  const skipped = new Set<string>()
  const start: string[] = []
  let isActive = false
  for (const id of nodesIn(graph, scope)) {
    const step = byNode.get(id)
    if (step) {
      isActive ||= !step.ended
      continue
    }
    const edges = (graph.into.get(id) ?? []).filter(({ from }) => from !== scope.loop)
    const isDecided = edges.every(({ from }) => skipped.has(from) || byNode.get(from)?.ended)
    const isTaken =
      firsts.has(id) || edges.some(({ from, port }) => byNode.get(from)?.ended && byNode.get(from)!.port === port)
    if (!isDecided) isActive = true
    else if (isTaken) start.push(id)
    else skipped.add(id)
  }
  return { start, skipped: [...skipped], isOver: !isActive && start.length === 0 }
}

/** The nodes with which a scope begins. */
function firstOf(graph: ReadGraph, { loop }: Scope): string[] {
  if (loop === null) return entries(graph)
  return (graph.outOf.get(loop) ?? []).filter(({ port }) => port === 'each').map(({ to }) => to)
}

/** The path of an iteration: `outer[2]/inner[0]`. */
export function iterationPath(path: string, loop: string, index: number): string {
  return `${path === '' ? '' : `${path}/`}${loop}[${index}]`
}

export interface PathPart {
  readonly loop: string
  readonly index: number
  /** The path up to and including this part. */
  readonly path: string
}

/** The iterations of a path, the outermost first. */
export function partsOf(path: string): PathPart[] {
  if (path === '') return []
  let until = ''
  return path.split('/').map((part) => {
    until = until === '' ? part : `${until}/${part}`
    const [, loop, index] = /^([a-z][a-z0-9_]*)\[(\d+)\]$/.exec(part)!
    return { loop: loop!, index: Number(index), path: until }
  })
}

/** The scope with this path. */
export function scopeOf(path: string): Scope {
  return { loop: partsOf(path).at(-1)?.loop ?? null }
}

/** This path and those of the scopes around it, the innermost first: where a node's expressions look for steps. */
export function pathsAround(path: string): string[] {
  return ['', ...partsOf(path).map((part) => part.path)].reverse()
}

/** Seconds until attempt `attempt` + 1 after a failure; undefined: no further attempt is made (rule PLAYBOOK-14). */
export function retryAfter(
  retry: { readonly times: number; readonly after_seconds: number } | undefined,
  attempt: number,
): number | undefined {
  if (!retry || attempt > retry.times) return undefined
  return Math.min(86_400, retry.after_seconds * 2 ** (attempt - 1))
}
