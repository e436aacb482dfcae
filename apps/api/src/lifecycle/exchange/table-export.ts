import type { ArtefactKind } from '@carapace/shared/graph/artefacts/artefact-kind'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Org } from '@carapace/shared/core/owned'
import { cellOf } from '@carapace/shared/lifecycle/exchange/cells'
import { columnsOf, linkColumn } from '@carapace/shared/lifecycle/exchange/table-columns'
import { type Cell, csvText } from '../../core/documents/csv.ts'
import type { Database } from '../../core/db.ts'
import {
  type ArtefactRow,
  artefactsPage,
  codeOfRow,
  linksAt,
  nodesNamed,
} from '../../graph/artefacts/artefacts.queries.ts'
import { workbookOf } from '../../core/documents/xlsx-writer.ts'

const rowsAtOnce = 500

interface TableInput {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  readonly kind: ArtefactKind
}

/** Artefacts of one kind as CSV (rules DOCUMENT-10, EXCHANGE-11). */
export function tableAsCsv(db: Database, org: Org, input: TableInput): AsyncGenerator<string> {
  return csvText(
    columnsOf(input.kind).map(({ title }) => title),
    tablePages(db, org, input),
  )
}

/** Artefacts of one kind as a workbook. */
export function tableAsWorkbook(db: Database, org: Org, input: TableInput): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(input.kind)
  return workbookOf([
    {
      name: input.kind.plural,
      isFrozen: true,
      widths: columns.map(({ key }) => (key === 'code' ? 10 : key === 'title' ? 48 : 24)),
      async *rows() {
        yield columns.map(({ title }) => ({ value: title, look: 'head' as const }))
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
  const columns = columnsOf(kind).map(({ key }) => key)
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
      columns,
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
  columns: readonly string[],
  rows: readonly ArtefactRow[],
): Promise<Cell[][]> {
  const codes = await codesAt(db, org, programUuid, rows)
  return rows.map((row) => {
    const fields: Record<string, unknown> = { ...initialFields(kind), ...row.fields }
    return columns.map((key): Cell => {
      if (key === 'code') return codeOfRow(row)
      if (key === 'title' || key === 'status') return row[key]
      return linkColumn(kind, key)
        ? (codes.get(`${row.uuid} ${key}`) ?? []).sort().join(', ')
        : cellOf(kind.fields[key]!, fields[key])
    })
  })
}

/** The codes of linked artefacts, by uuid and column. */
async function codesAt(
  db: Database,
  org: Org,
  programUuid: string,
  rows: readonly ArtefactRow[],
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
