import { expect, test } from 'vitest'
import type { SafetyRow } from './asil-graph.ts'
import { metricsOfGoal } from './hardware-graph.ts'

const goal = { lifetime_h: 10_000, service_h: 20 }
const mode = {
  id: 'open',
  share: 1,
  effect: 'direct',
  residual: [{ mechanism: 'SM1', coverage: 0.9 }],
  latent: [],
  disables: [],
}
const element = (uuid: string, fields: SafetyRow['fields']): SafetyRow => ({ uuid, kind: 'hardware-element', fields })

test('[METRIC-9] elements of the graph have metrics with the hours of their goal', () => {
  const result = metricsOfGoal(goal, [
    element('a', { fit: 100, modes: [mode] }),
    element('b', { fit: 900, modes: [{ ...mode, effect: 'safe', residual: [] }] }),
    element('c', { fit: 5_000, is_excluded: true, modes: [{ ...mode, residual: [] }] }),
  ])
  expect(result).toMatchObject({ ok: true, value: { total: 1_000, spfm: 0.99, pmhf: expect.closeTo(10, 9) } })
})

test('[METRIC-9] without hours, elements or a failure rate there are no metrics, but what is missing', () => {
  const messages = (...[fields, rows]: Parameters<typeof metricsOfGoal>) => {
    const result = metricsOfGoal(fields, rows)
    return result.ok ? [] : result.problems.map(({ element: uuid, message }) => [uuid, message])
  }
  expect(messages({ lifetime_h: 10_000 }, [element('a', { modes: [mode] })])).toEqual([
    [null, 'State the operating hours of the vehicle, and the hours until a fault is repaired, at the goal.'],
    ['a', 'Its failure rate is not stated.'],
  ])
  expect(messages(goal, [])).toEqual([[null, 'No hardware element may violate the goal.']])
  expect(messages(goal, [element('a', { fit: 1, modes: [{ ...mode, share: 0.5 }] })])).toEqual([
    ['a', 'The shares of its failure modes add up to 50 % instead of 100 %.'],
  ])
})
