import { afterStep, begun, figuresOf, isNegotiated } from '@carapace/shared/interface-agreement/negotiation'
import { conflictsOf } from '@carapace/shared/interface-agreement/marks'
import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import { expect, test } from 'vitest'
import { demoDeliveries } from './exchange.ts'
import { agreedRows } from './rows.ts'
import { demoStory } from './story.ts'

const { steps, signings } = demoStory(new Date('2026-11-28T12:00:00Z'))

const states = steps.reduce(
  (all, { step }) => {
    const after = afterStep(all.at(-1)!, step)
    if (!after.ok) throw new Error(`${JSON.stringify(step)}: ${after.reason}`)
    return [...all, after.value]
  },
  [begun(agreementTemplate)],
)

test('each work product of the demo agreement has values, and few of them contradict each other', () => {
  const now = [...states.at(-1)!.rows.values()].filter(isNegotiated)
  expect(agreedRows.map(([row]) => row)).toEqual(now.map(({ row }) => row.id))
  expect(now.filter(({ row }) => conflictsOf(row).length > 0).length).toBeLessThan(10)
})

test('both sides had agreed to every row when they signed, and negotiate twelve now', () => {
  for (const { at } of signings) expect(figuresOf(states[at]!)).toMatchObject({ state: 'accepted', agreed: 53 })
  expect(figuresOf(states.at(-1)!)).toMatchObject({ state: 'proposed', rows: 53, agreed: 41 })
})

test('steps and signatures are in the order of their days, and deliveries come from a responsible side', () => {
  const days = steps.map(({ daysAgo }) => daysAgo)
  expect(days).toEqual(days.toSorted((a, b) => b - a))
  for (const { row, by } of demoDeliveries) {
    const [, customer, supplier] = agreedRows.find(([id]) => id === row)!
    expect(by === 'Tomas Weiss' ? supplier : customer, `row ${row}`).toContain('r')
  }
})
