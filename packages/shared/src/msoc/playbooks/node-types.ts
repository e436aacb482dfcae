import { actionNodes } from './action-nodes.ts'
import { flowNodes } from './flow-nodes.ts'
import type { NodeDeclaration } from './node-declaration.ts'
import { isNodeType, type NodeType, settingsOf, type SettingsOf } from './node-settings.ts'
import type { PlaybookNode } from './playbook.ts'
import type { FieldsShape, Shape } from './shapes.ts'

/** All types of nodes, in the order in which the editor lists them. */
export const nodeTypes: Readonly<Record<NodeType, NodeDeclaration>> = { ...flowNodes, ...actionNodes }

/** The ways out of a node; those of a switch come from its settings. Unknown types have none. */
export function portsOf({ type, settings }: Pick<PlaybookNode, 'type' | 'settings'>): readonly string[] {
  if (!isNodeType(type)) return []
  const { ports } = nodeTypes[type]
  if (type !== 'switch') return ports
  const cases = Array.isArray(settings['cases']) ? (settings['cases'] as { port?: unknown }[]) : []
  return [...cases.flatMap(({ port }) => (typeof port === 'string' ? [port] : [])), ...ports]
}

/** What later nodes can read of a node, as `nodes.<id>.<output>`; that of a form comes from its settings. */
export function outputsOf({ type, settings }: Pick<PlaybookNode, 'type' | 'settings'>): FieldsShape {
  if (!isNodeType(type)) return { fields: {} }
  const { outputs } = nodeTypes[type]
  if (type !== 'form') return { fields: outputs }
  const form = formFields(settings)
  return { fields: { ...outputs, ...Object.fromEntries(form.map(({ name, type: kind }) => [name, shapeOf(kind)])) } }
}

function formFields(settings: unknown): SettingsOf<'form'>['fields'] {
  try {
    return settingsOf('form', settings).fields
  } catch {
    return []
  }
}

export function shapeOf(type: SettingsOf<'form'>['fields'][number]['type']): Shape {
  return type === 'number' || type === 'boolean' ? type : 'text'
}

/** The settings with which the editor adds a node of this type. */
export function initialFor(type: string): Readonly<Record<string, unknown>> {
  return isNodeType(type) ? nodeTypes[type].initial : {}
}
