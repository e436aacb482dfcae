import { artefactKindNamed } from '../../artefact-kinds.ts'
import { codeOf, initialFields } from '../../graph/artefacts/artefact-kind.ts'
import { assess } from '../rating/assess.ts'
import { shippedMethod } from '../methods/default-method.ts'
import type { Impacts } from '../rating/risk.ts'
import { nothingAround } from '../attack-tree/rating.fixture.ts'
import type { Effort, Tree } from '../attack-tree/tree.ts'
import {
  type Block,
  matrixTable,
  placesTable,
  type Report,
  textOfCell,
  textOfNode,
} from '../../core/documents/report.ts'
import type { LinkedNode, ReportArtefact, ReportSource } from './report-source.ts'

export function artefact(
  kind: string,
  number: number,
  fields: Record<string, unknown> = {},
  overrides: { title?: string; status?: string } = {},
): ReportArtefact {
  const named = artefactKindNamed(kind)!
  const code = codeOf(named, number)
  return {
    uuid: code,
    kind,
    code,
    title: overrides.title ?? `${named.title} ${number}`,
    status: overrides.status ?? 'CREATED',
    fields: { ...initialFields(named), ...fields },
  }
}

/**
 * A report source with these artefacts, sorted by number, and links [kind, from, to] by code; rated in the same way as
 * in the api.
 */
export function sourceOf(
  artefacts: readonly ReportArtefact[],
  links: readonly (readonly [kind: string, from: string, to: string])[] = [],
  overrides: Partial<ReportSource> = {},
): ReportSource {
  const { method = shippedMethod, treeContext: surroundings = nothingAround } = overrides
  const named = new Map(artefacts.map((one) => [one.code, one]))
  const linked = (uuid: string, link: string, side: 'from' | 'to'): LinkedNode[] =>
    links.flatMap(([kind, from, to]) =>
      kind === link && (side === 'from' ? to : from) === uuid ? [named.get(side === 'from' ? from : to)!] : [],
    )
  const assessmentOf = ({ uuid, fields }: ReportArtefact) =>
    assess(
      method.content,
      {
        damages: linked(uuid, 'leads-to', 'from').map((damage) => named.get(damage.code)!.fields as unknown as Impacts),
        tree: linked(uuid, 'refined-in', 'to').map((tree) => named.get(tree.code)!.fields.tree as Tree)[0] ?? null,
        effort: fields.effort as Effort,
        controls: linked(uuid, 'stands-in', 'from').map((control) => control.uuid),
      },
      surroundings,
    )
  const each = async function* each(kind: string) {
    yield* artefacts.filter((one) => one.kind === kind)
  }
  return {
    uuid: '5f0c7a52-0d3e-4c53-9d0b-2f6f0a3f6f10',
    program: 'Headlamp',
    description: '',
    phase: 'Concept Phase',
    project: undefined,
    choices: { propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] },
    seq: 7,
    madeAt: '2026-03-18T12:00:00.000Z',
    author: 'Jonas Lind',
    leads: [],
    reviewers: [],
    baseline: undefined,
    method,
    treeContext: surroundings,
    count: (kind) => artefacts.filter((one) => one.kind === kind).length,
    each,
    cal: (uuid) => assessmentOf(named.get(uuid)!).cal,
    linked,
    suspects: { total: 0, first: [] },
    async *rated() {
      for await (const one of each('threat-scenario')) yield { ...one, assessment: assessmentOf(one) }
    },
    ...overrides,
  }
}

/** The lines of one section of a report: one for each text, fact, outline line and row, with cells joined by ` | `. */
export async function linesOf({ sections }: Report, title: string): Promise<string[]> {
  const lines: string[] = []
  for await (const block of sections.find((section) => section.title === title)!.blocks())
    for await (const line of blockLines(block)) lines.push(line)
  return lines
}

async function* blockLines(block: Block): AsyncGenerator<string> {
  switch (block.is) {
    case 'heading':
    case 'text':
      return void (yield block.text)
    case 'facts':
      return yield* block.facts.map(([name, value]) => `${name}: ${value}`)
    case 'tree':
      return yield* block.nodes.map((node) => `${'  '.repeat(node.depth)}${textOfNode(node)}`)
    case 'matrix':
      return yield* blockLines(matrixTable(block))
    case 'map':
      return yield* blockLines(placesTable(block))
    case 'table':
      yield block.columns.map((column) => column.title).join(' | ')
      for await (const row of block.rows) yield row.map(textOfCell).join(' | ')
  }
}
