import type { AgreementSummary } from '@carapace/shared/interface-agreement/agreements.contract'
import type { Access } from '@carapace/shared/interface-agreement/access'
import type { RowState } from '@carapace/shared/interface-agreement/negotiation'
import type { RowField, Side } from '@carapace/shared/interface-agreement/row'
import { calendarDay } from '../core/format/format.ts'
import type { Tone } from '../core/ui/status-badge.tsx'

export const sideTexts: Readonly<Record<Side, string>> = { customer: 'Customer', supplier: 'Supplier' }

/** The state of a row, or of the whole agreement. */
export const stateTexts: Readonly<Record<RowState, string>> = {
  draft: 'Draft',
  proposed: 'Proposed',
  accepted: 'Accepted',
  'not-accepted': 'Not accepted',
}
export const stateTones: Readonly<Record<RowState, Tone>> = {
  draft: 'grey',
  proposed: 'purple',
  accepted: 'green',
  'not-accepted': 'red',
}

export const accessTexts: Readonly<Record<Access, string>> = {
  contact: 'Contact',
  'third-party': 'Third party',
  member: 'Member',
  named: 'Named member',
}
/** What somebody of the team may see and do. */
export const accessMeanings: Readonly<Record<Access, string>> = {
  contact: 'Is listed here, and sees nothing of the agreement.',
  'third-party': 'Sees only the rows they are invited for, and changes nothing.',
  member: 'Works on the whole agreement; sees nothing highly confidential of the other side.',
  named: 'Works on the whole agreement, and sees what is highly confidential, too.',
}

/** The fields of a row, as columns and differences name them. */
export const fieldTexts: Readonly<Record<RowField, string>> = {
  work_product: 'Work product',
  iso_reference: 'ISO reference',
  explanation_remarks_expected_content: 'Expected content',
  specific_document: 'Document',
  tailoring_applicable: 'Tailored',
  tailoring_justification: 'Reason for tailoring',
  customer_r: 'Customer R',
  customer_s: 'Customer S',
  customer_i: 'Customer I',
  customer_a: 'Customer A',
  supplier_r: 'Supplier R',
  supplier_s: 'Supplier S',
  supplier_i: 'Supplier I',
  supplier_a: 'Supplier A',
  deliverable_type: 'Deliverable',
  level_of_confidentiality: 'Confidentiality',
  update_cycle: 'Update cycle',
  criteria_for_exchange: 'Criteria for exchange',
  special_agreements: 'Special agreements',
  status: 'Status',
  date: 'Date',
}

/** A value of a row as text; an empty one is a dash. */
export function valueText(field: RowField, value: string | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === undefined || value === '') return '–'
  return field === 'date' ? calendarDay(value) : value
}

/** The name of the party on a side; undefined while nobody is invited. */
export function partyNameOf({ parties }: Pick<AgreementSummary, 'parties'>, side: Side): string | undefined {
  return parties.find((party) => party.side === side)?.name
}

/** `1 change`, `3 changes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
