import { type Expression, missionTime } from '@carapace/shared/functional-safety/fault-tree/expression'
import { whyNotExpression } from '@carapace/shared/functional-safety/fault-tree/expression'
import { expect, test } from 'vitest'
import {
  argumentNames,
  begun,
  type Model,
  modelOf,
  models,
  spread,
  type Spread,
  spreadOf,
  spreads,
  unitOf,
} from './models.ts'

test('[FTA-UI-6] each model begins with a valid expression of its own, and is recognised', () => {
  for (const model of Object.keys(models) as Model[]) {
    const expression = begun(model, null)
    if (expression !== null) expect([model, whyNotExpression(expression)]).toEqual([model, undefined])
    if (model !== 'formula') expect(modelOf(expression)).toBe(model)
  }
  expect(modelOf({ op: 'mul', args: [2, 3] })).toBe('formula')
  expect(modelOf({ parameter: 'q' })).toBe('constant')
})

test('[FTA-UI-6] another model keeps the arguments of the same name', () => {
  const rate: Expression = { op: 'lognormal-deviate', args: [2e-7, 5, 0.95] }
  const before: Expression = { op: 'exponential', args: [rate, missionTime] }
  expect(begun('repairable', before)).toEqual({ op: 'repairable', args: [rate, 0.1, missionTime] })
  expect(begun('dormant', before)).toEqual({ op: 'dormant', args: [rate, 1_000] })
})

test('[FTA-UI-6] a number gets a distribution around it, and back', () => {
  for (const to of Object.keys(spreads) as Spread[]) {
    const spreaded = spread(1e-5, to)
    expect([to, whyNotExpression(spreaded), spreadOf(spreaded)]).toEqual([to, undefined, to])
  }
  expect(spread(spread(1e-5, 'lognormal-deviate'), 'exact')).toBe(1e-5)
  expect(argumentNames({ op: 'lognormal-deviate', args: [1, 3, 0.95] })).toEqual(['mean', 'error factor', 'level'])
  expect(['failure rate', 'test interval', 'shape', 'failure rate in test'].map(unitOf)).toEqual([
    'per hour',
    'hours',
    '',
    'per hour',
  ])
})
