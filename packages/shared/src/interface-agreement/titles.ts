import type { Mark, MarkField, RowField, Side } from './row.ts'

export const sideTitles: Readonly<Record<Side, string>> = { customer: 'Customer', supplier: 'Supplier' }

/** The columns of the table in exports, in their order; an import knows them by the same titles. */
export const fieldTitles: Readonly<Record<RowField, string>> = {
  work_product: 'Work product',
  iso_reference: 'Reference',
  explanation_remarks_expected_content: 'Explanation, remarks, expected content',
  specific_document: 'Specific document',
  tailoring_applicable: 'Tailoring applicable',
  tailoring_justification: 'Tailoring justification',
  customer_r: 'Customer R',
  customer_s: 'Customer S',
  customer_i: 'Customer I',
  customer_a: 'Customer A',
  supplier_r: 'Supplier R',
  supplier_s: 'Supplier S',
  supplier_i: 'Supplier I',
  supplier_a: 'Supplier A',
  deliverable_type: 'Deliverable type',
  level_of_confidentiality: 'Level of confidentiality',
  update_cycle: 'Update cycle',
  criteria_for_exchange: 'Criteria for exchange',
  special_agreements: 'Special agreements',
  status: 'Status',
  date: 'Date',
}
export const numberTitle = 'No.'

/** A mark's side and letter; undefined: the field is no mark. */
export function markOf(field: RowField): { readonly side: Side; readonly mark: Mark } | undefined {
  const found = /^(customer|supplier)_([rsia])$/.exec(field)
  return found ? { side: found[1] as Side, mark: found[2] as Mark } : undefined
}

export const isMark = (field: RowField): field is MarkField => markOf(field) !== undefined
