import type { DeliverableType, Side } from '@carapace/shared/interface-agreement/row'
import { agreedRows } from './rows.ts'

export interface DemoDelivery {
  readonly row: number
  readonly by: 'Jonas Lind' | 'Tomas Weiss'
  readonly daysAgo: number
  readonly kind: DeliverableType
  readonly version: string
  readonly note?: string
  /** A text file that is handed over. */
  readonly file?: { readonly name: string; readonly text: string }
  readonly receipt?: { readonly by: 'Maya Rao' | 'Jonas Lind' | 'Tomas Weiss'; readonly daysAgo: number }
  readonly returned?: string
}

const described: readonly DemoDelivery[] = [
  {
    row: 36,
    by: 'Jonas Lind',
    daysAgo: 80,
    kind: 'handover',
    version: '3.0',
    receipt: { by: 'Tomas Weiss', daysAgo: 79 },
  },
  {
    row: 38,
    by: 'Jonas Lind',
    daysAgo: 77,
    kind: 'handover',
    version: 'v4',
    note: 'Goals for the drive, with their assurance levels.',
    receipt: { by: 'Tomas Weiss', daysAgo: 75 },
  },
  {
    row: 9,
    by: 'Tomas Weiss',
    daysAgo: 74,
    kind: 'handover',
    version: '1.2',
    receipt: { by: 'Jonas Lind', daysAgo: 73 },
  },
  {
    row: 24,
    by: 'Tomas Weiss',
    daysAgo: 70,
    kind: 'handover',
    version: '3.1',
    receipt: { by: 'Jonas Lind', daysAgo: 66 },
  },
  {
    row: 48,
    by: 'Tomas Weiss',
    daysAgo: 54,
    kind: 'handover',
    version: '2026-Q3',
    file: {
      name: 'vcu-findings-2026-q3.csv',
      text: 'finding,component,severity,state\nKF-118,bootloader,high,fixed in 2.1.4\nKF-121,UDS session,medium,open\n',
    },
    receipt: { by: 'Jonas Lind', daysAgo: 52 },
  },
  {
    row: 14,
    by: 'Tomas Weiss',
    daysAgo: 48,
    kind: 'handover',
    version: '0.9',
    note: 'Without the schedule of the penetration test, which follows.',
    file: { name: 'cs-plan-vcu-0.9.txt', text: 'Cybersecurity plan VCU 0.9\n\n1 Phases\n2 People\n3 Tailoring\n' },
    receipt: { by: 'Jonas Lind', daysAgo: 45 },
  },
  {
    row: 44,
    by: 'Tomas Weiss',
    daysAgo: 33,
    kind: 'handover',
    version: '2.1',
    file: { name: 'srs-vcu-2.1.txt', text: 'Software requirements VCU 2.1: 214 requirements, 9 open.\n' },
    receipt: { by: 'Jonas Lind', daysAgo: 30 },
    returned: 'Nine requirements have no trace link to the item: please add them.',
  },
  {
    row: 2,
    by: 'Jonas Lind',
    daysAgo: 112,
    kind: 'inspection',
    version: '7.2',
    receipt: { by: 'Tomas Weiss', daysAgo: 110 },
  },
  { row: 22, by: 'Jonas Lind', daysAgo: 3, kind: 'handover', version: 'November', note: 'Events of the drive domain.' },
]

/** Rows whose exchange is overdue. */
const overdue: readonly number[] = [21, 34, 49]

/** The exchange that an agreed day in the past led to: on events lately, in cycles within the last one. */
function routine([row, customer, , document, kind, , cycle, , day = 0]: (typeof agreedRows)[number]): DemoDelivery[] {
  if (day > -20 || overdue.includes(row) || described.some((delivery) => delivery.row === row)) return []
  const daysAgo = cycle === 'on-event' ? 4 : cycle === 'cyclic' ? 20 + ((row * 7) % 55) : -day
  const [by, receiver] = customer.includes('r')
    ? (['Jonas Lind', 'Tomas Weiss'] as const)
    : (['Tomas Weiss', 'Jonas Lind'] as const)
  return [{ row, by, daysAgo, kind, version: document, receipt: { by: receiver, daysAgo: daysAgo - 2 } }]
}

export const demoDeliveries: readonly DemoDelivery[] = [...described, ...agreedRows.flatMap(routine)]

export const demoComments: readonly {
  readonly row: number
  readonly side: Side
  readonly by: 'Jonas Lind' | 'Maya Rao' | 'Tomas Weiss'
  readonly daysAgo: number
  readonly text: string
}[] = [
  {
    row: 14,
    side: 'supplier',
    by: 'Tomas Weiss',
    daysAgo: 10,
    text: 'We keep the plan in our system and export it at each milestone. Is ReqIF enough for you?',
  },
  { row: 14, side: 'customer', by: 'Jonas Lind', daysAgo: 9, text: 'ReqIF with the PDF beside it, signed. Yes.' },
  {
    row: 24,
    side: 'customer',
    by: 'Maya Rao',
    daysAgo: 90,
    text: 'The authority asks us for the analysis of each reported vulnerability: we need the document itself.',
  },
  { row: 44, side: 'supplier', by: 'Tomas Weiss', daysAgo: 28, text: 'Version 2.2 with the links comes next week.' },
]

/** Notes that each side has made for itself. */
export const demoNotes = [
  {
    row: 14,
    side: 'customer',
    by: 'Jonas Lind',
    daysAgo: 8,
    text: 'Accept, if they keep the review within 10 days. Purchasing agrees.',
  },
  {
    row: 47,
    side: 'supplier',
    by: 'Tomas Weiss',
    daysAgo: 3,
    text: 'The report names two other customers: hand over an extract at most.',
  },
] as const

export const demoEvents = [
  { row: 38, side: 'customer', by: 'Maya Rao', daysAgo: 12, reason: 'A new goal after the relay attack on the key.' },
  { row: 24, side: 'supplier', by: 'Tomas Weiss', daysAgo: 2, reason: 'CVE in the TLS library of the VCU.' },
] as const

/** What the customer has typed and not sent. */
export const demoDrafts = [
  { row: 16, field: 'specific_document', value: 'Assessment plan drive 1.0' },
  { row: 52, field: 'supplier_i', value: true },
  { row: 64, field: 'special_agreements', value: 'Each second review at the plant in Bologna.' },
] as const
