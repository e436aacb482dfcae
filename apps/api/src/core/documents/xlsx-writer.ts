import type { Tone } from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'
import { xmlText } from '@carapace/shared/core/documents/xml-text'
import { entry, officeRelations, packageEntries, relationsXml, xmlHead } from './ooxml.ts'
import { zipOf, type ZipEntry } from './zip-writer.ts'

export interface SheetCell {
  readonly value: string | number | null
  readonly look?: 'head' | 'strong' | Tone | undefined
}
export type SheetRow = readonly (SheetCell | string | number | null)[]

export interface Sheet {
  readonly name: string
  /** Approximate column widths, in characters. */
  readonly widths: readonly number[]
  /** Whether the first row stays visible when the user scrolls. */
  readonly isFrozen?: boolean
  readonly print?: PrintOptions
  /** Cells that are shown as one, which has the value of the first: rows from 1, columns from 0. */
  readonly merged?: readonly { readonly row: number; readonly from: number; readonly to: number }[]
  readonly rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>
}

/** How a sheet is printed: on A4, scaled to the width of a page. */
export interface PrintOptions {
  readonly layout: 'portrait' | 'landscape'
  /** Texts at the left, centre and right of each page. */
  readonly header: readonly [string, string, string]
  readonly footer: readonly [string, string]
}

interface WorkbookOptions {
  readonly theme?: Theme
  /** The workbook's core properties (ECMA-376, part 2), XML. */
  readonly properties?: string
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** Maximum length of a cell in Excel, in characters. */
const longest = 32_767
const tones = Object.keys(defaultTheme.fills) as Tone[]
const looks: readonly string[] = ['head', 'strong', ...tones]

/**
 * A workbook (ECMA-376, SpreadsheetML) whose sheets are streamed as their rows arrive. Texts stay texts whatever they
 * begin with: they are inline strings, marked as text for later editing, and there are no formulas (rule
 * DOCUMENT-10).
 */
export function workbookOf(
  sheets: readonly Sheet[],
  { theme = defaultTheme, properties }: WorkbookOptions = {},
): AsyncGenerator<Uint8Array> {
  const files = sheets.map((sheet, i): ZipEntry => ({
    name: `xl/worksheets/sheet${i + 1}.xml`,
    content: () => sheetXml(sheet),
  }))
  const book = { file: 'xl/workbook.xml', type: 'spreadsheetml.sheet.main' }
  const styles = { file: 'xl/styles.xml', type: 'spreadsheetml.styles' }
  const parts = sheets.map((_, i) => ({ file: `xl/worksheets/sheet${i + 1}.xml`, type: 'spreadsheetml.worksheet' }))
  const names = sheetNames(sheets)
  return zipOf([
    ...packageEntries(book, [styles, ...parts], properties),
    entry(
      book.file,
      `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>` +
        `${names
          .map((name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
          .join('')}</sheets></workbook>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      relationsXml([
        ...parts.map((_, i): [string, string, string] => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`]),
        [`rId${parts.length + 1}`, 'styles', 'styles.xml'],
      ]),
    ),
    entry(styles.file, stylesXml(theme)),
    ...files,
  ])
}

/** Sheet names: at most 31 characters, without forbidden characters, unique regardless of case. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }, i) => {
    const plain =
      name
        .replaceAll(/[\\/?*[\]:']/g, ' ')
        .slice(0, 31)
        .trim() || `Sheet ${i + 1}`
    const free = taken.has(plain.toLowerCase()) ? `${plain.slice(0, 26)} ${i + 1}` : plain
    taken.add(free.toLowerCase())
    return free
  })
}

/**
 * Style 0 is plain text, followed by one style per look in order; all of them wrap, are aligned to the top, and remain
 * text when edited.
 */
function stylesXml({ fills: toneFills, colours, fonts }: Theme): string {
  const fills = tones.map(
    (tone) => `<fill><patternFill patternType="solid"><fgColor rgb="FF${toneFills[tone]}"/></patternFill></fill>`,
  )
  const name = `<name val="${fonts.office}"/>`
  const xf = (font: number, fill: number) =>
    `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" quotePrefix="1" ` +
    'applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">' +
    '<alignment vertical="top" wrapText="1"/></xf>'
  return (
    `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="10"/>${name}</font><font><b/>` +
    `<sz val="10"/>${name}</font></fonts>` +
    `<fills count="${fills.length + 3}"><fill><patternFill patternType="none"/></fill><fill>` +
    `<patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid">` +
    `<fgColor rgb="FF${colours.head}"/></patternFill></fill>${fills.join('')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${looks.length + 1}">` +
    `${xf(0, 0)}${xf(1, 2)}${xf(1, 0)}${tones.map((_, i) => xf(0, i + 3)).join('')}</cellXfs></styleSheet>`
  )
}

async function* sheetXml({ widths, isFrozen, print, merged = [], rows }: Sheet): AsyncGenerator<string> {
  yield `${xmlHead}<worksheet xmlns="${main}">`
  if (print) yield '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
  if (isFrozen)
    yield (
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" ' +
      'state="frozen"/></sheetView></sheetViews>'
    )
  if (widths.length > 0)
    yield `<cols>${widths
      .map(
        (width, i) =>
          `<col min="${i + 1}" max="${i + 1}" width="${Math.min(120, Math.max(4, width))}" customWidth="1"/>`,
      )
      .join('')}</cols>`
  yield '<sheetData>'
  let number = 0
  for await (const row of rows()) {
    number += 1
    yield `<row r="${number}">${row.map((cell, i) => cellXml(cell, `${columnName(i)}${number}`)).join('')}</row>`
  }
  yield `</sheetData>${mergedXml(merged)}${print ? printXml(print) : ''}</worksheet>`
}

function mergedXml(merged: NonNullable<Sheet['merged']>): string {
  const cells = merged.map(
    ({ row, from, to }) => `<mergeCell ref="${columnName(from)}${row}:${columnName(to)}${row}"/>`,
  )
  return cells.length > 0 ? `<mergeCells count="${cells.length}">${cells.join('')}</mergeCells>` : ''
}

function printXml({ layout, header, footer }: PrintOptions): string {
  const plain = (text: string) => xmlText(text.slice(0, 60).replaceAll('&', '&&'))
  const [left, middle, right] = header.map(plain)
  const [below, belowMiddle] = footer.map(plain)
  return (
    '<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.8" header="0.4" footer="0.4"/>' +
    `<pageSetup paperSize="9" orientation="${layout}" fitToWidth="1" fitToHeight="0"/><headerFooter>` +
    `<oddHeader>&amp;L${left}&amp;C${middle}&amp;R${right}</oddHeader>` +
    `<oddFooter>&amp;L${below}&amp;C${belowMiddle}&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>`
  )
}

function cellXml(cell: SheetRow[number], place: string): string {
  const { value, look }: SheetCell = typeof cell === 'object' && cell !== null ? cell : { value: cell }
  if (value === null || value === '') return ''
  const style = look === undefined ? 0 : looks.indexOf(look) + 1
  if (typeof value === 'number') return `<c r="${place}" s="${style}"><v>${value}</v></c>`
  return (
    `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">` +
    `${xmlText(value.slice(0, longest))}</t></is></c>`
  )
}

/** Column name: A, B … Z, AA … */
function columnName(i: number): string {
  return i < 26 ? String.fromCharCode(65 + i) : columnName(Math.floor(i / 26) - 1) + String.fromCharCode(65 + (i % 26))
}
