import { z } from 'zod'

const uuid = z.uuid().optional().catch(undefined)
const row = z.int().min(1).max(999).optional().catch(undefined)

/** The address of a page of an agreement. Without an agreement the page opens the one of the program, or the list. */
export const AgreementSearch = z.object({ agreement: uuid, programId: uuid })
export type AgreementSearch = z.output<typeof AgreementSearch>

export const shownRows = ['proposals', 'open', 'conflicts'] as const
export type ShownRows = (typeof shownRows)[number]
export const tableGroups = ['state', 'responsible'] as const
export type TableGroup = (typeof tableGroups)[number]

/** The address of the table: the row that is open beside it, which rows are shown, and how they are grouped. */
export const TableSearch = AgreementSearch.extend({
  row,
  show: z.enum(shownRows).optional().catch(undefined),
  q: z.string().max(100).optional().catch(undefined),
  /** Absent: by the headings of the agreement. */
  group: z.enum(tableGroups).optional().catch(undefined),
})
export type TableSearch = z.output<typeof TableSearch>

export const complianceTabs = ['rows', 'deliveries'] as const
export const dueFilters = ['overdue', 'soon', 'without-evidence'] as const
export type DueFilter = (typeof dueFilters)[number]

/** The address of the compliance page: its tab, which rows it shows, and the row that is open beside them. */
export const ComplianceSearch = AgreementSearch.extend({
  row,
  tab: z.enum(complianceTabs).optional().catch(undefined),
  due: z.enum(dueFilters).optional().catch(undefined),
})
export type ComplianceSearch = z.output<typeof ComplianceSearch>

export const listTabs = [
  { tab: 'agreements', title: 'Agreements' },
  { tab: 'templates', title: 'Templates' },
] as const

/** The address of the list: its tab, the program whose agreements it shows, words, and an invitation to answer. */
export const AgreementsSearch = z.object({
  programId: uuid,
  invitation: uuid,
  q: z.string().max(100).optional().catch(undefined),
  tab: z.enum(['agreements', 'templates']).optional().catch(undefined),
})
export type AgreementsSearch = z.output<typeof AgreementsSearch>
