import type { Step } from '@carapace/shared/interface-agreement/negotiation'
import type { RowValues, Side } from '@carapace/shared/interface-agreement/row'
import { agreedRows, valuesOf } from './rows.ts'

/** A step of the demo's negotiation: by whom, and how many days before now. */
export interface Taken {
  readonly by: 'Jonas Lind' | 'Maya Rao' | 'Tomas Weiss'
  readonly daysAgo: number
  readonly step: Step
}

/** When both sides signed; the steps before it are in that version. */
export interface Signing {
  readonly daysAgo: number
  readonly at: number
}

const sideOf = (by: Taken['by']): Side => (by === 'Tomas Weiss' ? 'supplier' : 'customer')

const proposal = (by: Taken['by'], daysAgo: number, row: number, changes: Partial<RowValues>, note = ''): Taken => ({
  by,
  daysAgo,
  step: { what: 'proposed', side: sideOf(by), row, changes, note },
})

const accepted = (by: Taken['by'], daysAgo: number, row: number, fields: readonly (keyof RowValues)[]): Taken => ({
  by,
  daysAgo,
  step: { what: 'accepted', side: sideOf(by), row, fields },
})

const declined = (
  by: Taken['by'],
  daysAgo: number,
  row: number,
  fields: readonly (keyof RowValues)[],
  reason: string,
): Taken => ({ by, daysAgo, step: { what: 'declined', side: sideOf(by), row, fields, reason } })

const agreedBy = (by: Taken['by'], daysAgo: number, rows: readonly number[]): Taken[] =>
  rows.map((row) => ({ by, daysAgo, step: { what: 'row-accepted', side: sideOf(by), row } }))

const all = agreedRows.map(([row]) => row)

/** Round one: the customer's draft, what the supplier wanted otherwise, and both agree. */
function roundOne(now: Date): Taken[] {
  return [
    ...agreedRows.map((agreed): Taken => ({
      by: 'Jonas Lind',
      daysAgo: 96,
      step: { what: 'edited', row: agreed[0], changes: { ...valuesOf(agreed, now), ...before[agreed[0]] } },
    })),
    { by: 'Jonas Lind', daysAgo: 95, step: { what: 'sent' } },
    proposal('Tomas Weiss', 92, 31, { supplier_r: true, customer_r: false }, 'The attack paths end in our firmware.'),
    proposal('Tomas Weiss', 92, 48, { update_cycle: 'cyclic' }, 'We collect findings and send them each quarter.'),
    proposal('Tomas Weiss', 91, 24, { deliverable_type: 'insight-on-demand' }, 'The analysis names other customers.'),
    accepted('Jonas Lind', 90, 31, ['supplier_r', 'customer_r']),
    accepted('Jonas Lind', 90, 48, ['update_cycle']),
    declined('Jonas Lind', 90, 24, ['deliverable_type'], 'We have to answer our authority with it: leave others out.'),
    ...agreedBy(
      'Tomas Weiss',
      88,
      all.toSpliced(all.indexOf(31), 1).filter((row) => row !== 48),
    ),
    ...agreedBy(
      'Jonas Lind',
      87,
      all.toSpliced(all.indexOf(31), 1).filter((row) => row !== 48),
    ),
  ]
}

/** Values of the first draft that the first round changed. */
const before: Readonly<Record<number, Partial<RowValues>>> = {
  31: { supplier_r: false, customer_r: true },
  48: { update_cycle: 'on-event' },
  22: { level_of_confidentiality: 'confidential' },
  60: { update_cycle: 'once' },
}

/** Round two: an amendment after the first incident exercise. */
const roundTwo: readonly Taken[] = [
  proposal(
    'Maya Rao',
    26,
    22,
    { level_of_confidentiality: 'confidential-with-third-party' },
    'Our SOC is run with a partner: it has to see the events.',
  ),
  proposal('Tomas Weiss', 25, 60, { update_cycle: 'on-event' }, 'Each amendment is a version of its own.'),
  accepted('Tomas Weiss', 24, 22, ['level_of_confidentiality']),
  accepted('Maya Rao', 24, 60, ['update_cycle']),
]

/** Round three, which is under way: proposals of both sides that the other one has not answered. */
const roundThree: readonly Taken[] = [
  proposal('Tomas Weiss', 10, 11, { supplier_s: true }, 'Our plant supports the schedule.'),
  proposal(
    'Tomas Weiss',
    10,
    14,
    {
      customer_r: false,
      customer_i: true,
      supplier_a: true,
      level_of_confidentiality: 'highly-confidential',
      update_cycle: 'cyclic',
    },
    'We own the plan for the VCU and update it at each milestone, so please be informed rather than responsible.',
  ),
  proposal('Tomas Weiss', 9, 15, { supplier_s: false }, 'The case is ours alone.'),
  proposal('Tomas Weiss', 9, 23, { customer_s: true, update_cycle: 'cyclic' }, 'You see them first, in the field.'),
  proposal('Tomas Weiss', 8, 50, { deliverable_type: 'inspection' }, 'Raw results stay in our laboratory.'),
  proposal('Tomas Weiss', 8, 54, { customer_i: false }, ''),
  proposal('Tomas Weiss', 8, 58, { supplier_r: true }, 'We announce the end of support together.'),
  proposal('Jonas Lind', 6, 12, { specific_document: 'Risk register 3' }, ''),
  proposal('Jonas Lind', 6, 25, { update_cycle: 'cyclic', criteria_for_exchange: 'With each release.' }, ''),
  proposal('Jonas Lind', 5, 42, { customer_s: true }, ''),
  proposal('Jonas Lind', 5, 45, { specific_document: 'Service manual, chapter 9' }, ''),
  proposal('Jonas Lind', 4, 47, { deliverable_type: 'handover' }, 'Our assessor asks for the report itself.'),
]

/** All steps in their order, and after how many of them both sides signed. */
export function demoStory(now: Date): { readonly steps: readonly Taken[]; readonly signings: readonly Signing[] } {
  const first = roundOne(now)
  const second = [...first, ...roundTwo]
  return {
    steps: [...second, ...roundThree],
    signings: [
      { at: first.length, daysAgo: 84 },
      { at: second.length, daysAgo: 18 },
    ],
  }
}
