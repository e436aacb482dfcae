import { failurePlace } from '../failure-place.ts'
import type { FieldsOf } from '../../graph/artefacts/artefact-kind.ts'
import { plainStatus } from '../../lifecycle/reports/report-words.ts'
import type { ImportColumn } from '../import-columns.ts'
import type { fmeaActionKind, fmeaLineKind } from '../kinds/fmea.kinds.ts'
import { type ActionPriority, apOf, type FmeaForm, type RatingProfile, rpnOf } from '../rating-profile.ts'

export interface FmeaArtefact {
  readonly uuid: string
  readonly kind: string
  readonly code: string
  readonly title: string
  readonly status: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** An FMEA with what its lines join, as one snapshot of the graph. */
export interface FmeaSource {
  readonly program: string
  readonly fmea: FmeaArtefact
  /** The graph version, and the time in ISO 8601. */
  readonly seq: number
  readonly madeAt: string
  /** The user who requested it. */
  readonly author: string
  readonly profile: { readonly name: string; readonly version: number; readonly content: RatingProfile }
  /** The artefacts at the other end of links of a kind, by code: `to` means downstream of the artefact. */
  linked(uuid: string, link: string, side: 'from' | 'to'): readonly FmeaArtefact[]
}

/** The cells of a line by column; one that is absent is empty. */
export type FmeaRow = Readonly<Partial<Record<ImportColumn, string | number | null>>>

type LineFields = FieldsOf<typeof fmeaLineKind>
type ActionFields = FieldsOf<typeof fmeaActionKind>

/** The form by whose scales and priorities an FMEA is rated: software is rated as design. */
export function formOf(form: unknown): FmeaForm {
  return form === 'process' || form === 'monitoring' ? form : 'design'
}

/**
 * The lines of an FMEA as rows of a worksheet, by number: one row for each action, and one for a line without any. An
 * import of them finds the same lines again (rule FMEA-24).
 */
export function fmeaRows(source: FmeaSource): FmeaRow[] {
  return source.linked(source.fmea.uuid, 'has-line', 'to').flatMap((line): FmeaRow[] => {
    const row = lineRow(source, line)
    const actions = source.linked(line.uuid, 'improved-by', 'to')
    return actions.length === 0 ? [row] : actions.map((action) => ({ ...row, ...actionRow(action) }))
  })
}

interface Priorities {
  readonly before: ActionPriority | null
  readonly after: ActionPriority | null
}

/** The action priorities of a line by the profile of its FMEA. */
export function prioritiesOf({ profile, fmea }: FmeaSource, line: FmeaArtefact): Priorities {
  const form = formOf(fmea.fields.form)
  const { severity, occurrence, detection, ...fields } = line.fields as LineFields
  return {
    before: apOf(profile.content, severity, occurrence, detection, form),
    after: apOf(profile.content, fields.severity_after, fields.occurrence_after, fields.detection_after, form),
  }
}

function lineRow(source: FmeaSource, line: FmeaArtefact): FmeaRow {
  const fields = line.fields as LineFields
  const failures = new Map(source.linked(line.uuid, 'joined-in', 'from').map(({ uuid, title }) => [uuid, title]))
  const { effect, mode, cause } = fields.chain
  const failing = mode === null ? [] : source.linked(mode, 'fails-as', 'from')
  const place = failurePlace(failing, ({ uuid }) => source.linked(uuid, 'performs', 'from')[0])
  const { before, after } = prioritiesOf(source, line)
  return {
    number: line.code,
    element: place.structure?.title ?? null,
    function: place.function?.title ?? null,
    effect: failures.get(effect ?? '') ?? null,
    severity: fields.severity,
    mode: failures.get(mode ?? '') ?? null,
    cause: failures.get(cause ?? '') ?? null,
    prevention: fields.prevention,
    occurrence: fields.occurrence,
    detectionControl: fields.detection_controls,
    detection: fields.detection,
    priority: before,
    rpn: rpnOf(fields.severity, fields.occurrence, fields.detection),
    characteristic: fields.special,
    newSeverity: fields.severity_after,
    newOccurrence: fields.occurrence_after,
    newDetection: fields.detection_after,
    newPriority: after,
    newRpn: rpnOf(fields.severity_after, fields.occurrence_after, fields.detection_after),
    remarks: fields.remark,
  }
}

const actionColumns = { prevention: 'preventionAction', detection: 'detectionAction' } as const

function actionRow({ title, status, fields: all }: FmeaArtefact): FmeaRow {
  const { type, owner, due, taken, completed_on: completed } = all as ActionFields
  const column = type === null ? 'action' : actionColumns[type]
  return { [column]: title, responsible: owner, due, status: plainStatus(status), taken, completed }
}
