import { expressionProblems } from './check-expressions.ts'
import { entries, reachedFrom, type ReadGraph, readGraph } from './graph.ts'
import { isNodeType, nodeSettings, type NodeType } from './node-settings.ts'
import { portsOf } from './node-types.ts'
import { bounds, type PlaybookGraph, type PlaybookNode, type Problem, type Trigger } from './playbook.ts'

/** Most mistakes that are returned. */
const mostProblems = 200

/**
 * The mistakes of a playbook, so far as the graph alone shows them (rules PLAYBOOK-3 to PLAYBOOK-9). A graph without
 * mistakes runs: each setting is complete, each path can be read, and nothing reaches a vehicle without an approval.
 */
export function checkGraph(graph: PlaybookGraph, trigger: Trigger): Problem[] {
  const structure = structureProblems(graph)
  const read = readGraph(graph)
  const problems = [
    ...structure,
    ...graph.nodes.flatMap(settingProblems),
    // ways and expressions only mean something in a graph that is one
    ...(structure.length > 0 ? [] : [...wayProblems(read), ...approvalProblems(read)]),
    ...(structure.length > 0 ? [] : graph.nodes.flatMap((node) => expressionProblems(read, trigger, node))),
  ]
  return problems.slice(0, mostProblems)
}

const at = (node: string | null, message: string, field: string | null = null): Problem => ({ node, field, message })

function structureProblems({ nodes, edges }: PlaybookGraph): Problem[] {
  const problems: Problem[] = []
  const byId = new Map<string, PlaybookNode>()
  for (const node of nodes) {
    if (byId.has(node.id)) problems.push(at(node.id, `Two nodes have the name "${node.id}".`))
    byId.set(node.id, node)
  }
  for (const { from, port, to } of edges) {
    const source = byId.get(from)
    if (!source) problems.push(at(null, `An edge begins at "${from}", which does not exist.`))
    else if (!byId.has(to)) problems.push(at(from, `An edge leads to "${to}", which does not exist.`))
    else if (!portsOf(source).includes(port)) problems.push(at(from, `This node has no way out "${port}".`))
  }
  const seen = new Set<string>()
  for (const edge of edges) {
    const key = `${edge.from} ${edge.port} ${edge.to}`
    if (seen.has(key)) problems.push(at(edge.from, `Two edges lead from "${edge.port}" to "${edge.to}".`))
    seen.add(key)
  }
  return problems
}

function settingProblems({ id, type, settings }: PlaybookNode): Problem[] {
  if (!isNodeType(type)) return [at(id, `There is no type of node "${type}".`)]
  const { error } = nodeSettings[type].safeParse(settings)
  const mistakes = (error?.issues ?? []).map(({ path, message }) => at(id, message, String(path[0] ?? '') || null))
  return [...mistakes, ...switchProblems(id, type, settings)]
}

function switchProblems(id: string, type: NodeType, settings: PlaybookNode['settings']): Problem[] {
  const ports = type === 'switch' ? portsOf({ type, settings }) : []
  const twice = ports.find((port, index) => ports.indexOf(port) !== index)
  return twice === undefined ? [] : [at(id, `Two cases have the name "${twice}".`, 'cases')]
}

/** Cycles, nodes that nothing reaches, and edges into or out of a for-each. */
function wayProblems(graph: ReadGraph): Problem[] {
  const { nodes, order, outOf, loopsOf } = graph
  const ordered = new Set(order)
  const inCycle = [...nodes.keys()].filter((id) => !ordered.has(id))
  if (inCycle.length > 0) return inCycle.map((id) => at(id, 'This node is in a cycle, or behind one.'))
  return [
    ...unreachable(graph),
    ...[...outOf.values()].flat().flatMap((edge) => crossing(edge, graph)),
    ...tooDeep(loopsOf),
  ]
}

function unreachable(graph: ReadGraph): Problem[] {
  const first = entries(graph)
  const alone = first.filter((id) => first.length > 1 && !graph.outOf.has(id))
  return alone.map((id) => at(id, 'Nothing leads to this node, and nothing follows it. Connect it or delete it.'))
}

function crossing(
  { from, port, to }: { from: string; port: string; to: string },
  { loopsOf, nodes }: ReadGraph,
): Problem[] {
  const isInto = nodes.get(from)!.type === 'for_each' && port === 'each'
  const source = isInto ? [...loopsOf.get(from)!, from] : loopsOf.get(from)!
  const target = loopsOf.get(to)!
  if (source.join(' ') === target.join(' ')) return []
  return [at(from, `The edge to "${to}" leads into a for-each or out of one. Use its "each" and "done".`)]
}

function tooDeep(loopsOf: ReadGraph['loopsOf']): Problem[] {
  const deep = [...loopsOf].find(([, loops]) => loops.length > bounds.depth)
  return deep ? [at(deep[0], `For-each nodes can be at most ${bounds.depth} deep.`)] : []
}

/**
 * Vehicle actions that are reached without an approval: every way to one must go through the way out "approved" of an
 * approval (rule PLAYBOOK-8).
 */
function approvalProblems(graph: ReadGraph): Problem[] {
  const { nodes, outOf } = graph
  const passes = ({ from, port }: { from: string; port: string }) =>
    nodes.get(from)!.type !== 'approval' || port !== 'approved'
  const unapproved = reachedFrom(entries(graph), outOf, passes)
  return [...nodes.values()]
    .filter(({ id, type }) => type === 'vehicle_action' && unapproved.has(id))
    .map(({ id }) =>
      at(id, 'A way reaches this vehicle action without an approval. Put an approval on every way to it.'),
    )
}

/** The playbooks that this one calls. */
export function calledBy({ nodes }: PlaybookGraph): string[] {
  return nodes.flatMap(({ type, settings }) =>
    type === 'sub_playbook' && typeof settings['playbook_uuid'] === 'string' ? [settings['playbook_uuid']] : [],
  )
}

/** The names of the secrets that a playbook uses. */
export function secretsIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\bsecrets\.([A-Z][A-Z0-9_]{0,39})/g)].map(([, name]) => name!),
  )
  return [...new Set(found)]
}
