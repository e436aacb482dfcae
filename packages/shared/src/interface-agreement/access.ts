import { type Confidentiality, markField, type RowField, type Side, sides, type WorkProductRow } from './row.ts'

/**
 * What somebody of a team may see: `contact`: is listed, and sees nothing; `third-party`: takes part in some rows only;
 * `member`: in the whole agreement; `named`: in what is highly confidential, too.
 */
export const accesses = ['contact', 'third-party', 'member', 'named'] as const
export type Access = (typeof accesses)[number]

/** A person of one side, with the rows that a third party is invited for. */
export interface Reader {
  readonly side: Side
  readonly access: Access
  readonly rows: readonly number[]
}

const readers: Readonly<Record<Confidentiality, readonly Access[]>> = {
  'highly-confidential': ['named'],
  confidential: ['member', 'named'],
  'confidential-with-third-party': ['third-party', 'member', 'named'],
  public: ['third-party', 'member', 'named'],
}

/** Whether somebody takes part in a row at all. */
export function takesPart({ access, rows }: Reader, row: number): boolean {
  return access === 'third-party' ? rows.includes(row) : access !== 'contact'
}

/**
 * Whether somebody may see what `owner` has put into a row: its document, files, deliveries and evidence (rule
 * AGREEMENT-9). Without a level a row is confidential. Members see what their own side has put there at every level.
 */
export function maySee(level: Confidentiality | '', owner: Side, reader: Reader, row: number): boolean {
  if (!takesPart(reader, row)) return false
  const isOwn = reader.side === owner && reader.access !== 'third-party'
  return isOwn || readers[level === '' ? 'confidential' : level].includes(reader.access)
}

/** The sides whose document a work product is: those that are responsible; while nobody is, both. */
export function ownersOf(row: WorkProductRow): readonly Side[] {
  const responsible = sides.filter((side) => row[markField(side, 'r')])
  return responsible.length > 0 ? responsible : sides
}

/** The values of an agreed row that somebody may not see: the document, if it is the other side's (AGREEMENT-9). */
export function hiddenFields(row: WorkProductRow, reader: Reader): readonly RowField[] {
  const isSeen = ownersOf(row).some((owner) => maySee(row.level_of_confidentiality, owner, reader, row.id))
  return isSeen ? [] : ['specific_document']
}
