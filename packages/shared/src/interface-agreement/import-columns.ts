import { type Mark, markField, marks, type RowField, rowFields, type Side, sides } from './row.ts'
import { fieldTitles, numberTitle } from './titles.ts'

/** What a column of a file holds: a field, the number of the row, or all marks of a side in one cell. */
export type ImportTarget = RowField | 'number' | `${Side}_marks`

export interface FoundHeader {
  /** The position of the row with the titles, from 0; what is imported begins behind it. */
  readonly row: number
  /** For each column of the file what it holds; null: nothing that is imported. */
  readonly columns: readonly (ImportTarget | null)[]
  /** Whether it is the layout of the own export, in which an empty cell means an empty value. */
  readonly isOwn: boolean
}

/** The titles of the own export, in its order. */
export const exportColumns: readonly (readonly [target: 'number' | RowField, title: string])[] = [
  ['number', numberTitle],
  ...rowFields.map((field) => [field, fieldTitles[field]] as const),
]

const headerWithin = 20

/** Titles of other layouts, in English and German, as `wordsOf` writes them. */
const synonyms: Readonly<Partial<Record<ImportTarget, readonly string[]>>> = {
  number: ['no', 'nr', 'number', 'id', 'item', 'item no', 'row', 'lfd nr', 'nummer', 'pos'],
  work_product: ['work product', 'work products', 'workproduct', 'wp title', 'title', 'deliverable', 'arbeitsprodukt'],
  iso_reference: [
    'reference',
    'iso reference',
    'iso sae 21434 reference',
    'iso sae 21434',
    'iso 21434',
    'clause',
    'wp',
    'wp id',
    'wp code',
    'wp no',
    'work product id',
    'work product no',
    'referenz',
  ],
  explanation_remarks_expected_content: [
    'explanation',
    'explanation remarks',
    'explanation remarks expected content',
    'expected content',
    'remarks',
    'remark',
    'comment',
    'comments',
    'description',
    'bemerkung',
    'bemerkungen',
    'erlaeuterung',
  ],
  specific_document: ['specific document', 'document', 'document name', 'documents', 'dokument'],
  tailoring_applicable: ['tailoring', 'tailored', 'tailoring applicable', 'tailoring applied'],
  tailoring_justification: [
    'tailoring justification',
    'tailoring rationale',
    'justification',
    'rationale',
    'justification for tailoring',
    'rationale for tailoring',
    'begruendung',
  ],
  deliverable_type: ['deliverable type', 'type of deliverable', 'delivery type', 'type of exchange', 'exchange type'],
  level_of_confidentiality: [
    'level of confidentiality',
    'confidentiality',
    'confidentiality level',
    'classification',
    'vertraulichkeit',
  ],
  update_cycle: ['update cycle', 'update', 'cycle', 'frequency', 'update frequency'],
  criteria_for_exchange: ['criteria for exchange', 'criteria', 'exchange criteria', 'acceptance criteria'],
  special_agreements: ['special agreements', 'special agreement', 'agreements', 'further agreements'],
  status: ['status', 'state'],
  date: ['date', 'due date', 'due', 'delivery date', 'datum', 'termin'],
  customer_marks: ['customer', 'oem', 'customer rasi', 'oem rasi', 'customer role', 'kunde', 'auftraggeber'],
  supplier_marks: ['supplier', 'tier 1', 'tier1', 'supplier rasi', 'supplier role', 'lieferant', 'auftragnehmer'],
}

const sideWords: Readonly<Record<Side, readonly string[]>> = {
  customer: ['customer', 'oem', 'kunde', 'auftraggeber'],
  supplier: ['supplier', 'tier 1', 'tier1', 'lieferant', 'auftragnehmer'],
}
const markWords: Readonly<Record<Mark, readonly string[]>> = {
  r: ['r', 'responsible'],
  s: ['s', 'support', 'supports'],
  i: ['i', 'inform', 'informed'],
  a: ['a', 'approve', 'approves', 'approval'],
}

const known: ReadonlyMap<string, ImportTarget> = new Map([
  ...(Object.entries(synonyms) as [ImportTarget, readonly string[]][]).flatMap(([target, titles]) =>
    titles.map((title): [string, ImportTarget] => [title, target]),
  ),
  ...sides.flatMap((side) =>
    marks.flatMap((mark) =>
      sideWords[side].flatMap((one) =>
        markWords[mark].flatMap((other): [string, ImportTarget][] => [
          [`${one} ${other}`, markField(side, mark)],
          [`${other} ${one}`, markField(side, mark)],
        ]),
      ),
    ),
  ),
])

/** `Work Product (ISO/SAE 21434):` is work product. */
const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')

/**
 * Finds the row with the titles among the first 20, and what its columns hold: those of the own export exactly, others
 * by usual names (rule AGREEMENT-60). Titles may take two rows: marks below the name of a side. Undefined: no row names
 * a work product and something else.
 */
export function findHeader(rows: readonly (readonly string[])[]): FoundHeader | undefined {
  const own = rows.slice(0, headerWithin).findIndex((cells) => isOwnHeader(cells))
  if (own >= 0) return { row: own, columns: exportColumns.map(([target]) => target), isOwn: true }
  const found = rows
    .slice(0, headerWithin)
    .map((cells, row) => ({ row, columns: columnsOf(cells, rows[row - 1] ?? []), isOwn: false }))
  const count = ({ columns }: FoundHeader) => columns.filter((target) => target !== null).length
  return found.filter(({ columns }) => namesRows(columns)).toSorted((a, b) => count(b) - count(a))[0]
}

const isOwnHeader = (cells: readonly string[]) =>
  exportColumns.every(([, title], at) => cells[at]?.trim() === title) &&
  cells.slice(exportColumns.length).every((cell) => cell.trim() === '')

/** A table is understood with a column by which rows are found, and one to import. */
const namesRows = (columns: FoundHeader['columns']) =>
  columns.some((target) => target === 'work_product' || target === 'iso_reference') &&
  columns.filter((target) => target !== null).length >= 2

/** Each target is taken once, by its first column. */
function columnsOf(cells: readonly string[], above: readonly string[]): (ImportTarget | null)[] {
  const taken = new Set<ImportTarget>()
  let group = ''
  return Array.from({ length: Math.max(cells.length, above.length) }, (_, at) => {
    group = above[at]?.trim() || group
    // a title that spans both rows is in the upper one
    const words = wordsOf(cells[at] ?? '') || wordsOf(above[at] ?? '')
    const target = known.get(words) ?? known.get(`${wordsOf(group)} ${words}`)
    if (words === '' || target === undefined || taken.has(target)) return null
    taken.add(target)
    return target
  })
}
