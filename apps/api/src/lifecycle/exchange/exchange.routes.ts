import type { FastifyInstance } from 'fastify'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { ArtefactKind } from '@carapace/shared/graph/artefacts/artefact-kind'
import { Failure } from '@carapace/shared/core/failure'
import { hostileJson } from '@carapace/shared/core/documents/hostile-json'
import { exportArtefacts, importTable, Mapping } from '@carapace/shared/graph/exchange/exchange.contract'
import { exportArchive, getReport, importArchive } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import { type Column, columnsOf } from '@carapace/shared/lifecycle/exchange/table-columns'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { fileNameOf } from '../../core/http/file-name.ts'
import { serve } from '../../core/http/serve.ts'
import { createReadings } from '../../core/readings.ts'
import { spooled, withFile } from '../../core/spool.ts'
import { refuseReaders } from '../../graph/programs/access.queries.ts'
import { archiveOf } from './archive-export.ts'
import { requestArchiveImport } from './archive-import.ts'
import { projectNamed } from '../reports/report-source.queries.ts'
import { nameSeen, reportOf } from '../reports/reports.ts'
import { readReqif, reqifOf } from './reqif.ts'
import { requestRowsImport, type RowsRead } from './rows-import.ts'
import { tableAsCsv, tableAsWorkbook } from './table-export.ts'
import { readTable } from './table-import.ts'
import { readTaraJson, taraJson } from './tara-json.ts'

interface Deps {
  readonly db: Database
  readonly jobs: Jobs
}

/**
 * Import and export of archives, reports, tables and requirements (rules EXCHANGE-1 to EXCHANGE-25 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export async function exchangeRoutes(app: FastifyInstance, { db, jobs }: Deps): Promise<void> {
  const inTurn = createReadings()

  serve(app, exportArchive).streams(
    async ({ input: { program_uuid: programUuid, project_uuid: projectUuid }, caller }) => {
      const name = await nameSeen(db, caller, programUuid, projectUuid)
      const content = spooled((write) =>
        db.transaction(async (tx) => write(await archiveOf(tx, caller.org, { programUuid, projectUuid })), {
          isolationLevel: 'repeatable read',
          accessMode: 'read only',
        }),
      )
      return { fileName: fileNameOf(name, 'zip'), content: await noted(caller, programUuid, 'export archive', content) }
    },
  )

  serve(app, importArchive).with(async ({ input: { name, dry_run: dryRun }, caller, body }) =>
    withFile(body, (path) =>
      inTurn(caller.org, async () => ({
        success: true as const,
        ...(await requestArchiveImport(db, jobs, caller, path, { name, dryRun })),
      })),
    ),
  )

  serve(app, getReport).streams(({ input, caller }) => reportOf(db, caller, input))

  serve(app, exportArtefacts).streams(
    async ({ input: { program_uuid: programUuid, project_uuid: projectUuid, kind: kindName, form }, caller }) => {
      const name = await nameSeen(db, caller, programUuid, projectUuid)
      const { org } = caller
      if (form === 'reqif')
        return {
          fileName: fileNameOf(name, 'reqif'),
          content: await noted(
            caller,
            programUuid,
            'export requirements',
            reqifOf(db, org, { programUuid, projectUuid, title: name }),
          ),
        }
      if (form === 'json')
        return {
          fileName: fileNameOf(`${name} tara`, 'json'),
          content: await noted(
            caller,
            programUuid,
            'export threat analysis',
            taraJson(db, org, { programUuid, projectUuid, name }),
          ),
        }
      const kind = kindOf(kindName)
      const content: AsyncGenerator<string | Uint8Array> =
        form === 'csv'
          ? tableAsCsv(db, org, { programUuid, projectUuid, kind })
          : tableAsWorkbook(db, org, { programUuid, projectUuid, kind })
      return {
        fileName: fileNameOf(`${name} ${kind.plural}`, form),
        content: await noted(caller, programUuid, 'export artefacts', content),
      }
    },
  )

  serve(app, importTable).with(
    async ({
      input: { program_uuid: programUuid, project_uuid: projectUuid, form, kind, sheet, mapping, dry_run: dryRun },
      caller,
      body,
    }) => {
      // before the first byte is read
      await refuseReaders(db, caller, programUuid)
      if (projectUuid !== undefined && (await projectNamed(db, caller.org, programUuid, projectUuid)) === undefined)
        throw new Failure('NOT_FOUND')
      const about = {
        sheets: [] as string[],
        columns: [] as string[],
        mapping: {} as Record<string, string | null>,
        targets: [] as Column[],
      }
      return withFile(body, (path) =>
        inTurn(caller.org, async () => {
          let read: RowsRead
          if (form === 'csv' || form === 'xlsx') {
            const table = await readTable(path, kindOf(kind), { form, sheet, mapping: mappingOf(mapping) })
            Object.assign(about, {
              sheets: [...table.sheets],
              columns: [...table.columns],
              mapping: { ...table.mapping },
              targets: columnsOf(kindOf(kind)),
            })
            read = table
          } else read = form === 'reqif' ? await readReqif(path) : await readTaraJson(path)
          const what = { csv: 'CSV', xlsx: 'XLSX', reqif: 'ReqIF', json: 'a threat analysis in JSON' }[form]
          return {
            success: true as const,
            ...about,
            ...(await requestRowsImport(db, jobs, caller, { programUuid, projectUuid, what }, read, dryRun)),
          }
        }),
      )
    },
  )

  /** Writes an export to the audit log. */
  async function noted<T>(caller: Caller, programUuid: string, action: string, content: T): Promise<T> {
    await audit(db, caller.org, byCaller(caller), { action, subject: 'program', subjectUuid: programUuid })
    return content
  }
}

function kindOf(name: string | undefined): ArtefactKind {
  const kind = name === undefined ? undefined : artefactKindNamed(name)
  if (!kind) throw new Failure('INVALID_INPUT', { errors: { kind: 'Say of which kind the artefacts are.' } })
  return kind
}

function mappingOf(text: string | undefined): Record<string, string | null> | undefined {
  if (text === undefined) return undefined
  const read = hostileJson(text)
  const mapping = read.ok ? Mapping.safeParse(read.value) : undefined
  if (!mapping?.success) throw new Failure('INVALID_INPUT', { errors: { mapping: 'This is no mapping of columns.' } })
  return mapping.data
}
