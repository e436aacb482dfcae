import type { ArtefactKind } from '@carapace/shared/graph/artefacts/artefact-kind'
import { Failure } from '@carapace/shared/core/failure'
import type { RefusedRow } from '@carapace/shared/lifecycle/exchange/import-plan'
import { type ImportRow, rowOf } from '@carapace/shared/lifecycle/exchange/import-rows'
import { isColumn, proposedMapping } from '@carapace/shared/lifecycle/exchange/table-columns'
import { mostArtefacts, mostLinks } from '../../graph/artefacts/writes.ts'
import { keptText } from '../../core/documents/kept-text.ts'
import type { RowsRead } from './rows-import.ts'
import { openTable } from '../../core/documents/tables.ts'

/** A link between two artefacts of the same kind is in the rows of both. */
const mostCodes = 2 * mostLinks

export type Mapping = Readonly<Record<string, string | null>>

export interface TableRead extends RowsRead {
  readonly sheets: readonly string[]
  readonly columns: readonly string[]
  readonly mapping: Mapping
}

interface TableReadInput {
  readonly form: 'csv' | 'xlsx'
  readonly sheet: string | undefined
  /** Undefined: the mapping that the column names suggest. */
  readonly mapping: Mapping | undefined
}

/** Reads a table of one kind by a mapping (rules EXCHANGE-11 to EXCHANGE-13). */
export async function readTable(
  path: string,
  kind: ArtefactKind,
  { form, sheet, mapping: statedMapping }: TableReadInput,
): Promise<TableRead> {
  const table = await openTable(path, form, sheet)
  try {
    const { sheets, columns } = table
    const mapping = statedMapping ?? proposedMapping(kind, columns)
    refuseMapping(kind, columns, mapping)
    const rows: ImportRow[] = []
    const refused: RefusedRow[] = []
    const keep = keptText()
    let codes = 0
    for await (const { row, cells } of table.rows) {
      const read = rowOf(kind, columns, mapping, row, cells)
      if (!read) continue
      if (read.ok) {
        rows.push(read.value)
        codes += read.value.links.length
      } else refused.push({ row, reason: read.reason })
      keep(cells.reduce((sum, cell, i) => sum + (mapping[columns[i]!] ? cell.length : 0), 0))
      if (rows.length + refused.length > mostArtefacts)
        throw new Failure('RULE_REFUSED', {
          message:
            `This table has more than ${mostArtefacts.toLocaleString('en')} rows, ` +
            'which is the maximum number of artefacts in a program. Import it in parts.',
        })
      if (codes > mostCodes)
        throw new Failure('RULE_REFUSED', {
          message: `This table has more than ${mostCodes.toLocaleString('en')} links. Import it in parts.`,
        })
    }
    return { sheets, columns, mapping, rows, refused }
  } finally {
    table.close()
  }
}

function refuseMapping(kind: ArtefactKind, columns: readonly string[], mapping: Mapping): void {
  const taken = new Set<string>()
  for (const [column, key] of Object.entries(mapping)) {
    if (!columns.includes(column)) throw wrong(`The table has no column called ${JSON.stringify(column)}.`)
    if (key === null) continue
    if (!isColumn(kind, key)) throw wrong(`${kind.title} has nothing called ${JSON.stringify(key)}.`)
    if (taken.has(key)) throw wrong(`Two columns are taken for ${key}.`)
    taken.add(key)
  }
}

const wrong = (message: string) => new Failure('INVALID_INPUT', { message, errors: { mapping: message } })
