/** How a cell is meant: a risk of 1 to 5, what is well, what is missing, what matters less. */
export type Tone = 'risk-1' | 'risk-2' | 'risk-3' | 'risk-4' | 'risk-5' | 'good' | 'bad' | 'faint'
export type ReportCell = string | { readonly text: string; readonly tone: Tone }

/** A piece of a report, whatever it is printed as. */
export type Block =
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'text'; readonly text: string; readonly tone?: Tone }
  | { readonly is: 'facts'; readonly facts: readonly (readonly [string, string])[] }
  /** Lines under one another, indented by their depth. */
  | { readonly is: 'outline'; readonly lines: readonly { readonly depth: number; readonly text: string }[] }
  /** Widths are shares of the page's. */
  | {
      readonly is: 'table'
      readonly columns: readonly { readonly title: string; readonly width: number }[]
      readonly rows: Iterable<readonly ReportCell[]> | AsyncIterable<readonly ReportCell[]>
    }

export interface Section {
  readonly title: string
  /** Made while it is printed: a program's scenarios are never all in memory. */
  readonly blocks: () => Iterable<Block> | AsyncIterable<Block>
}

/** A report before it is a PDF, a Word document or a workbook (rule EX20). */
export interface Report {
  readonly title: string
  readonly subtitle: string
  readonly facts: readonly (readonly [string, string])[]
  readonly sections: readonly Section[]
}

export const textOfCell = (cell: ReportCell) => (typeof cell === 'string' ? cell : cell.text)
export const toneOfCell = (cell: ReportCell) => (typeof cell === 'string' ? undefined : cell.tone)

/** Fill colours of tones, RRGGBB: light enough for black text in print. */
export const toneFills: Readonly<Record<Tone, string>> = {
  'risk-1': 'D8F0E0',
  'risk-2': 'EAF3C8',
  'risk-3': 'FFF0B8',
  'risk-4': 'FFD8B0',
  'risk-5': 'FFC4C0',
  good: 'D8F0E0',
  bad: 'FFD8D4',
  faint: 'F2F4F6',
}

export function riskCell(risk: number | null): ReportCell {
  return risk === null ? '–' : { text: String(risk), tone: `risk-${risk}` as Tone }
}
