import { expect, test } from 'vitest'
import { busDetectors } from '../can/detect/all.ts'
import { detectors } from '../detect/all.ts'
import { matrices } from './attack-matrices.ts'
import { coverageOf, techniqueOf } from './coverage.ts'
import { detectorTechniques } from './detector-techniques.ts'

test.for([
  { tag: 'atm.t0072', technique: 'ATM-T0072' },
  { tag: 'ATM-T0072', technique: 'ATM-T0072' },
  { tag: 'attack.t0814', technique: 'T0814' },
  { tag: 'attack.t1110.003', technique: 'T1110' },
  { tag: 'T0814', technique: 'T0814' },
  { tag: 'attack.initial-access', technique: undefined },
  { tag: 'cve.2024-1234', technique: undefined },
])('[KPI-8] $tag is $technique', ({ tag, technique }) => {
  expect(techniqueOf(tag)).toBe(technique)
})

test('[KPI-9] every built-in detector declares its techniques, and each is in a matrix', () => {
  const names = [
    ...detectors.map(({ name }) => name).filter((name) => name !== 'can'),
    ...busDetectors.map(({ name }) => name),
  ]
  expect(Object.keys(detectorTechniques).sort()).toEqual(names.sort())
  const known = new Set(
    matrices.flatMap(({ tactics }) => tactics.flatMap(({ techniques }) => techniques.map(({ id }) => id))),
  )
  expect(
    Object.values(detectorTechniques)
      .flat()
      .filter((id) => !known.has(id)),
  ).toEqual([])
})

test('[KPI-9] the matrices are whole: 77 techniques in 14 tactics of the ATM, 12 tactics of ATT&CK for ICS', () => {
  const sizes = matrices.map(({ tactics }) => [
    tactics.length,
    new Set(tactics.flatMap(({ techniques }) => techniques.map(({ id }) => id))).size,
  ])
  expect(sizes[0]![0]).toBe(14)
  expect(sizes[1]![0]).toBe(12)
  const names = matrices.flatMap(({ tactics }) => tactics.flatMap(({ techniques }) => techniques))
  expect(names.every(({ id, name }) => /^(ATM-)?T\d{4}$/.test(id) && name.length > 3)).toBe(true)
})

test('[KPI-8] [KPI-11] rules and detectors cover; scenarios do not', () => {
  const coverage = coverageOf({
    rules: [
      { title: 'A', tags: ['atm.t0015', 'atm.t0015', 'attack.t1566'] },
      { title: 'B', tags: ['attack.initial-access'] },
    ],
    detectors: { flood: ['ATM-T0068'] },
    scenarios: [{ technique: 'ATM-T0014', scenarios: 3 }],
  })
  const [atm] = coverage.matrices
  const found = (id: string) => atm!.tactics.flatMap(({ techniques }) => techniques).find((each) => each.id === id)
  expect(atm!.covered).toBe(2)
  expect(found('ATM-T0015')).toMatchObject({ rules: 1, detectors: 0, by: ['A'] })
  expect(found('ATM-T0068')).toMatchObject({ rules: 0, detectors: 1, by: ['flood'] })
  expect(found('ATM-T0014')).toMatchObject({ rules: 0, detectors: 0, scenarios: 3 })
  expect(coverage).toMatchObject({
    others: [{ technique: 'T1566', rules: 1 }],
    rules: 2,
    untagged: 1,
    has_scenarios: true,
  })
})
