import type { z } from 'zod'
import { complianceReport } from '@carapace/shared/lifecycle/reports/compliance-report'
import type { Report } from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'
import type { ReportSource } from '@carapace/shared/lifecycle/reports/report-source'
import { taraReport } from '@carapace/shared/lifecycle/reports/tara-report'
import type { getReport } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import { Failure } from '@carapace/shared/core/failure'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import { spooled } from '../../core/spool.ts'
import { reportAsDocument } from '../../core/documents/report-docx.ts'
import { reportAsPdf } from '../../core/documents/report-pdf.ts'
import type { Caller } from '../../core/http/caller.ts'
import { fileNameOf } from '../../core/http/file-name.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import type { Services } from '../../module.ts'
import { reportSource } from './report-source.ts'
import { organisationReported, programReported, projectNamed } from './report-source.queries.ts'
import { reportAsWorkbook } from '../../core/documents/report-xlsx.ts'

type ReportRequest = z.output<typeof getReport.input>
type Form = ReportRequest['form']

const models: Readonly<Record<ReportRequest['report'], (source: ReportSource) => Report>> = {
  tara: taraReport,
  compliance: complianceReport,
}
const writers: Readonly<Record<Form, (report: Report, theme: Theme) => AsyncGenerator<Uint8Array>>> = {
  pdf: reportAsPdf,
  docx: reportAsDocument,
  xlsx: reportAsWorkbook,
}

interface Reported {
  readonly programUuid: string
  readonly projectUuid: string | undefined
  readonly form: Form
}

type Model = (tx: Tx, source: ReportSource) => Report | Promise<Report>

declare module '../../module.ts' {
  interface Services {
    /** A report on one snapshot of a program or project; `name` is what it is called in the name of its file. */
    programReport(
      db: Database,
      caller: Caller,
      about: Reported & { readonly name: string },
      model: Model,
    ): Promise<{ readonly fileName: string; readonly content: AsyncGenerator<Uint8Array> }>
  }
}

export const programReport: Services['programReport'] = async (db, caller, { name, ...about }, model) => {
  const { programUuid, projectUuid, form } = about
  const title = await nameSeen(db, caller, programUuid, projectUuid)
  await audit(db, caller.org, byCaller(caller), {
    action: `export ${name} report`,
    subject: 'program',
    subjectUuid: programUuid,
  })
  return { fileName: fileNameOf(`${title} ${name}`, form), content: written(db, caller, about, model) }
}

/** A report on a program, as a file. */
export const reportOf = (db: Database, caller: Caller, { program_uuid, project_uuid, report, form }: ReportRequest) =>
  programReport(
    db,
    caller,
    { programUuid: program_uuid, projectUuid: project_uuid, name: report, form },
    (_tx, source) => models[report](source),
  )

/** A report on one snapshot of a program, complete before its first byte is sent (rule EXCHANGE-20). */
function written(
  db: Database,
  { org, user }: Caller,
  { programUuid, projectUuid, form }: Reported,
  model: Model,
): AsyncGenerator<Uint8Array> {
  return spooled((write) =>
    db.transaction(
      async (tx) => {
        const theme = { ...defaultTheme, organisation: await organisationReported(tx, org) }
        const source = await reportSource(tx, org, { programUuid, projectUuid, author: user.name })
        await write(writers[form](await model(tx, source), theme))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  )
}

/**
 * The name of a program, or of a project of it.
 *
 * @throws {Failure} NOT_FOUND when there is none, or the caller may not see it
 */
export async function nameSeen(
  db: Database,
  caller: Caller,
  programUuid: string,
  projectUuid: string | undefined,
): Promise<string> {
  await seeProgram(db, caller, programUuid)
  const name =
    projectUuid === undefined
      ? (await programReported(db, caller.org, programUuid))?.program.name
      : await projectNamed(db, caller.org, programUuid, projectUuid)
  if (name === undefined) throw new Failure('NOT_FOUND')
  return name
}
