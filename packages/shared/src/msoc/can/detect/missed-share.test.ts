import { expect, test } from 'vitest'
import { attacked, chance, later, learnedFrom, benign, plain, victim, watchOf } from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'

const profile = { ...learnedFrom(benign(120)), correlations: [] }
/** Returns the alerts for missing frames, where `isLost` states which frames of the second half are. */
function missing(isLost: (one: CanFrame, random: () => number) => boolean) {
  const random = chance(5)
  const frames = attacked([], { seconds: 30, without: (one) => one.ts > later + 10_000 && isLost(one, random) })
  return watchOf(frames, { profile }).signs.filter(({ detector }) => detector === 'can-suppression')
}

test.for([0.3, 0.5, 0.8])('[CAN-SUPPRESSION-6] an id that loses %f of its frames at random is reported', (share) => {
  const signs = missing((one, random) => one.id === plain && random() < share)
  expect([...new Set(signs.map(({ key }) => key))]).toEqual([plain])
  expect(signs[0]!.ts).toBeLessThan(later + 12_000)
})

test('[CAN-SUPPRESSION-6] frames that a recorder loses, and gaps of all ids, are no suppression', () => {
  expect(missing((_one, random) => random() < 0.02)).toEqual([])
  expect(missing((_one, random) => random() < 0.3)).toEqual([])
  expect(missing((one) => one.ts % 1_000 < 50)).toEqual([])
})

test('[CAN-SUPPRESSION-6] an id at half its rate, of which single frames are lost, is no mixture', () => {
  let nth = 0
  const signs = missing((one, random) => one.id === victim && (nth++ % 2 === 0 || random() < 0.03))
  expect(signs.filter(({ explanation }) => explanation[0]!.observed.startsWith('now'))).toEqual([])
})
