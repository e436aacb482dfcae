import type { Report } from '@carapace/shared/core/documents/report'
import type { Theme } from '@carapace/shared/core/documents/theme'
import { field, type Layout, run, widthOf } from './docx-xml.ts'

export const wordMain = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** The styles of a report's paragraphs; Word finds headings by their style. */
export function stylesXml({ colours, fonts }: Theme): string {
  const look = (size: number, { isBold = false, colour = '' } = {}) =>
    `<w:rPr>${isBold ? '<w:b/>' : ''}${colour ? `<w:color w:val="${colour}"/>` : ''}<w:sz w:val="${size * 2}"/></w:rPr>`
  const style = (id: string, name: string, paragraph: string, looks: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>` +
    `<w:next w:val="Normal"/><w:pPr>${paragraph}</w:pPr>${looks}</w:style>`
  const spacing = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`
  const strong = { isBold: true, colour: colours.accent }
  const rightTab = `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${widthOf('portrait')}"/></w:tabs>`
  const font = `<w:rFonts w:ascii="${fonts.office}" w:hAnsi="${fonts.office}" w:cs="${fonts.office}"/>`
  return (
    `<w:styles xmlns:w="${wordMain}"><w:docDefaults><w:rPrDefault><w:rPr>${font}<w:sz w:val="20"/>` +
    `<w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>` +
    '<w:pPrDefault><w:pPr><w:spacing w:after="60"/></w:pPr></w:pPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
    style('Title', 'Title', spacing(2_000, 120), look(28, strong)) +
    style('Subtitle', 'Subtitle', spacing(0, 700), look(16)) +
    style('FrontTitle', 'Front Title', `<w:keepNext/>${spacing(240, 120)}`, look(16, strong)) +
    style('Heading1', 'heading 1', `<w:keepNext/>${spacing(320, 120)}<w:outlineLvl w:val="0"/>`, look(16, strong)) +
    style(
      'Heading2',
      'heading 2',
      `<w:keepNext/>${spacing(200, 80)}<w:outlineLvl w:val="1"/>`,
      look(12, { isBold: true }),
    ) +
    style('TOC1', 'toc 1', `${rightTab}${spacing(60, 40)}`, look(10.5, { isBold: true })) +
    style('TOC2', 'toc 2', `${rightTab}${spacing(0, 20)}<w:ind w:left="300"/>`, look(10)) +
    style('TableText', 'Table Text', spacing(30, 30), look(8.5)) +
    style('Detail', 'Detail', spacing(0, 20), look(8.5)) +
    style('Caption', 'caption', spacing(40, 120), look(8.5, { colour: colours.muted })) +
    style('Header', 'header', spacing(0, 0), look(8.5, { colour: colours.muted })) +
    style('Footer', 'footer', spacing(0, 0), look(8.5, { colour: colours.muted })) +
    '</w:styles>'
  )
}

/** Document settings: Word 2013 or later computes the page numbers of the contents when it opens the document. */
export function settingsXml(): string {
  const mode = 'w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"'
  return (
    `<w:settings xmlns:w="${wordMain}"><w:updateFields w:val="true"/><w:compat>` +
    `<w:compatSetting ${mode}/></w:compat></w:settings>`
  )
}

/** A header: one text at the left margin, one at the right, and a line below them. */
export function headerXml({ title, subtitle }: Report, { organisation, colours }: Theme, layout: Layout): string {
  const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
  const left = cut(`${title} · ${subtitle}`, layout === 'portrait' ? 72 : 110)
  const line = `<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="4" w:color="${colours.line}"/></w:pBdr>`
  const content = margins('Header', line, layout, [run(left), '', run(cut(organisation, 36))])
  return `<w:hdr xmlns:w="${wordMain}">${content}</w:hdr>`
}

/** A footer: document and version, confidentiality, page number, and a line above them. */
export function footerXml(
  { document: { id, version } }: Report,
  { confidentiality, colours }: Theme,
  layout: Layout,
): string {
  const line = `<w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="${colours.line}"/></w:pBdr>`
  const page = `${run('Page ')}${field('PAGE', '1')}${run(' of ')}${field('NUMPAGES', '1')}`
  const content = margins('Footer', line, layout, [run(`${id} · ${version}`), run(confidentiality), page])
  return `<w:ftr xmlns:w="${wordMain}">${content}</w:ftr>`
}

function margins(style: string, line: string, layout: Layout, runs: readonly [string, string, string]): string {
  const width = widthOf(layout)
  const tabs =
    `<w:tabs><w:tab w:val="center" w:pos="${Math.floor(width / 2)}"/>` +
    `<w:tab w:val="right" w:pos="${width}"/></w:tabs>`
  const tab = '<w:r><w:tab/></w:r>'
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${line}${tabs}</w:pPr>${runs.join(tab)}</w:p>`
}
