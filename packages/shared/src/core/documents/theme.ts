import type { Tone } from './report.ts'

/** The look of a document, and its organisation. Colours are RRGGBB. */
export interface Theme {
  /** On the cover and in each header; the name in place of a logo. */
  readonly organisation: string
  /** On the cover and in each footer. */
  readonly confidentiality: string
  readonly colours: {
    /** Titles, rules and lines of charts. */
    readonly accent: string
    /** Headers, footers and captions. */
    readonly muted: string
    /** Lines between the rows of tables. */
    readonly line: string
    /** The header of tables. */
    readonly head: string
  }
  /** Fill colours of tones, light enough for black text in print. */
  readonly fills: Readonly<Record<Tone, string>>
  readonly fonts: {
    /** Standard fonts of PDF (PDF 32000-1, 9.6.2.2). */
    readonly pdf: { readonly regular: string; readonly bold: string }
    /** A font that office programs have, or replace by a font of the same widths. */
    readonly office: string
  }
}

export const defaultTheme: Theme = {
  organisation: '',
  confidentiality: 'Confidential',
  colours: { accent: '1F3A5F', muted: '5F6B7C', line: 'C5CBD3', head: 'E4E8EC' },
  fills: {
    'level-1': 'D8F0E0',
    'level-2': 'EAF3C8',
    'level-3': 'FFF0B8',
    'level-4': 'FFD8B0',
    'level-5': 'FFC4C0',
    good: 'D8F0E0',
    bad: 'FFD8D4',
    faint: 'F2F4F6',
  },
  fonts: { pdf: { regular: 'Helvetica', bold: 'Helvetica-Bold' }, office: 'Arial' },
}
