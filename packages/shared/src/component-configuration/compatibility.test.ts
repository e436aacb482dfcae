import { expect, test } from 'vitest'
import { type CheckedRule, type CheckedUnit, checkUnits, compareReleases } from './compatibility.ts'
import { unitState } from './configuration.ts'

const unit = (ecu: string, version: string, of: Partial<CheckedUnit> = {}): CheckedUnit => ({
  ecu,
  part: { uuid: `part-${ecu}`, number: `H-${ecu}`, ecu },
  release: { uuid: `${ecu}-${version}`, version, software: { uuid: ecu, name: `${ecu} software`, ecu } },
  ...of,
})
const rule = (fields: Partial<CheckedRule>): CheckedRule => ({
  uuid: 'rule',
  kind: 'REQUIRES',
  release: { uuid: 'BCM-1', name: 'BCM software', version: '1' },
  part: null,
  otherRelease: null,
  otherSoftware: null,
  leastVersion: '',
  ...fields,
})
const messages = (units: readonly CheckedUnit[], ...rules: readonly CheckedRule[]) =>
  checkUnits(units, rules).map(({ kind, message }) => `${kind}: ${message}`)

test('[VARIANT-3] a part or a software of another control unit is a fault', () => {
  const units = [
    unit('BCM', '1', { part: { uuid: 'p', number: 'H-9', ecu: 'EPS' } }),
    { ...unit('EPS', '1'), ecu: 'TCU' },
  ]
  expect(messages(units)).toEqual([
    'fault: Hardware part H-9 is for EPS, not for BCM.',
    'fault: Hardware part H-EPS is for EPS, not for TCU.',
    'fault: EPS software is software of EPS, not of TCU.',
  ])
})

test('[VARIANT-4] a release that needs a part must be on it', () => {
  const needs = rule({ kind: 'NEEDS_PART', part: { uuid: 'part-BCM', number: 'H-BCM' } })
  expect(messages([unit('BCM', '1')], needs)).toEqual([])
  expect(messages([unit('BCM', '1', { part: null })], needs)).toEqual([
    'fault: BCM software 1 needs hardware part H-BCM: no hardware part is chosen.',
  ])
  const other = { uuid: 'q', number: 'H-2', ecu: 'BCM' }
  expect(messages([unit('BCM', '1', { part: other })], needs)).toEqual([
    'fault: BCM software 1 needs hardware part H-BCM: BCM has H-2.',
  ])
  expect(messages([unit('BCM', '2', { part: other })], needs)).toEqual([])
})

test('[VARIANT-5] a release excludes another one in the same vehicle', () => {
  const excludes = rule({ kind: 'EXCLUDES', otherRelease: { uuid: 'EPS-7', name: 'EPS software', version: '7' } })
  expect(messages([unit('BCM', '1'), unit('EPS', '8')], excludes)).toEqual([])
  expect(messages([unit('BCM', '1'), unit('EPS', '7')], excludes)).toEqual([
    'fault: BCM software 1 excludes EPS software 7 of EPS.',
  ])
})

test('[VARIANT-6] a release requires another software of a version or later', () => {
  const requires = rule({ otherSoftware: { uuid: 'EPS', name: 'EPS software' }, leastVersion: '0412.9' })
  expect(messages([unit('BCM', '1'), unit('EPS', '0412.10')], requires)).toEqual([])
  expect(messages([unit('BCM', '1'), unit('EPS', '0412.8')], requires)).toEqual([
    'fault: BCM software 1 requires EPS software 0412.9 or later: EPS has 0412.8.',
  ])
  expect(messages([unit('BCM', '1')], requires)).toEqual([
    'fault: BCM software 1 requires EPS software 0412.9 or later: no control unit has it.',
  ])
  expect(messages([unit('BCM', '1'), unit('EPS', 'spring')], requires)).toEqual([
    'open: BCM software 1 requires EPS software 0412.9 or later: spring of EPS has no order with 0412.9.',
  ])
})

test.for([
  ['1.10.0', '1.9.0', 1],
  ['1.0.0-rc1', '1.0.0', -1],
  ['0412.3', '0412.10', -1],
  ['2', '2', 0],
  ['spring', 'spring', 0],
  ['spring', '2', undefined],
] as const)('[VARIANT-6] %s and %s have the order %s', ([a, b, sign]) => {
  const found = compareReleases(a, b)
  expect(found === undefined ? undefined : Math.sign(found)).toBe(sign)
})

test('[VARIANT-12] a control unit is equal only if software and version are', () => {
  const one = { software: 'SW', version: '1' }
  expect(unitState(one, one)).toBe('equal')
  expect(unitState(one, { ...one, version: '2' })).toBe('different')
  expect(unitState(one, { ...one, software: 'SX' })).toBe('different')
  expect(unitState(one, undefined)).toBe('not-reported')
  expect(unitState(undefined, one)).toBe('not-declared')
})
