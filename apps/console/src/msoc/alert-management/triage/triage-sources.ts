import type { Alert, AlertUpdate, getAlert, updateAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { z } from 'zod'

export type UpdateAnswer = z.output<typeof updateAlerts.output>

/** Statuses that an analyst may set by hand. */
export type SettableStatus = Exclude<NonNullable<AlertUpdate['status']>, 'CLOSED' | 'ESCALATED'>

/** A short message to the analyst, with an optional action. */
export interface Notice {
  readonly tone: 'plain' | 'warning' | 'error'
  readonly text: string
  readonly action?: { readonly label: string; readonly keys?: string; readonly run: () => void }
  /** A case to link to. */
  readonly toCase?: Pick<Case, 'uuid' | 'number'>
}

/** Where alerts are escalated to: a new case with a title and perhaps from a template, or an existing case. */
export type Into = { readonly title: string; readonly templateUuid?: string } | { readonly caseUuid: string }

/** What the actions on alerts need of the server and of the page. */
export interface TriageSources {
  readonly update: (input: z.input<typeof updateAlerts.input>) => Promise<UpdateAnswer>
  readonly get: (uuid: string) => Promise<z.output<typeof getAlert.output>>
  /** Returns the updated case and its alerts. */
  readonly escalate: (
    uuids: readonly string[],
    into: Into,
  ) => Promise<{ readonly case: Case; readonly alerts: readonly Alert[] }>
  /** Takes alerts out of a case again, and closes it if the escalation had opened it. Returns the case. */
  readonly takeOut: (uuids: readonly string[], caseUuid: string, isNew: boolean) => Promise<Case>
  readonly merge: (uuids: readonly string[], into: string) => Promise<{ readonly alerts: readonly Alert[] }>
  readonly unmerge: (
    uuids: readonly string[],
  ) => Promise<{ readonly unmerged: number; readonly refused: number; readonly alerts: readonly Alert[] }>
  /** The text of a refusal. */
  readonly why: (problem: unknown) => string
  readonly notify: (notice: Notice) => void
  /** Opens the detail of one alert, in the list or not. */
  readonly open: (uuid: string) => void
}

/** The texts of an action: on the row while it is pending, when it is done, and when it is refused. */
export interface Words {
  readonly doing: string
  readonly done: string
  /** Follows the report of success. */
  readonly detail?: string
  /** The alerts leave the list, and the cursor moves on (rule QUEUE-31). */
  readonly leaves?: boolean
}
