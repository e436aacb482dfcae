import { describe, expect, test } from 'vitest'
import type { AlertMatchers } from './alert-matchers.ts'
import { type AlertStep, isInEffect, type MatchedAlert, matches, suppressionChange } from './alert-steps.ts'

const alert: MatchedAlert = {
  uuid: 'alert',
  rule: 'can-flood',
  severity: 'high',
  source: 'detector',
  vin: 'VIN1',
  model: 'Falcon',
  observables: [
    { kind: 'arbitration_id', value: '0x2C1' },
    { kind: 'bus', value: 'can0' },
  ],
  title: 'Flood of frames on can0',
}
const noon = Date.UTC(2026, 4, 1, 12)
const at = (minutes: number) => new Date(noon + minutes * 60_000)
const step = (uuid: string, more: Partial<AlertStep> = {}): AlertStep => ({
  uuid,
  kind: 'silence',
  matchers: { rules: ['can-flood'] },
  inhibitors: null,
  startsAt: at(0),
  endsAt: at(60),
  active: true,
  author: 'Ann',
  reason: 'A known test',
  ...more,
})

describe('[ALERT-PIPELINE-1] matchers', () => {
  test.for<[AlertMatchers, boolean]>([
    [{ rules: ['can-fuzz', 'can-flood'] }, true],
    [{ rules: ['can-fuzz'] }, false],
    [{ severities: ['high'], sources: ['detector'] }, true],
    [{ severities: ['high'], sources: ['ids'] }, false],
    [{ vehicles: ['VIN2', 'VIN1'], models: ['Falcon'] }, true],
    [{ vehicles: ['vin1'] }, false],
    [{ models: ['Hawk'] }, false],
    [{ observables: ['arbitration_id:0x2C1'] }, true],
    [{ observables: ['arbitration_id:0x2C2', 'bus:can1'] }, false],
    [{ title: 'CAN0 flood' }, true],
    [{ title: 'flood can1' }, false],
  ])('%o matches: %o', ([matchers, expected]) => {
    expect(matches(matchers, alert)).toBe(expected)
  })

  test('[ALERT-PIPELINE-1] an alert of no vehicle is of no VIN and no model', () => {
    const ofNone = { ...alert, vin: null, model: null }
    expect(matches({ vehicles: ['VIN1'] }, ofNone)).toBe(false)
    expect(matches({ models: ['Falcon'] }, ofNone)).toBe(false)
    expect(matches({ rules: ['can-flood'] }, ofNone)).toBe(true)
  })
})

test('[ALERT-PIPELINE-2] a step is in effect from its start until just before its end, unless it was ended', () => {
  expect([-1, 0, 59, 60].map((minutes) => isInEffect(step('a'), at(minutes)))).toEqual([false, true, true, false])
  expect(isInEffect(step('a', { active: false }), at(1))).toBe(false)
})

test('[ALERT-PIPELINE-2] the first step that matches suppresses, and stays the one as long as it matches', () => {
  const steps = [step('other', { matchers: { rules: ['can-fuzz'] } }), step('first'), step('second')]
  expect(suppressionChange(steps, alert, null, at(1))?.suppressedBy).toBe('first')
  expect(suppressionChange(steps, alert, 'second', at(1))).toBeUndefined()
  expect(suppressionChange(steps, alert, 'other', at(1))?.suppressedBy).toBe('first')
})

test('[ALERT-PIPELINE-3] [ALERT-PIPELINE-6] after its end an alert is shown again; the changes name the step', () => {
  expect(suppressionChange([step('a')], alert, null, at(1))?.change).toEqual({
    kind: 'silence',
    detail: { step: 'a', cause: 'silence', by: 'Ann', reason: 'A known test', until: at(60).toISOString() },
  })
  expect(suppressionChange([step('a')], alert, 'a', at(60))).toEqual({
    suppressedBy: null,
    change: { kind: 'unsilence', detail: {} },
  })
  expect(suppressionChange([], alert, null, at(1))).toBeUndefined()
})

describe('[ALERT-PIPELINE-9] inhibition', () => {
  const steps = [step('a', { kind: 'inhibition', inhibitors: { rules: ['silence'] }, endsAt: null })]
  const silent: MatchedAlert = { ...alert, uuid: 'silent', rule: 'silence' }
  const suppressor = (onVehicle: readonly MatchedAlert[]) =>
    suppressionChange(steps, alert, null, at(1_000_000), onVehicle)?.suppressedBy

  test('[ALERT-PIPELINE-9] an alert is inhibited only while one that inhibits is among those of its vehicle', () => {
    expect(suppressor([alert])).toBeUndefined()
    expect(suppressor([alert, silent])).toBe('a')
    expect(suppressionChange(steps, alert, 'a', at(1), [alert])?.suppressedBy).toBe(null)
  })

  test('[ALERT-PIPELINE-9] what inhibits is not inhibited by the same step, neither by itself nor by another', () => {
    const both = [step('a', { kind: 'inhibition', inhibitors: { severities: ['high'] } })]
    expect(suppressionChange(both, alert, null, at(1), [alert, { ...alert, uuid: 'other' }])).toBeUndefined()
  })
})
