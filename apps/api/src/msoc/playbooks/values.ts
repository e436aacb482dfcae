import type { Org } from '@carapace/shared/core/owned'
import { parsePath, parseTemplate } from '@carapace/shared/msoc/playbooks/expressions'
import type { ReadGraph } from '@carapace/shared/msoc/playbooks/graph'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { partsOf, pathsAround } from '@carapace/shared/msoc/playbooks/run-state'
import { textsOf } from '@carapace/shared/msoc/playbooks/settings-texts'
import type { Values } from '@carapace/shared/msoc/playbooks/evaluate'
import type { Tx } from '../../core/db.ts'
import { type RunRow, stepsRead, type StepRow } from './engine.queries.ts'

/**
 * What the expressions of a node read in one iteration: only the steps that they name are loaded, so that a run of a
 * thousand nodes needs no more memory than one of ten.
 */
export async function valuesFor(
  tx: Tx,
  org: Org,
  { run, graph, node, path }: { run: RunRow; graph: ReadGraph; node: PlaybookNode; path: string },
): Promise<Values> {
  const names = namesRead(node)
  const setters = names.variables.length > 0 ? settersIn(graph) : []
  const loops = names.items ? partsOf(path).map(({ loop }) => loop) : []
  const steps = await stepsRead(
    tx,
    org,
    run.uuid,
    [...new Set([...names.nodes, ...setters, ...loops])],
    pathsAround(path),
  )
  return {
    ...constantValues(run),
    nodes: Object.fromEntries(steps.map((step) => [step.node, step.output])),
    vars: variablesOf(steps, setters),
    ...(names.items && itemsOf(steps, path)),
  }
}

/** What every node of a run can read. */
export function constantValues(run: RunRow): Values {
  return {
    ...run.data,
    run: { uuid: run.uuid, number: run.number, started_by: run.startedBy, started_at: run.createdAt.toISOString() },
    playbook: { name: run.playbook, version: run.version },
  }
}

/** The names of nodes and variables in a node's expressions, and whether it reads items. */
function namesRead(node: PlaybookNode) {
  const paths = textsOf(node).flatMap(({ kind, text }) =>
    kind === 'path'
      ? [parsePath(text).path]
      : parseTemplate(text).flatMap((part) => (typeof part === 'string' ? [] : [part.path])),
  )
  const second = (first: string) =>
    paths.flatMap(([root, name]) => (root === first && name !== undefined ? [name] : []))
  return {
    nodes: second('nodes'),
    variables: second('vars'),
    items: paths.some(([root]) => root === 'item' || root === 'items' || root === 'index'),
  }
}

function settersIn({ nodes }: ReadGraph): string[] {
  return [...nodes.values()].filter(({ type }) => type === 'set').map(({ id }) => id)
}

/** The variables that were set, each as it was set last: steps are in the order in which they began. */
function variablesOf(steps: readonly StepRow[], setters: readonly string[]): Record<string, unknown> {
  const set = steps.filter(({ node }) => setters.includes(node))
  return Object.assign({}, ...set.map(({ output }) => output ?? {})) as Record<string, unknown>
}

/** The items of the iterations of a path. A for-each keeps its list in its input. */
function itemsOf(steps: readonly StepRow[], path: string): Values {
  const parts = partsOf(path)
  const found = parts.map(({ loop, index }) => {
    const items = (steps.find(({ node }) => node === loop)?.input as { items?: unknown[] } | null)?.items
    return [loop, items?.[index]] as const
  })
  return { items: Object.fromEntries(found), item: found.at(-1)?.[1], index: parts.at(-1)?.index }
}
