import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { defaultTheme } from '@carapace/shared/core/documents/theme'
import { type fmeaForms, getFmeaReport, mostFileRows, readFmeaFile } from '@carapace/shared/fmea/exchange.contract'
import { importColumns, type ImportColumn } from '@carapace/shared/fmea/import-columns'
import { fmeaReport } from '@carapace/shared/fmea/reports/fmea-report'
import { fmeaRows, type FmeaSource } from '@carapace/shared/fmea/reports/fmea-rows'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Caller } from '../core/http/caller.ts'
import type { Database } from '../core/db.ts'
import { csvText } from '../core/documents/csv.ts'
import { keptText } from '../core/documents/kept-text.ts'
import { reportAsDocument } from '../core/documents/report-docx.ts'
import { reportAsPdf } from '../core/documents/report-pdf.ts'
import { openTable } from '../core/documents/tables.ts'
import { workbookOf } from '../core/documents/xlsx-writer.ts'
import { serve } from '../core/http/serve.ts'
import { createReadings } from '../core/readings.ts'
import { spooled, withFile } from '../core/spool.ts'
import { artefactNamed, codeOfRow } from '../graph/artefacts/artefacts.queries.ts'
import { programOfArtefact } from '../graph/programs/access.queries.ts'
import { fmeaSource } from './fmea-source.ts'
import { namesOf } from './fmea-source.queries.ts'

/** Reading files for an import, and reports of an FMEA (rules FMEA-21 to FMEA-25). */
export async function exchangeRoutes(app: FastifyInstance, db: Database): Promise<void> {
  const inTurn = createReadings()

  serve(app, readFmeaFile).with(async ({ input: { form, sheet }, caller, body }) =>
    withFile(body, (path) =>
      inTurn(caller.org, async () => {
        const table = await openTable(path, form, sheet)
        try {
          // the first row is no heading here: above the headings are the fields of the form
          const rows = [[...table.columns]]
          const keep = keptText()
          for await (const { cells } of table.rows) {
            keep(cells.reduce((sum, cell) => sum + cell.length, 0))
            if (rows.length >= mostFileRows)
              return { success: true as const, sheets: [...table.sheets], rows, is_cut: true }
            rows.push([...cells])
          }
          return { success: true as const, sheets: [...table.sheets], rows, is_cut: false }
        } finally {
          table.close()
        }
      }),
    ),
  )

  serve(app, getFmeaReport).streams(async ({ input: { fmea_uuid: fmeaUuid, form }, caller }) => {
    const programUuid = await programOfArtefact(db, caller, fmeaUuid)
    const found = await artefactNamed(db, caller.org, fmeaUuid)
    if (found?.row.kind !== 'fmea') throw new Failure('NOT_FOUND')
    await audit(db, caller.org, byCaller(caller), {
      action: 'export fmea',
      subject: 'program',
      subjectUuid: programUuid,
    })
    return {
      fileName: `${codeOfRow(found.row).toLowerCase()}.${form}`,
      content: documentOf(db, caller, { programUuid, fmeaUuid, form }),
    }
  })
}

/** A document on one snapshot of the program, complete before its first byte is sent. */
function documentOf(
  db: Database,
  caller: Caller,
  { programUuid, fmeaUuid, form }: { programUuid: string; fmeaUuid: string; form: (typeof fmeaForms)[number] },
): AsyncGenerator<Uint8Array> {
  return spooled((write) =>
    db.transaction(
      async (tx) => {
        const source = await fmeaSource(tx, caller, programUuid, fmeaUuid)
        if (form === 'csv') return write(bytesOf(csvText(titles, pages(source))))
        if (form === 'xlsx') return write(workbook(source))
        const { organisation } = (await namesOf(tx, caller.org, programUuid))!
        const theme = { ...defaultTheme, organisation }
        return write((form === 'pdf' ? reportAsPdf : reportAsDocument)(fmeaReport(source), theme))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  )
}

const columns = Object.keys(importColumns) as ImportColumn[]
const titles = Object.values(importColumns)

const cellsOf = (source: FmeaSource) => fmeaRows(source).map((row) => columns.map((column) => row[column] ?? null))

async function* pages(source: FmeaSource) {
  yield cellsOf(source)
}

async function* bytesOf(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

const numbers = new Set<ImportColumn>(['severity', 'occurrence', 'detection', 'rpn', 'priority'])

function workbook(source: FmeaSource): AsyncGenerator<Uint8Array> {
  return workbookOf([
    {
      name: source.fmea.code,
      isFrozen: true,
      widths: columns.map((column) => (numbers.has(column) || column.startsWith('new') ? 8 : 28)),
      *rows() {
        yield titles.map((value) => ({ value, look: 'head' as const }))
        yield* cellsOf(source)
      },
    },
  ])
}
