import { expect, test } from 'vitest'
import { busDetectors, familyOf } from './all.ts'

const named = (test: (family: ReturnType<typeof familyOf>) => boolean) =>
  busDetectors.filter(({ family }) => test(family)).map(({ name }) => name)

test('[WATCH-3] the strongest sign names an attack: flood, fuzzing, replay, unknown id, period and so on', () => {
  const order = [
    'can-flood',
    'can-fuzz',
    'can-replay',
    'can-unknown-id',
    'can-period',
    'can-suppression',
    'can-masquerade',
    'can-dlc',
    'can-range',
  ]
  const strengths = order.map((detector) => familyOf({ detector }).strength)
  expect(strengths).toEqual(strengths.toSorted((a, b) => b - a))
  expect(new Set(strengths).size).toBe(order.length)
})

test('[WATCH-3] signs of one bus join one attack, signs of diagnostics and J1939 stay separate', () => {
  expect(named(({ joinsIds }) => !joinsIds).every((name) => /^(uds|j1939)-/.test(name))).toBe(true)
  expect(named(({ joinsIds }) => joinsIds).every((name) => name.startsWith('can-'))).toBe(true)
})

test('[WATCH-5] flood, fuzzing, replay and silence affect the whole bus; some kinds gather at six ids', () => {
  expect(named(({ affectsBus }) => affectsBus !== 'never').toSorted()).toEqual([
    'can-bus-silent',
    'can-flood',
    'can-fuzz',
    'can-replay',
  ])
  expect(named(({ gathersAs }) => gathersAs !== undefined).toSorted()).toEqual([
    'can-clock',
    'can-correlation',
    'can-masquerade',
    'can-period',
    'can-replay',
    'can-unknown-id',
  ])
})
