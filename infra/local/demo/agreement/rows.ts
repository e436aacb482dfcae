import {
  type Confidentiality,
  type DeliverableType,
  type Mark,
  marks,
  markField,
  type RowValues,
  type Side,
  type UpdateCycle,
} from '@carapace/shared/interface-agreement/row'

/** What the demo's parties agreed on for a work product. */
type Agreed = readonly [
  row: number,
  /** Marks of the customer and of the supplier: `ra`, `si`. */
  customer: string,
  supplier: string,
  document: string,
  type: DeliverableType,
  level: Confidentiality,
  cycle: UpdateCycle,
  status: string,
  /** The agreed day of the first exchange, in days from now; undefined: none. */
  day?: number,
]

const [handover, inspection, insight] = ['handover', 'inspection', 'insight-on-demand'] as const
const [secret, confidential, third, open] = [
  'highly-confidential',
  'confidential',
  'confidential-with-third-party',
  'public',
] as const

export const agreedRows: readonly Agreed[] = [
  [2, 'ra', 'ri', 'Policy 7.2', inspection, confidential, 'cyclic', 'Approved', -120],
  [3, 'ia', 'r', 'Training record', insight, confidential, 'cyclic', 'Approved', -115],
  [4, 'ia', 'r', 'ISMS certificate', insight, confidential, 'cyclic', 'Approved', -118],
  [5, 'a', 'r', 'Tool list', insight, confidential, 'on-event', 'Approved', -110],
  [6, 'ia', 'r', 'Audit 2026', inspection, secret, 'cyclic', 'Approved', -96],
  [8, 'r', 'ia', 'EQX-24 plan', handover, confidential, 'on-event', 'Approved', -105],
  [9, 'ia', 'ra', 'VCU plan', handover, confidential, 'on-event', 'Approved', -104],
  [10, 'r', 'si', 'Milestones v9', handover, confidential, 'cyclic', 'Under review', -98],
  [11, 'i', 'r', '', handover, confidential, 'cyclic', 'Under review', -97],
  [12, 'ra', 'i', '', insight, secret, 'cyclic', ''],
  [13, 'i', 'ra', '', insight, secret, 'cyclic', ''],
  [14, 'rsa', 'ri', 'CS plan VCU', handover, confidential, 'on-event', 'Pending', -60],
  [15, 'ia', 'rs', 'CS case VCU', inspection, secret, 'once', 'Pending', 45],
  [16, 'rs', 's', '', handover, secret, 'once', '', 60],
  [17, 'rs', 's', '', inspection, secret, 'once', 'Under review', 75],
  [18, 'r', 'sa', '', handover, secret, 'once', 'Under review', 120],
  [20, 'rsi', 'rsi', 'CTI feed list', insight, confidential, 'cyclic', 'Approved', -88],
  [21, 'ri', 'si', 'Trigger catalogue', insight, confidential, 'on-event', 'Approved', -86],
  [22, 'r', 'si', 'MSOC export', handover, third, 'on-event', 'Approved', -80],
  [23, 'ia', 'r', '', handover, secret, 'on-event', 'Pending', -70],
  [24, 'sia', 'r', 'VA template 3', handover, secret, 'on-event', 'Approved', -72],
  [25, 'ia', 'r', '', inspection, secret, 'on-event', ''],
  [27, 'r', 'sia', 'TARA EQX-24', handover, secret, 'on-event', 'Approved', -90],
  [28, 'r', 'sia', 'TARA EQX-24', handover, secret, 'on-event', 'Approved', -90],
  [29, 'ra', 'rs', 'TARA EQX-24, TARA VCU', handover, secret, 'on-event', 'Approved', -90],
  [30, 'r', 'ia', 'TARA EQX-24', handover, secret, 'on-event', 'Approved', -90],
  [31, 'sa', 'r', 'TARA VCU', handover, secret, 'on-event', 'Approved', -85],
  [32, 'sa', 'r', 'TARA VCU', handover, secret, 'on-event', 'Approved', -85],
  [33, 'r', 'ia', 'TARA EQX-24', handover, secret, 'on-event', 'Approved', -82],
  [34, 'r', 'sa', 'Risk register', handover, secret, 'on-event', 'Under review', -76],
  [36, 'r', 'sia', 'Item EQX-24 drive', handover, confidential, 'on-event', 'Approved', -112],
  [37, 'ra', 'rs', 'TARA EQX-24', handover, secret, 'on-event', 'Approved', -90],
  [38, 'r', 'ia', 'Goals v4', handover, confidential, 'on-event', 'Approved', -78],
  [39, 'r', 'ia', 'Claims v2', insight, confidential, 'on-event', 'Approved', -78],
  [40, 'r', 'ia', '', insight, confidential, 'once', 'Under review', 10],
  [41, 'r', 'sa', 'Concept v3', handover, confidential, 'on-event', 'Approved', -66],
  [42, 'r', 'ia', '', insight, confidential, 'once', '', 20],
  [44, 'ia', 'r', 'SRS VCU 2.1', handover, confidential, 'on-event', 'Under review', -35],
  [45, 'r', 'sa', '', handover, confidential, 'once', '', 90],
  [46, 'ia', 'r', 'MISRA C, AUTOSAR C++', insight, open, 'once', 'Approved', -60],
  [47, 'a', 'r', '', inspection, confidential, 'once', '', 30],
  [48, 'ia', 'r', 'Findings list', handover, secret, 'cyclic', 'Under review', -55],
  [49, 'ia', 'r', 'Test plan VCU', handover, third, 'once', 'Under review', -14],
  [50, 'ia', 'r', '', handover, third, 'once', '', 40],
  [52, 'r', 'sa', '', inspection, secret, 'once', '', 110],
  [54, 'ia', 'r', '', inspection, secret, 'once', '', 130],
  [56, 'ra', 'rsi', 'PSIRT handbook', handover, confidential, 'cyclic', 'Approved', -102],
  [58, 'r', 'sia', '', handover, confidential, 'once', '', 150],
  [60, 'ra', 'r', 'This agreement', handover, confidential, 'on-event', 'Approved', -45],
  [61, 'ra', 'r', 'Contacts v5', handover, confidential, 'cyclic', 'Approved', -44],
  [62, 'r', 'sa', 'Change process 2', handover, open, 'once', 'Approved', -44],
  [63, 'ra', 'r', 'Formats v3', handover, open, 'once', 'Approved', -44],
  [64, 'r', 'sa', 'Review calendar', handover, confidential, 'cyclic', 'Approved', -40],
]

const tailored: Readonly<Record<number, string>> = {
  5: 'The compiler is qualified by its maker: its certificate replaces our own assessment.',
  16: 'One assessment for both control units of the drive: the plan of the first one is used again.',
}

const criteria: Readonly<Record<number, string>> = {
  14: 'PDF and ReqIF, signed, through this product.',
  22: 'STIX 2.1 or CSV within one working day.',
  24: 'CVSS 4.0 vector, affected versions and exploitability in the VCU.',
  44: 'ReqIF with trace links to the requirements of the item.',
  48: 'CycloneDX VEX for each finding that concerns a delivered component.',
}

const special: Readonly<Record<number, string>> = {
  14: 'Review within 10 working days.',
  23: 'Weaknesses that are exploited are reported within 24 hours.',
  56: 'A contact of each side answers at any hour.',
}

/** The values of a row, with the agreed day counted from `now`. */
export function valuesOf(
  [row, customer, supplier, document, type, level, cycle, status, day]: Agreed,
  now: Date,
): Partial<RowValues> {
  return {
    ...marksOf('customer', customer),
    ...marksOf('supplier', supplier),
    specific_document: document,
    deliverable_type: type,
    level_of_confidentiality: level,
    update_cycle: cycle,
    status,
    date: day === undefined ? '' : new Date(now.getTime() + day * 86_400_000).toISOString().slice(0, 10),
    tailoring_applicable: row in tailored,
    tailoring_justification: tailored[row] ?? '',
    criteria_for_exchange: criteria[row] ?? '',
    special_agreements: special[row] ?? '',
  }
}

function marksOf(side: Side, set: string): Partial<RowValues> {
  return Object.fromEntries(marks.map((mark: Mark) => [markField(side, mark), set.includes(mark)]))
}
