import type { Licence } from '@carapace/shared/modules'
import { type HeldLicence, isHeld } from '../session/licences.ts'

/** The subject of a report: a program, or only one project of it. */
export interface ReportSubject {
  readonly programUuid: string
  readonly projectUuid?: string | undefined
}

export interface ReportRequest<Form extends string = string> extends ReportSubject {
  readonly form: Form
  /** Of the downloaded file. */
  readonly fileName: string
}

/** A kind of report that a module adds to the report menu of programs and projects. */
export interface ReportKind<Form extends string = string> {
  /** In the names of files: "tara". */
  readonly name: string
  readonly title: string
  /** Without this licence the report is not offered. */
  readonly licence: Licence
  /** The file formats, which are also the file extensions. */
  readonly forms: readonly Form[]
  /** Requests the report and saves it. Import the code that calls the server here. */
  save(request: ReportRequest<Form>): Promise<void>
}

const all: ReportKind[] = []

/**
 * Adds the reports of a module to the menu.
 *
 * @throws Error where another report has the same name
 */
export function addReports(reports: readonly ReportKind[]): void {
  for (const report of reports) {
    if (all.some(({ name }) => name === report.name)) throw new Error(`Two reports are named ${report.name}.`)
    all.push(report)
  }
}

/** The reports of all modules that a licence includes; an expired or inactive one includes none. */
export function reportsFor(licence: HeldLicence | undefined): readonly ReportKind[] {
  return all.filter((report) => isHeld(licence, report.licence))
}
