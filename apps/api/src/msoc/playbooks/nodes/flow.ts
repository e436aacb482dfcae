import { bounds, type Conditions } from '@carapace/shared/msoc/playbooks/playbook'
import { holds, type Values } from '@carapace/shared/msoc/playbooks/evaluate'
import { minutesFrom, type NodeResult, type NodeWork, refused } from '../node-work.ts'

const next = (output?: unknown): NodeResult => ({ kind: 'done', port: 'next', ...(output !== undefined && { output }) })

/** A condition needs the values themselves: its input has the comparisons only. */
export function condition(input: Record<string, unknown>, values: Values): NodeResult {
  const result = holds(input['conditions'] as Conditions, values)
  return { kind: 'done', port: String(result), output: { result } }
}

export function choose({ input }: Pick<NodeWork, 'input'>): NodeResult {
  const cases = input['cases'] as { port: string; equals: string }[]
  const value = String(input['value']).trim().toLowerCase()
  const port = cases.find(({ equals }) => equals.trim().toLowerCase() === value)?.port ?? 'default'
  return { kind: 'done', port, output: { port } }
}

export function setVariables({ input }: Pick<NodeWork, 'input'>): NodeResult {
  const variables = input['variables'] as { name: string; value: unknown }[]
  return next(Object.fromEntries(variables.map(({ name, value }) => [name, value])))
}

/** The list of a for-each is fixed when it begins. */
export function forEach({ input }: Pick<NodeWork, 'input'>): NodeResult {
  const items = input['items']
  if (!Array.isArray(items)) throw refused('"items" leads to no list.')
  const most = Math.min(Number(input['at_most']), bounds.items)
  if (items.length > most) throw refused(`The list has ${items.length} items; at most ${most} are allowed here.`)
  if (items.length === 0) return { kind: 'done', port: 'done', output: { count: 0 } }
  return { kind: 'wait', waiting: { kind: 'items', done: 0, total: items.length }, dueAt: null }
}

const lastTime = new Date('9999-12-31T23:59:59Z')

export function delay({ input, now }: Pick<NodeWork, 'input' | 'now'>): NodeResult {
  const until = input['kind'] === 'for' ? minutesFrom(now, Number(input['minutes'])) : new Date(String(input['time']))
  if (!(until <= lastTime)) throw refused(`"${String(input['time'])}" is not a time.`)
  const output = { until: until.toISOString() }
  if (until <= now) return next(output)
  return { kind: 'wait', waiting: { kind: 'delay' }, dueAt: until, output }
}
