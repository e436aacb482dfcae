import { evaluatePath, render, type Values, valueOf } from './evaluate.ts'
import { nodeTypes } from './node-types.ts'
import { isNodeType } from './node-settings.ts'
import type { NodeField } from './node-declaration.ts'
import type { PlaybookNode } from './playbook.ts'

/**
 * The settings of a node with the values of a run in them: templates become texts, paths the values at them. All other
 * settings stay as they are.
 */
export function renderSettings({ type, settings }: PlaybookNode, values: Values): Record<string, unknown> {
  if (!isNodeType(type)) return { ...settings }
  const rendered = nodeTypes[type].fields.flatMap((field): [string, unknown][] => {
    if (!Object.hasOwn(settings, field.name)) return []
    return [[field.name, renderField(field, settings[field.name], values)]]
  })
  return { ...settings, ...Object.fromEntries(rendered) }
}

function renderField({ kind }: NodeField, value: unknown, values: Values): unknown {
  switch (kind) {
    case 'template':
    case 'text_template':
      return typeof value === 'string' ? render(value, values) : value
    case 'path':
      return typeof value === 'string' && value.trim() !== '' ? (evaluatePath(value, values) ?? null) : null
    case 'templates':
      return mapped(value, (text) => render(text, values))
    case 'tags':
      return (value as string[]).map((text) => render(text, values).trim()).filter((text) => text !== '')
    case 'variables':
      return (value as { name: string; value: string }[]).map((one) => ({ ...one, value: valueOf(one.value, values) }))
    case 'cases':
      return (value as { port: string; equals: string }[]).map((one) => ({
        ...one,
        equals: render(one.equals, values),
      }))
    case 'conditions':
    case 'matchers':
    case 'inputs':
    case 'people':
    case 'member':
    case 'playbook':
    case 'choice':
    case 'choice_or_none':
    case 'number':
    case 'numbers':
    case 'boolean':
      return value
  }
}

function mapped(value: unknown, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(value as Record<string, string>).map(([name, text]) => [name, change(text)]))
}
