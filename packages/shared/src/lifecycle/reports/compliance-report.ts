import { annex5Title } from '../../catalogues/annex5-titles.ts'
import { annex5, annex5Items, itemsOf } from '../../catalogues/annex5.ts'
import { workProducts } from '../compliance/work-products.ts'
import type { Block, Report, ReportCell } from '../../core/documents/report.ts'
import { frontOf } from './report-cover.ts'
import type { ReportArtefact, ReportSource } from './report-source.ts'
import { plainStatus } from './report-words.ts'

/**
 * How far a program meets ISO/SAE 21434 and UN R155: work products with their evidence, and Annex 5 with the scenarios
 * that cover it (rule EXCHANGE-22).
 */
export function complianceReport(source: ReportSource): Report {
  return {
    title: 'Compliance summary',
    ...frontOf(source, 'COMPLIANCE'),
    sections: [
      { title: 'ISO/SAE 21434 work products', layout: 'portrait', blocks: () => workProductBlocks(source) },
      { title: 'UN R155 Annex 5', layout: 'portrait', blocks: () => annexBlocks(source) },
    ],
  }
}

async function* workProductBlocks(source: ReportSource): AsyncGenerator<Block> {
  const byWorkProduct = new Map<string, ReportArtefact>()
  // by code: of several artefacts the one with the lowest number (rule SUMMARY-9)
  for await (const one of source.each('work-product'))
    byWorkProduct.set(String(one.fields.work_product), byWorkProduct.get(String(one.fields.work_product)) ?? one)
  const rows = workProducts.map((product): ReportCell[] => {
    const one = byWorkProduct.get(product.code)
    const evidence = one
      ? [
          ...source.linked(one.uuid, 'evidences', 'from').map(({ code, title }) => `${code} ${title}`),
          ...((one.fields.evidence as string[] | undefined) ?? []),
        ]
      : []
    const made = product.kinds.reduce((sum, kind) => sum + source.count(kind), 0)
    return [
      product.code,
      product.title,
      one ? plainStatus(one.status) : '–',
      product.kinds.length === 0 ? '–' : String(made),
      evidence.slice(0, 20).join('\n') + (evidence.length > 20 ? `\n… ${evidence.length - 20} more` : ''),
      gapOf(one, evidence.length, product.kinds.length > 0 ? made : undefined),
    ]
  })
  const missing = rows.filter((row) => row[5] !== 'none').length
  yield {
    is: 'facts',
    facts: [
      ['Work products', String(workProducts.length)],
      ['With a gap', String(missing)],
    ],
  }
  yield {
    is: 'table',
    columns: [
      { title: 'Work product', width: 10 },
      { title: 'Title', width: 26 },
      { title: 'Status', width: 12 },
      { title: 'Artefacts', width: 8 },
      { title: 'Evidence', width: 28 },
      { title: 'Gap', width: 16 },
    ],
    rows,
  }
}

function gapOf(one: ReportArtefact | undefined, evidence: number, made: number | undefined): ReportCell {
  if (made === 0) return { text: 'nothing of it is there', tone: 'bad' }
  if (!one && made === undefined) return { text: 'not begun', tone: 'bad' }
  if (evidence === 0) return { text: 'no evidence is named', tone: 'bad' }
  return one!.status === 'APPROVED' || one!.status === 'COMPLETED'
    ? 'none'
    : { text: 'not approved yet', tone: 'level-3' }
}

async function* annexBlocks(source: ReportSource): AsyncGenerator<Block> {
  const found = new Map<string, { codes: string[]; untreated: number }>()
  for await (const one of source.each('threat-scenario')) {
    for (const item of (one.fields.annex5 as string[] | undefined) ?? []) {
      const held = found.get(item) ?? { codes: [], untreated: 0 }
      held.codes.push(one.code)
      if ((one.fields.treatment ?? null) === null) held.untreated += 1
      found.set(item, held)
    }
  }
  yield {
    is: 'facts',
    facts: [
      ['Items', String(annex5Items.length)],
      ['Looked at', String(annex5Items.filter((item) => found.has(item)).length)],
    ],
  }
  for (const { title, groups } of annex5) {
    yield { is: 'heading', text: title }
    yield {
      is: 'table',
      columns: [
        { title: 'Item', width: 8 },
        { title: 'About', width: 36 },
        { title: 'Threat scenarios', width: 36 },
        { title: 'Gap', width: 20 },
      ],
      rows: groups.flatMap((group) =>
        itemsOf(group).map((item): ReportCell[] => {
          const one = found.get(item)
          const codes = one?.codes ?? []
          return [
            item,
            annex5Title(item) ?? group.title,
            codes.slice(0, 30).join(', ') + (codes.length > 30 ? ` … ${codes.length - 30} more` : ''),
            !one
              ? { text: 'not looked at', tone: 'bad' }
              : one.untreated > 0
                ? { text: `${one.untreated} not treated`, tone: 'level-3' }
                : 'none',
          ]
        }),
      ),
    }
  }
}
