import { isNodeType } from './node-settings.ts'
import { nodeTypes } from './node-types.ts'
import type { Conditions, PlaybookNode } from './playbook.ts'

/** A text of a node's settings that expressions are read from. */
export interface SettingText {
  readonly field: string
  readonly kind: 'template' | 'path'
  readonly text: string
}

/** All texts of a node with expressions in them, by what its type declares. */
export function textsOf({ type, settings }: Pick<PlaybookNode, 'type' | 'settings'>): SettingText[] {
  if (!isNodeType(type)) return []
  return nodeTypes[type].fields.flatMap(({ name, kind, when }): SettingText[] => {
    if (when && settings[when.field] !== when.is) return []
    const value = settings[name]
    const template = (text: unknown): SettingText[] =>
      typeof text === 'string' ? [{ field: name, kind: 'template', text }] : []
    switch (kind) {
      case 'template':
      case 'text_template':
        return template(value)
      case 'path':
        return typeof value === 'string' && value.trim() !== '' ? [{ field: name, kind: 'path', text: value }] : []
      case 'templates':
        return Object.values(recordOf(value)).flatMap(template)
      case 'tags':
        return listOf(value).flatMap(template)
      case 'variables':
        return listOf(value).flatMap((variable) => template(recordOf(variable)['value']))
      case 'cases':
        return listOf(value).flatMap((one) => template(recordOf(one)['equals']))
      case 'conditions':
        return isConditions(value) ? conditionTexts(name, value) : []
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
        return []
    }
  })
}

function conditionTexts(field: string, { tests }: Conditions): SettingText[] {
  return tests.flatMap((test): SettingText[] =>
    'tests' in test
      ? conditionTexts(field, test)
      : [
          { field, kind: 'path', text: test.field },
          { field, kind: 'template', text: test.value },
        ],
  )
}

function isConditions(value: unknown): value is Conditions {
  return Array.isArray(recordOf(value)['tests'])
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
