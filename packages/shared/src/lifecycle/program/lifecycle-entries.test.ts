import { expect, test } from 'vitest'
import { lifecycleEntries, lifecycleKeys, type ProgramFacts } from './lifecycle-entries.ts'

const nothing: ProgramFacts = {
  isConfigured: false,
  assets: 0,
  relevantAssets: 0,
  threats: 0,
  risks: 0,
  reducedRisks: 0,
}
const everything: ProgramFacts = {
  isConfigured: true,
  assets: 1,
  relevantAssets: 1,
  threats: 1,
  risks: 1,
  reducedRisks: 1,
}

const steps = [
  { rule: 'LIFECYCLE-1', key: 'Item-Definition', missing: { isConfigured: false }, waitsFor: 'program is configured.' },
  {
    rule: 'LIFECYCLE-2',
    key: 'Asset-Identification',
    missing: { assets: 0 },
    waitsFor: 'atleast one asset is configured.',
  },
  {
    rule: 'LIFECYCLE-3',
    key: 'Threat-Analysis',
    missing: { relevantAssets: 0 },
    waitsFor: 'atleast one asset have security relevence true.',
  },
  { rule: 'LIFECYCLE-4', key: 'Generate-Attack-Tree', missing: { threats: 0 }, waitsFor: 'threat is configured.' },
  { rule: 'LIFECYCLE-5', key: 'Residual-Risk', missing: { threats: 0 }, waitsFor: 'threat is configured.' },
  {
    rule: 'LIFECYCLE-6',
    key: 'Cyber-Security-event-definition',
    missing: { risks: 0 },
    waitsFor: 'risk is configured.',
  },
  { rule: 'LIFECYCLE-7', key: 'Security-Concept', missing: { risks: 0 }, waitsFor: 'atleast one risk is configured.' },
  {
    rule: 'LIFECYCLE-8',
    key: 'Requirement-Verification-Report',
    missing: { reducedRisks: 0 },
    waitsFor: 'atleast one risk is type reduced.',
  },
  {
    rule: 'LIFECYCLE-9',
    key: 'Requirements-Management',
    missing: { reducedRisks: 0 },
    waitsFor: 'atleast one risk is type reduced.',
  },
] as const

const entryOf = (key: (typeof steps)[number]['key'], facts: ProgramFacts) =>
  lifecycleEntries(facts).find((entry) => entry.lifecycle_key === key)

test.for(steps)('[$rule] $key waits for: $waitsFor', ({ key, missing, waitsFor }) => {
  const message = `This Feature is currently not available for this program. Please ensure ${waitsFor}`
  expect(entryOf(key, { ...everything, ...missing })).toEqual({
    lifecycle_key: key,
    is_configurable: false,
    is_ui_visible: true,
    error_message: message,
  })
})

test.for(steps)('[$rule] $key opens when its own condition is met, and not by another one', ({ key, missing }) => {
  const [needed] = Object.keys(missing) as [keyof ProgramFacts]
  expect(entryOf(key, { ...nothing, [needed]: everything[needed] })).toEqual({
    lifecycle_key: key,
    is_configurable: true,
    is_ui_visible: true,
    error_message: null,
  })
})

test('[LIFECYCLE-10] a hidden step of a program is returned as not visible; the others do not change', () => {
  const entries = lifecycleEntries(everything, ['Residual-Risk', 'Security-Concept'])
  expect(entries.filter(({ is_ui_visible: isVisible }) => !isVisible).map(({ lifecycle_key: key }) => key)).toEqual([
    'Residual-Risk',
    'Security-Concept',
  ])
  expect(entries.map(({ is_configurable: isOpen, error_message: message }) => [isOpen, message])).toEqual(
    lifecycleKeys.map(() => [true, null]),
  )
})

test('[LIFECYCLE-1] every step is returned, in the order of the work', () => {
  expect(lifecycleEntries(nothing).map((entry) => entry.lifecycle_key)).toEqual([...lifecycleKeys])
  expect(steps.map(({ key }) => key)).toEqual([...lifecycleKeys])
})
