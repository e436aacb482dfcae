import type { Parsed } from '../../core/parsed.ts'
import { parsed, refused } from '../../core/parsed.ts'
import { type ArtefactKind, checkFields } from './artefact-kind.ts'
import { type ArtefactStatus, decidedStatuses } from './statuses.ts'

/** The part of an artefact that can be changed. */
export interface ArtefactState {
  readonly title: string
  readonly status: ArtefactStatus
  readonly projectUuid: string | null
  readonly fields: Readonly<Record<string, unknown>>
}

export interface StateInput {
  readonly title?: string | undefined
  readonly status?: ArtefactStatus | undefined
  readonly project_uuid?: string | null | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

export interface StateChange {
  readonly state: ArtefactState
  /** Titles of the changed fields; empty: no change. */
  readonly changed: readonly string[]
  /** The changes that may matter to dependent artefacts: fields by name (including `title`), and by title. */
  readonly meaning: readonly { readonly name: string; readonly title: string }[]
}

/** Statuses that refer to an artefact's content: they end when the content changes (rule GRAPH-8). */
const settled: readonly ArtefactStatus[] = ['APPROVED', 'COMPLETED', 'UNDER_REVIEW', 'REJECTED']

/** A new artefact of a kind (rules GRAPH-1, GRAPH-2). */
export function beginArtefact(
  kind: ArtefactKind,
  { title, status, project_uuid: projectUuid = null, fields = {} }: StateInput,
): Parsed<ArtefactState> & { readonly errors?: Record<string, string> } {
  if (title === undefined) return { ...refused('A title is needed.'), errors: { title: 'A title is needed.' } }
  const why = whyNotStatus(kind, status)
  if (why !== undefined) return { ...refused(why), errors: { status: why } }
  const checked = checkFields(kind, fields)
  return checked.ok
    ? parsed({
        title,
        status: status ?? statusBy(kind, checked.value) ?? kind.statuses[0]!,
        projectUuid,
        fields: checked.value,
      })
    : checked
}

/** The new state of an artefact after a change (rules GRAPH-2, GRAPH-4, GRAPH-5, GRAPH-8). */
export function changeArtefact(
  kind: ArtefactKind,
  before: ArtefactState,
  input: StateInput,
): Parsed<StateChange> & { readonly errors?: Record<string, string> } {
  const why = input.status === before.status ? undefined : whyNotStatus(kind, input.status)
  if (why !== undefined) return { ...refused(why), errors: { status: why } }
  const checked = checkFields(kind, input.fields ?? {}, before.fields)
  if (!checked.ok) return checked
  const title = input.title ?? before.title
  const was = (name: string) => before.fields[name] ?? kind.fields[name]!.initial
  const other = Object.entries(kind.fields).filter(([name]) => !isSame(checked.value[name], was(name)))
  const isNews = ([name, field]: (typeof other)[number]) =>
    field.isMeaning && (!field.meaningIn || !isSame(field.meaningIn(checked.value[name]), field.meaningIn(was(name))))
  const meaning = [
    ...(title === before.title ? [] : [{ name: 'title', title: 'Title' }]),
    ...other.filter(isNews).map(([name, field]) => ({ name, title: field.title })),
  ]
  // a review's decision does not apply to changed content
  const chosenStatus = input.status === undefined || decidedStatuses.includes(input.status) ? undefined : input.status
  const followed = other.some(([name]) => name === kind.statusBy?.field) ? statusBy(kind, checked.value) : undefined
  const status =
    chosenStatus ?? followed ?? (meaning.length > 0 && settled.includes(before.status) ? 'IN_PROCESS' : before.status)
  const projectUuid = input.project_uuid === undefined ? before.projectUuid : input.project_uuid
  const changed = [
    ...meaning.map((one) => one.title),
    ...other.filter((one) => !isNews(one)).map(([, field]) => field.title),
    ...(status === before.status ? [] : ['Status']),
    ...(projectUuid === before.projectUuid ? [] : ['Project']),
  ]
  return parsed({ state: { title, status, projectUuid, fields: checked.value }, changed, meaning })
}

/** The status that follows from the field that sets it: a test that passed is completed (rule GRAPH-8). */
function statusBy({ statusBy: by }: ArtefactKind, fields: ArtefactState['fields']): ArtefactStatus | undefined {
  const value = by && fields[by.field]
  return typeof value === 'string' ? by!.statuses[value] : undefined
}

function whyNotStatus(kind: ArtefactKind, status: ArtefactStatus | undefined): string | undefined {
  if (status === undefined) return undefined
  if (decidedStatuses.includes(status)) return 'Only a review can set this status. Request a review.'
  return kind.statuses.includes(status) ? undefined : `${kind.plural} are never ${status}.`
}

/** Whether two JSON values are equal, regardless of the order of an object's keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) && isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}
