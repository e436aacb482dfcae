import { expectedFalseAlerts } from '@carapace/shared/msoc/sensitivity/false-alerts'
import { expect, test } from 'vitest'
import { attacksIn, benignAlertsOf } from './calibrate.ts'
import { curveOf, scoredOf } from './curves.ts'
import { svgChart } from './svg-chart.ts'

const report = (ts: number, signs: number, key = 'a', rule = 'can-flood') => ({ ts, bus: 'can0', key, rule, signs })
const score = (signs: number) => expectedFalseAlerts('can-flood', signs)!

test('an attack has the score of its most certain report, and alerts outside of attacks are wrong', () => {
  const reports = [report(1_000, 1), report(2_000, 40), report(90_000, 3, 'b')]
  expect(scoredOf(reports, [{ from: 500, to: 5_000 }])).toEqual({
    attacks: [score(40)],
    right: [score(40)],
    wrong: [score(3)],
  })
  expect(scoredOf([], [{ from: 500, to: 5_000 }]).attacks).toEqual([Infinity])
})

test('a looser threshold finds more attacks, and raises more that is wrong', () => {
  const curve = curveOf({ attacks: [0.1, 1, Infinity], right: [0.1, 1], wrong: [0.5, 2] })
  expect(curve).toEqual([
    { atMost: 0.1, recall: 1 / 3, precision: 1, wrong: 0 },
    { atMost: 0.5, recall: 1 / 3, precision: 0.5, wrong: 1 },
    { atMost: 1, recall: 2 / 3, precision: 2 / 3, wrong: 1 },
    { atMost: 2, recall: 2 / 3, precision: 0.5, wrong: 2 },
  ])
})

test('false alerts are counted by the detector that names each attack at its end, with its signs', () => {
  const reports = [
    report(0, 1, 'a', 'can-unknown-id'),
    report(1_000, 9, 'a', 'can-fuzz'),
    report(60_000, 2, 'a', 'can-fuzz'),
    report(500, 4, 'b', 'can-dlc'),
  ]
  expect(attacksIn(reports)).toHaveLength(3)
  const measured = benignAlertsOf([
    { hours: 1.2, reports },
    { hours: 2, reports: [] },
  ])
  expect(measured.hours).toBe(3)
  expect(measured.alerts).toMatchObject({ 'can-fuzz': [2, 9], 'can-dlc': [4], 'can-unknown-id': [], 'can-many': [] })
  expect(measured.alerts).not.toHaveProperty('can-correlation')
})

test('a picture has each line with its name, within its axes', () => {
  const svg = svgChart({ title: 'A < B', x: 'x', y: 'y', xMost: 2 }, [
    {
      name: 'first',
      points: [
        [0, 0],
        [9, 1],
      ],
    },
    { name: 'second', points: [] },
  ])
  expect(svg).toContain('A &lt; B')
  expect(svg).toContain('d="M56.0 364.0L516.0 44.0"')
  expect(svg.match(/>(first|second)</g)).toHaveLength(2)
})
