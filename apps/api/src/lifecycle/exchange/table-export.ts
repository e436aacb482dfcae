import type { ArtefactKind } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Org } from '@carapace/shared/core/owned'
import { cellOf } from '@carapace/shared/lifecycle/exchange/cells'
import { effortCell, effortColumn } from '@carapace/shared/lifecycle/exchange/effort-cells'
import { resultColumnsOf } from '@carapace/shared/lifecycle/exchange/result-columns'
import { stepsCell, stepsColumn } from '@carapace/shared/lifecycle/exchange/steps-cell'
import type { Effort, Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { columnsOf, linkColumn } from '@carapace/shared/lifecycle/exchange/table-columns'
import { type Cell, csvText } from '../../core/documents/csv.ts'
import type { Database } from '../../core/db.ts'
import {
  type ListedArtefact,
  artefactsPage,
  codeOfRow,
  linksAt,
  nodesNamed,
} from '../../graph/artefacts/artefacts.queries.ts'
import { configOf } from '../program/program-config.queries.ts'
import { type AssessmentRow, storedAssessments } from '../rating/assessments.queries.ts'
import { workbookOf } from '../../core/documents/xlsx-writer.ts'

const rowsAtOnce = 500

interface TableInput {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  readonly kind: ArtefactKind
}

/** Artefacts of one kind as CSV (rules DOCUMENT-10, EXCHANGE-11). */
export function tableAsCsv(db: Database, org: Org, input: TableInput): AsyncGenerator<string> {
  return csvText(titlesOf(input.kind), tablePages(db, org, input))
}

const titlesOf = (kind: ArtefactKind) => [...columnsOf(kind), ...resultColumnsOf(kind)].map(({ title }) => title)

/** Artefacts of one kind as a workbook. */
export function tableAsWorkbook(db: Database, org: Org, input: TableInput): AsyncGenerator<Uint8Array> {
  const titles = titlesOf(input.kind)
  return workbookOf([
    {
      name: input.kind.plural,
      isFrozen: true,
      widths: titles.map((title) => (title === 'Code' ? 10 : title === 'Title' ? 48 : 24)),
      async *rows() {
        yield titles.map((title) => ({ value: title, look: 'head' as const }))
        for await (const page of tablePages(db, org, input)) yield* page
      },
    },
  ])
}

async function* tablePages(
  db: Database,
  org: Org,
  { programUuid, projectUuid, kind }: TableInput,
): AsyncGenerator<Cell[][]> {
  const {
    method: { content: method },
  } = await configOf(db, org, programUuid)
  let after: { kind: string; number: number } | undefined
  for (;;) {
    const page = await artefactsPage(db, org, {
      programUuid,
      projectUuid,
      kinds: [kind.kind],
      after,
      limit: rowsAtOnce,
    })
    yield await cellsOf(
      db,
      org,
      programUuid,
      kind,
      method,
      page.map(({ row }) => row),
    )
    if (page.length < rowsAtOnce) return
    after = page.at(-1)!.row
  }
}

async function cellsOf(
  db: Database,
  org: Org,
  programUuid: string,
  kind: ArtefactKind,
  method: Method,
  rows: readonly ListedArtefact[],
): Promise<Cell[][]> {
  const codes = await codesAt(db, org, programUuid, rows)
  const columns = columnsOf(kind).map(({ key }) => key)
  const results = resultColumnsOf(kind)
  const assessed =
    results.length === 0 ? new Map<string, AssessmentRow>() : await storedAssessments(db, org, uuidsOf(rows))
  return rows.map((row) => [
    ...columns.map((key): Cell => cellAt(kind, method, row, key, codes.get(`${row.uuid} ${key}`) ?? [])),
    ...results.map(({ of }): Cell => {
      const result = assessed.get(row.uuid)?.result
      return result ? of(result) : null
    }),
  ])
}

const uuidsOf = (rows: readonly ListedArtefact[]) => rows.map(({ uuid }) => uuid)

function cellAt(kind: ArtefactKind, method: Method, row: ListedArtefact, key: string, codes: readonly string[]): Cell {
  if (key === 'code') return codeOfRow(row)
  if (key === 'title' || key === 'status') return row[key]
  if (key === 'external_id') return row.origin.how === 'import' ? (row.origin.id ?? null) : null
  if (linkColumn(kind, key)) return codes.toSorted().join(', ')
  if (key === stepsColumn.key) return stepsCell(method, (row.fields.tree as Tree | null | undefined) ?? null)
  const effort = effortColumn(kind, key)
  const name = effort?.field ?? key
  const value = row.fields[name] ?? kind.fields[name]!.initial
  return effort ? effortCell(method, value as Effort, effort.part) : cellOf(kind.fields[name]!, value)
}

/** The codes of linked artefacts, by uuid and column. */
async function codesAt(
  db: Database,
  org: Org,
  programUuid: string,
  rows: readonly ListedArtefact[],
): Promise<Map<string, string[]>> {
  const mine = new Set(rows.map(({ uuid }) => uuid))
  const links = await linksAt(db, org, programUuid, [...mine])
  const nodes = await nodesNamed(db, org, programUuid, [
    ...new Set(links.flatMap(({ fromUuid, toUuid }) => [fromUuid, toUuid])),
  ])
  const codes = new Map<string, string[]>()
  const add = (uuid: string, column: string, other: string) => {
    const code = nodes.get(other)?.code
    if (!mine.has(uuid) || code === undefined) return
    const held = codes.get(`${uuid} ${column}`)
    if (held) held.push(code)
    else codes.set(`${uuid} ${column}`, [code])
  }
  for (const { kind, fromUuid, toUuid } of links) {
    add(fromUuid, `link:${kind}:to`, toUuid)
    add(toUuid, `link:${kind}:from`, fromUuid)
  }
  return codes
}
