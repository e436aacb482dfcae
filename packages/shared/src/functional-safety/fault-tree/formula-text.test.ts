import { expect, test } from 'vitest'
import { formulaText } from './csv.ts'
import { type Expression, missionTime } from './expression.ts'
import { readFormulaText } from './formula-text.ts'

const lambda: Expression = { op: 'lognormal-deviate', args: [1e-6, 3, 0.95] }
const all: Expression[] = [
  0.25,
  -1e-7,
  missionTime,
  { op: 'pi', args: [] },
  { parameter: 'lambda_2' },
  { op: 'exponential', args: [lambda, missionTime] },
  { op: 'mul', args: [{ parameter: 'beta-1' }, { op: 'neg', args: [2] }] },
]

test('[FTA-40] a written expression is read again as the same', () => {
  for (const expression of all)
    expect(readFormulaText(formulaText(expression))).toEqual({ ok: true, value: expression })
  expect(readFormulaText('  exponential ( 1e-6 ,system-mission-time)')).toEqual({
    ok: true,
    value: { op: 'exponential', args: [1e-6, missionTime] },
  })
})

test.for([
  ['', 'It is empty.'],
  ['exponential(1e-6', 'A “)” is missing.'],
  ['exponential(1e-6,', 'The formula ends too early.'],
  ['1 2', '“2” is not expected here.'],
  [')', '“)” is not expected here.'],
  ['1e', '“1e” is neither a number nor a name.'],
  ['exponential(1)', /^exponential takes /],
  ['nothing(1)', 'There is no operator nothing.'],
  ['neg('.repeat(500), 'The formula is nested too deeply.'],
] as const)('[FTA-40] refused: %s', ([text, reason]) => {
  expect(readFormulaText(text)).toMatchObject({
    ok: false,
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  })
})
