import type { People } from './node-settings.ts'
import type { InputField } from './playbook.ts'

export interface Approval {
  readonly uuid: string
  readonly by: string
  readonly comment: string
  readonly at: string
}

/** What a step waits for, as stored with it. Times are in its `due_at`. */
export type StoredWaiting =
  | {
      readonly kind: 'approval'
      readonly question: string
      readonly people: People
      readonly needed: number
      readonly approvals: readonly Approval[]
    }
  | {
      readonly kind: 'form'
      readonly question: string
      readonly people: People
      readonly fields: readonly InputField[]
    }
  | { readonly kind: 'delay' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'run'; readonly run_uuid: string }
  | { readonly kind: 'vehicle_action'; readonly action_uuid: string }
  | { readonly kind: 'items'; readonly done: number; readonly total: number }
  /** `lease`: which process attempts it, so that only that process may record the outcome. */
  | { readonly kind: 'attempt'; readonly lease: string; readonly repeatable: boolean }
  | { readonly kind: 'unknown' }
  /** A person stated that what nobody knew was not done. */
  | { readonly kind: 'stated_failed' }

interface Person {
  readonly uuid: string
  readonly role: string
}

/** Who caused a run: the person who started it, and the member in whose name it acts. */
interface Requesters {
  readonly startedByUuid: string | null
  readonly actsForUuid: string | null
}

/** Why a person may not approve; undefined: they may (rule PLAYBOOK-15). */
export function whyNotApprove(
  { people, approvals }: Extract<StoredWaiting, { kind: 'approval' }>,
  person: Person,
  { startedByUuid, actsForUuid }: Requesters,
): string | undefined {
  if (person.uuid === startedByUuid) return 'You started this run: somebody else must approve it.'
  if (person.uuid === actsForUuid) return 'You enabled this playbook, it acts for you: somebody else must approve it.'
  if (!isAmong(people, person)) return 'You are not among the people who may approve this.'
  if (approvals.some(({ uuid }) => uuid === person.uuid))
    return 'You have approved this already: another person must approve it too.'
  return undefined
}

/** Why a person may not answer a form; undefined: they may (rule PLAYBOOK-16). */
export function whyNotAnswer({ people }: { readonly people: People }, person: Person): string | undefined {
  return isAmong(people, person) ? undefined : 'You are not among the people who may answer this.'
}

/** The approvals of those who may still approve: a member may have been deactivated, or have another role. */
export function stillValid(
  { people, approvals }: Extract<StoredWaiting, { kind: 'approval' }>,
  members: readonly Person[],
): Approval[] {
  const able = new Set(members.filter((member) => isAmong(people, member)).map(({ uuid }) => uuid))
  return approvals.filter(({ uuid }) => able.has(uuid))
}

/** Administrators may do what analysts may. */
function isAmong(people: People, { uuid, role }: Person): boolean {
  if (people.kind === 'members') return people.uuids.includes(uuid)
  return people.role === role || role === 'ADMIN'
}

type Answers = Readonly<Record<string, string | number | boolean>>

/** The mistakes in the answers to a form, by field; none: they are complete (rule PLAYBOOK-16). */
export function answerMistakes(fields: readonly InputField[], values: Answers): Record<string, string> {
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(values).filter((name) => !known.has(name))
  return Object.fromEntries([
    ...unknown.map((name) => [name, 'The form has no such field.']),
    ...fields.flatMap((field) => {
      const mistake = answerMistake(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined)
      return mistake === undefined ? [] : [[field.name, mistake]]
    }),
  ]) as Record<string, string>
}

function answerMistake(
  { type, required, options }: InputField,
  value: Answers[string] | undefined,
): string | undefined {
  if (value === undefined || value === '') return required ? 'Fill this in.' : undefined
  if (type === 'number') return typeof value === 'number' ? undefined : 'This must be a number.'
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'This must be yes or no.'
  if (typeof value !== 'string') return 'This must be a text.'
  return type === 'choice' && !options?.includes(value) ? 'Choose one of the options.' : undefined
}
