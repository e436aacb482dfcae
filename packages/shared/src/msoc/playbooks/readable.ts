import { nodesBefore, type ReadGraph } from './graph.ts'
import { isNodeType, nodeSettings, type SettingsOf } from './node-settings.ts'
import { nodeTypes, outputsOf, shapeOf } from './node-types.ts'
import { parsePath } from './expressions.ts'
import type { Trigger } from './playbook.ts'
import { alertShape, caseShape, type FieldsShape, isList, type Shape, shapeAt, vehicleShape } from './shapes.ts'

const fields = (named: Record<string, Shape>): FieldsShape => ({ fields: named })

/** What every expression of a playbook can read, from its trigger (rule PLAYBOOK-5). */
export function triggerShape(trigger: Trigger): FieldsShape {
  const always = {
    run: fields({ uuid: 'text', number: 'number', started_by: 'text', started_at: 'time' }),
    playbook: fields({ name: 'text', version: 'number' }),
  }
  return fields({ ...always, ...ofTrigger(trigger) })
}

function ofTrigger(trigger: Trigger): Record<string, Shape> {
  switch (trigger.kind) {
    case 'alert':
      return { alert: alertShape }
    case 'case':
      return { case: caseShape, event: 'text' }
    case 'schedule':
      return { schedule: fields({ at: 'time' }) }
    case 'webhook':
      return { webhook: fields({ body: 'any' }) }
    case 'called':
      return { inputs: fields(Object.fromEntries(trigger.inputs.map(({ name, type }) => [name, shapeOf(type)]))) }
    case 'manual':
      return trigger.subject === null ? {} : { [trigger.subject]: subjectShapes[trigger.subject] }
  }
}

const subjectShapes = { alert: alertShape, case: caseShape, vehicle: vehicleShape }

/**
 * What the expressions of a node can read: the trigger, the outputs of the nodes before it, the variables that they
 * set, and in a for-each its item (rule PLAYBOOK-5). The nodes inside a for-each cannot be read after it.
 */
export function readableBy(graph: ReadGraph, trigger: Trigger, id: string): FieldsShape {
  const loops = graph.loopsOf.get(id) ?? []
  const before = [...nodesBefore(graph, id)].filter((other) => isAround(graph.loopsOf.get(other) ?? [], loops))
  // a node that has outputs is read by all names, however long the list is
  const nodes = before.flatMap((other) => {
    const node = graph.nodes.get(other)!
    const outputs = outputsOf(node)
    return Object.keys(outputs.fields).length === 0 ? [] : [[other, outputs] as const]
  })
  const variables = before.flatMap((other) => variablesOf(graph, other))
  return fields({
    ...triggerShape(trigger).fields,
    nodes: fields(Object.fromEntries(nodes)),
    vars: fields(Object.fromEntries(variables.map((name) => [name, 'any' as const]))),
    ...(loops.length > 0 && {
      item: itemOf(graph, trigger, loops.at(-1)!),
      index: 'number' as const,
      items: fields(Object.fromEntries(loops.map((loop) => [loop, itemOf(graph, trigger, loop)]))),
    }),
  })
}

function isAround(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.every((loop, depth) => inner[depth] === loop)
}

function variablesOf({ nodes }: ReadGraph, id: string): string[] {
  const node = nodes.get(id)!
  if (node.type !== 'set') return []
  const { data } = nodeSettings.set.safeParse(node.settings)
  return data?.variables.map(({ name }) => name) ?? []
}

/** The shape of the items of a for-each; any, if its list cannot be read. */
function itemOf(graph: ReadGraph, trigger: Trigger, loop: string): Shape {
  const { items } = graph.nodes.get(loop)!.settings as Partial<SettingsOf<'for_each'>>
  try {
    const found = shapeAt(readableBy(graph, trigger, loop), parsePath(items ?? '').path)
    return 'shape' in found && isList(found.shape) ? found.shape.list : 'any'
  } catch {
    return 'any'
  }
}

/** One path that a node can read, for completion in the editor. */
export interface ReadablePath {
  readonly path: string
  readonly shape: Shape
}

/** The paths of a shape down to its values, in order; lists end a path. */
export function pathsOf(shape: Shape, from = ''): ReadablePath[] {
  if (typeof shape !== 'object' || isList(shape)) return [{ path: from, shape }]
  return Object.entries(shape.fields).flatMap(([name, inner]) => pathsOf(inner, from === '' ? name : `${from}.${name}`))
}

/** Whether a node may use secrets in one of its settings. */
export function takesSecrets(type: string, field: string): boolean {
  return isNodeType(type) && nodeTypes[type].fields.some(({ name, secrets }) => name === field && secrets === true)
}
