import { expect, test } from 'vitest'
import { artefact, graphOf, link } from '../../graph/store/artefact.fixture.ts'
import { goalCal, threatsAnswered } from './goal-cal.ts'
import type { Assessed } from './assessments.ts'

const goal = artefact('goal', 1)
const threats = [1, 2, 3].map((n) => artefact('threat-scenario', n))
const links = threats.map((threat) => link('answered-by', threat, goal))
const known = (...cals: readonly (number | null)[]) => ({
  ...graphOf([goal, ...threats], [...links, link('demands', goal, artefact('requirement', 1))]),
  assessments: new Map(cals.map((cal, i) => [threats[i]!.uuid, { cal } as Assessed])),
})

test('[RISK-3] a goal has the highest CAL of its threat scenarios, unless one was chosen for it', () => {
  expect(threatsAnswered(known(), goal)).toEqual(threats.map(({ uuid }) => uuid))
  expect(goalCal(known(2, null, 3), goal)).toBe(3)
  expect(goalCal(known(2, null, 3), artefact('goal', 1, { fields: { cal: '1' } }))).toBe(1)
})

test('[RISK-3] a goal whose threat scenarios are not rated, or have no CAL, has none', () => {
  expect([
    goalCal(known(), goal),
    goalCal(known(null), goal),
    goalCal(known(0), goal),
    goalCal(known(4), artefact('goal', 2)),
  ]).toEqual([null, null, null, null])
})
