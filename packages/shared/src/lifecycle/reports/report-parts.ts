import { artefactKindNamed } from '../../artefact-kinds.ts'
import type { Block, ReportCell, Section } from '../../core/documents/report.ts'
import { cellOf } from '../exchange/cells.ts'
import type { ReportArtefact, ReportSource } from './report-source.ts'

/** The parts that reports on programs are made of. */
export const section = (title: string, layout: Section['layout'], blocks: Section['blocks']): Section => ({
  title,
  layout,
  blocks,
})
const wordOf = (kind: string, field: string, value: unknown): string =>
  String(cellOf(artefactKindNamed(kind)!.fields[field]!, value) ?? '–')
export const fieldText = ({ kind, fields }: ReportArtefact, field: string) => wordOf(kind, field, fields[field])
export const textOf = ({ fields }: Pick<ReportArtefact, 'fields'>, field = 'description') => String(fields[field] ?? '')

/** A table of a kind's artefacts below the kind's name, or without a heading (null); nothing if there are none. */
export function* tableOf(
  source: ReportSource,
  kind: string,
  columns: readonly (readonly [title: string, width: number, cell: (one: ReportArtefact) => ReportCell])[],
  heading: string | null = artefactKindNamed(kind)!.plural,
): Generator<Block> {
  if (source.count(kind) === 0) return
  if (heading !== null) yield { is: 'heading', text: heading }
  yield {
    is: 'table',
    columns: columns.map(([title, width]) => ({ title, width })),
    rows: (async function* rows() {
      for await (const one of source.each(kind)) yield columns.map(([, , cell]) => cell(one))
    })(),
  }
}

export const code = ['Code', 9, (one: ReportArtefact) => one.code] as const
export const title = ['Title', 26, (one: ReportArtefact) => one.title] as const

/** The result of a test; one that nobody entered counts as not run. */
export function resultCell(one: ReportArtefact): ReportCell {
  const text = wordOf(one.kind, 'result', one.fields.result ?? 'not-run')
  if (one.fields.result === 'failed') return { text, tone: 'bad' }
  return one.fields.result === 'passed' ? text : { text, tone: 'level-3' }
}

export function* suspectBlocks({ suspects: { total, first } }: ReportSource): Generator<Block> {
  if (total === 0)
    return void (yield { is: 'text', text: 'None: every link was confirmed since its source last changed.' })
  if (first.length < total)
    yield { is: 'text', text: `The first ${first.length.toLocaleString('en')} of ${total.toLocaleString('en')}.` }
  yield {
    is: 'table',
    columns: [
      { title: 'From', width: 30 },
      { title: 'To', width: 30 },
      { title: 'What changed', width: 40 },
    ],
    rows: first.map(({ from, to, reason }) => [`${from.code} ${from.title}`, `${to.code} ${to.title}`, reason]),
  }
}
