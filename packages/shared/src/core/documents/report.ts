/** The meaning of a cell: one of five levels (1 the least severe), complete, missing, or less important. */
export type Tone = 'level-1' | 'level-2' | 'level-3' | 'level-4' | 'level-5' | 'good' | 'bad' | 'faint'
export type ReportCell = string | { readonly text: string; readonly tone: Tone }

export interface ReportColumn {
  readonly title: string
  /** Its share of the table's width. */
  readonly width: number
}

/** A node of a tree. Nodes come depth-first: the children of a node are the next ones that are one level deeper. */
export interface TreeNode {
  readonly depth: number
  /** The text of its box. */
  readonly label: string
  /** The text that the list below the picture adds to the label. */
  readonly details: string
  /** How its children combine. */
  readonly gate?: 'AND' | 'OR' | undefined
  /** A second line of its box: a rating. */
  readonly note?: string | undefined
  readonly tone?: Tone | undefined
  /** Drawn with a heavier line. */
  readonly isStrong?: boolean | undefined
}

export interface MatrixCell {
  readonly text: string
  /** Small, below the text. */
  readonly note: string
  readonly tone: Tone
}

/** Longitude and latitude in degrees (WGS 84). */
export type Place = readonly [lon: number, lat: number]

export interface MapPlace {
  readonly at: Place
  readonly name: string
  readonly details: string
  readonly tone: Tone
}

/** A piece of a report, in any format. */
export type Block =
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'text'; readonly text: string; readonly tone?: Tone | undefined }
  | { readonly is: 'facts'; readonly facts: ReportFacts }
  /** A node-link picture, and below it each node with its details. */
  | { readonly is: 'tree'; readonly title: string; readonly nodes: readonly TreeNode[] }
  /** A map, and below it each place with its number, name and details. */
  | {
      readonly is: 'map'
      readonly title: string
      readonly lines: readonly (readonly Place[])[]
      readonly places: readonly MapPlace[]
    }
  /** A grid with coloured cells: one line for each row title, one cell for each column title. */
  | {
      readonly is: 'matrix'
      readonly corner: string
      readonly columns: readonly string[]
      readonly rows: readonly { readonly title: string; readonly cells: readonly MatrixCell[] }[]
    }
  | {
      readonly is: 'table'
      readonly columns: readonly ReportColumn[]
      readonly rows: Iterable<readonly ReportCell[]> | AsyncIterable<readonly ReportCell[]>
    }

export type BlockOf<Is extends Block['is']> = Extract<Block, { is: Is }>
export type ReportFacts = readonly (readonly [name: string, value: string])[]

export interface Section {
  readonly title: string
  /** Landscape for wide tables. */
  readonly layout: 'portrait' | 'landscape'
  /** Made while the report is written: the rows of a large report are never all in memory. */
  readonly blocks: () => Iterable<Block> | AsyncIterable<Block>
}

/** A line of the approval block. Empty fields are filled in by hand. */
export interface Approval {
  readonly role: string
  readonly name: string
  readonly date: string
  readonly note: string
}

/** The identity of a report for filing: on its cover, and on each page. */
export interface DocumentIdentity {
  readonly id: string
  readonly version: string
  readonly status: string
  readonly date: string
  readonly author: string
}

/** A report before it is a PDF, a Word document or a workbook (rules DOCUMENT-31, DOCUMENT-26). */
export interface Report {
  readonly title: string
  readonly subtitle: string
  readonly document: DocumentIdentity
  readonly facts: ReportFacts
  readonly approvals: readonly Approval[]
  readonly sections: readonly Section[]
}

export const textOfCell = (cell: ReportCell) => (typeof cell === 'string' ? cell : cell.text)
export const toneOfCell = (cell: ReportCell) => (typeof cell === 'string' ? undefined : cell.tone)

/** The text of a tree node in a list: its label with its details. */
export const textOfNode = ({ label, details }: TreeNode) => `${label}${details}`

/** The title of a section in a document whose sections are numbered. */
export const numberedTitle = ({ title }: Section, index: number) => `${index + 1} ${title}`

/** The names of the approval block's columns. */
export const approvalColumns: readonly ReportColumn[] = [
  { title: 'Role', width: 22 },
  { title: 'Name', width: 22 },
  { title: 'Date', width: 16 },
  { title: 'Remark', width: 20 },
  { title: 'Signature', width: 20 },
]

/** The identity of a document as facts, in the order in which a cover lists them. */
export function identityFacts({ document }: Report, theme: { organisation: string; confidentiality: string }) {
  return [
    ['Organisation', theme.organisation],
    ['Document', document.id],
    ['Version', document.version],
    ['Status', document.status],
    ['Date', document.date],
    ['Author', document.author],
    ['Confidentiality', theme.confidentiality],
  ] as const satisfies ReportFacts
}

/** The places of a map as a table, with the numbers that they have on it. */
export function placesTable({ places }: BlockOf<'map'>): BlockOf<'table'> {
  return {
    is: 'table',
    columns: [
      { title: 'No.', width: 6 },
      { title: 'Place', width: 50 },
      { title: 'Position', width: 22 },
      { title: 'Details', width: 22 },
    ],
    rows: places.map(({ at: [lon, lat], name, details, tone }, i): ReportCell[] => [
      { text: String(i + 1), tone },
      name,
      `${lat.toFixed(5)}, ${lon.toFixed(5)}`,
      details,
    ]),
  }
}

/** A matrix as a table, for output without drawings: row titles in the first column, cells as `3 (level 5)`. */
export function matrixTable({ corner, columns, rows }: BlockOf<'matrix'>): BlockOf<'table'> {
  return {
    is: 'table',
    columns: [corner, ...columns].map((title) => ({ title, width: 20 })),
    rows: rows.map(({ title, cells }): ReportCell[] => [
      title,
      ...cells.map(({ text, note, tone }) => ({ text: text ? `${text} (${note})` : `(${note})`, tone })),
    ]),
  }
}
