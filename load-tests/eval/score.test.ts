import { expect, test } from 'vitest'
import { added, framesOf, intervalsIn, intervalsOf, noTally, tallyOf } from './score.ts'

/** Ten frames, a second apart; frames 3 to 6 are an attack, of which frame 5 does not count. */
const judged = {
  ts: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((s) => s * 1000),
  truth: [0, 0, 0, 1, 1, 2, 1, 0, 0, 0],
  blamed: [0, 1, 0, 0, 1, 1, 1, 0, 0, 0],
  intervals: [
    { from: 3_000, to: 6_000 },
    { from: 20_000, to: 21_000 },
  ],
  raised: [1_000, 4_000, 7_000, 7_001],
  signs: [1_000, 4_000, 5_000, 7_000, 7_001],
}

test("frames: three are the attacker's; two of them and one genuine frame are blamed", () => {
  const tally = tallyOf(judged)
  expect(tally).toMatchObject({ attackFrames: 3, blamedRightly: 2, blamedWrongly: 1 })
  expect(framesOf(tally)).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: expect.closeTo(2 / 3, 12) })
})

test('intervals: one of two is found after a second; two of four alerts are in it or up to a second later', () => {
  const tally = tallyOf(judged)
  expect(tally).toMatchObject({ intervals: 2, found: 1, alerts: 4, alertsInside: 2, delays: [1_000] })
  expect(intervalsOf(tally)).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 })
})

test('tallies of several captures are added; without findings there is no precision', () => {
  const silent = tallyOf({ ...judged, blamed: judged.blamed.map(() => 0), raised: [], signs: [] })
  expect(added(tallyOf(judged), silent)).toMatchObject({
    attackFrames: 6,
    blamedRightly: 2,
    intervals: 4,
    found: 1,
    alerts: 4,
    delays: [1_000],
  })
  expect(framesOf(silent)).toMatchObject({ precision: Number.NaN, recall: 0 })
  expect(added(noTally, noTally)).toEqual(noTally)
})

test('attack frames at most a second apart are one interval', () => {
  expect(intervalsIn([0, 500, 1_500, 2_600, 2_700, 9_000], [1, 1, 1, 1, 0, 1])).toEqual([
    { from: 0, to: 1_500 },
    { from: 2_600, to: 2_600 },
    { from: 9_000, to: 9_000 },
  ])
})
