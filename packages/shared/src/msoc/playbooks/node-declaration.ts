import type { Shape } from './shapes.ts'

/**
 * How the editor shows a setting, and how the check reads it. `template` and `text_template` have `{{ … }}` in them,
 * `path` is a path without braces, `templates` a record of templates; the others are plain values.
 */
export type FieldKind =
  | 'template'
  | 'text_template'
  | 'path'
  | 'templates'
  | 'tags'
  | 'variables'
  | 'cases'
  | 'conditions'
  | 'matchers'
  | 'inputs'
  | 'people'
  | 'member'
  | 'playbook'
  | 'choice'
  | 'choice_or_none'
  | 'number'
  | 'numbers'
  | 'boolean'

export interface NodeField {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly hint?: string
  readonly options?: readonly string[]
  /** May contain `{{ secrets.NAME }}`. */
  readonly secrets?: true
  /** Shown only while another setting has this value. */
  readonly when?: { readonly field: string; readonly is: string }
}

export const nodeGroups = ['Flow', 'People', 'Alerts', 'Cases', 'Detection', 'Vehicles', 'Outside'] as const

/**
 * What a node does with the world. `flow`: nothing; `reads`: it reads our data; `writes`: it changes our data, in one
 * transaction with its step; `waits`: for time, people or another run; `outside`: another server.
 */
export type NodeEffect = 'flow' | 'reads' | 'writes' | 'waits' | 'outside'

export interface NodeDeclaration {
  readonly title: string
  readonly group: (typeof nodeGroups)[number]
  readonly summary: string
  readonly effect: NodeEffect
  readonly fields: readonly NodeField[]
  /** Its ways out. A node whose effect may fail also has `error`: without an edge there, a failure fails the run. */
  readonly ports: readonly string[]
  readonly outputs: Readonly<Record<string, Shape>>
  /** The settings with which the editor adds one. */
  readonly initial: Readonly<Record<string, unknown>>
}
