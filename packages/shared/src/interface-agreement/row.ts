import { z } from 'zod'

/** The two parties of an agreement. */
export const sides = ['customer', 'supplier'] as const
export type Side = (typeof sides)[number]
export const otherSide = (side: Side): Side => (side === 'customer' ? 'supplier' : 'customer')

/** What a side has to do with a work product: it is responsible, supports, is informed, approves. */
export const marks = ['r', 's', 'i', 'a'] as const
export type Mark = (typeof marks)[number]
export type MarkField = `${Side}_${Mark}`

export const markField = (side: Side, mark: Mark): MarkField => `${side}_${mark}`

export const deliverableTypes = ['handover', 'inspection', 'insight-on-demand'] as const
export type DeliverableType = (typeof deliverableTypes)[number]
/** The strictest first. */
export const confidentialityLevels = [
  'highly-confidential',
  'confidential',
  'confidential-with-third-party',
  'public',
] as const
export type Confidentiality = (typeof confidentialityLevels)[number]
export const updateCycles = ['once', 'on-event', 'cyclic'] as const
export type UpdateCycle = (typeof updateCycles)[number]

/** The reference of a work product that no clause names. */
export const noReference = 'No explicit reference'

const text = (most: number) => z.string().trim().max(most).default('')
const chosen = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.union([z.enum(choices), z.literal('')]).default('')
const mark = z.boolean().default(false)

/** The values of a row, without its number. Texts are empty until they are agreed. */
export const RowValues = z.object({
  work_product: z.string().trim().min(1).max(200),
  iso_reference: z.union([
    z.string().regex(/^WP-\d{2}-\d{2}$/, 'WP-nn-nn, or no explicit reference.'),
    z.literal(noReference),
  ]),
  explanation_remarks_expected_content: text(4_000),
  specific_document: text(300),
  tailoring_applicable: z.boolean().default(false),
  tailoring_justification: text(2_000),
  customer_r: mark,
  customer_s: mark,
  customer_i: mark,
  customer_a: mark,
  supplier_r: mark,
  supplier_s: mark,
  supplier_i: mark,
  supplier_a: mark,
  deliverable_type: chosen(deliverableTypes),
  level_of_confidentiality: chosen(confidentialityLevels),
  update_cycle: chosen(updateCycles),
  criteria_for_exchange: text(2_000),
  special_agreements: text(2_000),
  status: text(100),
  /** A day, such as 2026-11-28. */
  date: z.union([z.iso.date(), z.literal('')]).default(''),
})
export type RowValues = z.output<typeof RowValues>
export type RowField = keyof RowValues
export const rowFields = Object.keys(RowValues.shape) as RowField[]

const id = z.int().min(1).max(999)

/** A work product of an agreement. */
export const WorkProductRow = RowValues.extend({ id, is_heading: z.literal(false) })
export type WorkProductRow = z.output<typeof WorkProductRow>

/** A heading above work products, which spans all columns but the number. */
export const HeadingRow = z.object({
  id,
  is_heading: z.literal(true),
  title: z.string().trim().min(1).max(200),
  colspan: z.literal(21).optional(),
})
export type HeadingRow = z.output<typeof HeadingRow>

export const AgreementRow = z.discriminatedUnion('is_heading', [WorkProductRow, HeadingRow])
export type AgreementRow = z.output<typeof AgreementRow>

/** Why values of a row cannot be agreed, by field; empty: they can (rule AGREEMENT-2). */
export function whyNotRow(row: Pick<RowValues, 'tailoring_applicable' | 'tailoring_justification'>) {
  const errors: Partial<Record<RowField, string>> = {}
  if (row.tailoring_applicable && row.tailoring_justification.trim() === '')
    errors.tailoring_justification = 'State why the work product is tailored.'
  return errors
}
