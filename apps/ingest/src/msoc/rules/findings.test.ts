import type { RuleHitFound } from '@carapace/shared/msoc/rules/hits'
import { expect, test } from 'vitest'
import { findingOf } from './findings.ts'

const hit: RuleHitFound = {
  ruleUuid: 'r',
  title: 'A rule',
  severity: 'high',
  tags: ['attack.t1190'],
  vin: 'V',
  ts: 5,
  service: 'can',
  group: '',
  explanation: [],
  event: { bus: 'can0', sender: 'Engine' },
  observables: [],
}

test('[RULE-23] hits of one rule and group have one key, however long the group is', () => {
  expect(findingOf(hit)).toMatchObject({ source: 'rule', ruleUuid: 'r', key: 'rule:r:', bus: 'can0', ecu: 'Engine' })
  expect(findingOf({ ...hit, group: 'tcu' }).key).toBe('rule:r:tcu')
  const long = findingOf({ ...hit, group: 'x'.repeat(200) }).key
  expect(long).toHaveLength('rule:r:'.length + 64)
  expect(findingOf({ ...hit, group: `${'x'.repeat(199)}y` }).key).not.toBe(long)
})
