import { z } from 'zod'

const text = (most: number) => z.string().trim().max(most).default('')
const day = z.union([z.iso.date(), z.literal('')]).default('')

/** The address and the first contact of a side. */
export const CoverParty = z.object({
  name: text(200),
  address: text(500),
  contact: text(200),
  email: text(200),
  phone: text(60),
})

/** A level of escalation: whom to call on each side, and after how many days without an answer. */
export const EscalationLevel = z.object({
  subject: z.string().trim().min(1).max(200),
  customer: text(200),
  supplier: text(200),
  after_days: z.int().min(0).max(365),
})

/** The cover of an agreement: who agrees on what, and from when until when. */
export const Cover = z.object({
  item: text(200),
  scope: text(4_000),
  document_number: text(60),
  customer: CoverParty.prefault({}),
  supplier: CoverParty.prefault({}),
  valid_from: day,
  valid_until: day,
  escalation: z.array(EscalationLevel).max(10).default([]),
  /** Days between two exchanges of what is updated in cycles, and from an event to its exchange (rule AGREEMENT-10). */
  cycle_days: z.int().min(1).max(3_650).default(90),
  event_days: z.int().min(0).max(365).default(5),
})
export type Cover = z.output<typeof Cover>

/** A term of the glossary. */
export const Term = z.object({
  term: z.string().trim().min(1).max(100),
  meaning: z.string().trim().min(1).max(1_000),
  source: text(200),
})
export type Term = z.output<typeof Term>
export const termsAtMost = 300

/** Why a cover cannot be stored, by field; empty: it can. */
export function whyNotCover({ valid_from: from, valid_until: until }: Pick<Cover, 'valid_from' | 'valid_until'>) {
  return from !== '' && until !== '' && until < from
    ? { valid_until: 'The agreement ends before it begins: choose a later day.' }
    : {}
}

/** The terms with which a glossary begins, in our words; both sides change them and add their own. */
export const defaultGlossary: readonly Term[] = (
  [
    ['Approve', 'Has to agree before a work product counts as done.', 'Marks of this agreement'],
    ['Informed', 'Receives the work product or its result, without a duty of its own.', 'Marks of this agreement'],
    ['Responsible', 'Creates the work product and keeps it up to date.', 'Marks of this agreement'],
    ['Support', 'Contributes knowledge, data or work to the work product.', 'Marks of this agreement'],
    ['Asset', 'Something of value to road users or a party, whose properties must be protected.', 'ISO/SAE 21434'],
    ['Attack path', 'The steps by which an attacker makes a threat scenario real.', 'ISO/SAE 21434'],
    ['Component', 'A part of an item that can be separated from it, in hardware or software.', 'ISO/SAE 21434'],
    ['Cybersecurity case', 'The argument, with its evidence, that the risk of an item is acceptable.', 'ISO/SAE 21434'],
    ['Cybersecurity goal', 'What the concept of an item must reach against one or more threats.', 'ISO/SAE 21434'],
    ['Damage scenario', 'A harm to road users or a party that a vehicle or its function causes.', 'ISO/SAE 21434'],
    ['Handover', 'The document itself is passed to the other side and stays there.', 'Deliverables of this agreement'],
    ['Insight on demand', 'The document is shown to the other side when it asks.', 'Deliverables of this agreement'],
    ['Inspection', 'The other side looks at the document where it is kept.', 'Deliverables of this agreement'],
    ['Item', 'One or more components that together realise a function of the vehicle.', 'ISO/SAE 21434'],
    ['Tailoring', 'An activity is left out, or done in another way, for a stated reason.', 'ISO/SAE 21434'],
    ['TARA', 'Threat analysis and risk assessment.', 'ISO/SAE 21434'],
    [
      'Threat scenario',
      'A possible cause by which the properties of assets are lost, and damage follows.',
      'ISO/SAE 21434',
    ],
    ['Vulnerability', 'A weakness that an attack path can use.', 'ISO/SAE 21434'],
  ] as const
).map(([term, meaning, source]) => ({ term, meaning, source }))
