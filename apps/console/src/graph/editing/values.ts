import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Field } from '@carapace/shared/graph/artefacts/fields'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { calendarDay, sentenceCase } from '../../core/format/format.ts'

/** A part of an artefact that can be changed by itself: a field by its name, or a property that all artefacts have. */
export type Part = '@title' | '@status' | '@project' | (string & {})

export function valueOf(
  artefact: Pick<Artefact, 'kind' | 'title' | 'status' | 'project_uuid' | 'fields'>,
  part: Part,
): unknown {
  if (part === '@title') return artefact.title
  if (part === '@status') return artefact.status
  if (part === '@project') return artefact.project_uuid
  return artefact.fields[part] ?? fieldOf(artefact.kind, part)?.initial
}

/** The request input that sets this part to a value. */
export function inputFor(part: Part, value: unknown): Partial<ArtefactInput> {
  if (part === '@title') return { title: value as string }
  if (part === '@status') return { status: value as Artefact['status'] }
  if (part === '@project') return { project_uuid: value as string | null }
  return { fields: { [part]: value } }
}

export function fieldOf(kind: string, name: string): Field | undefined {
  const fields = artefactKindNamed(kind)?.fields
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Whether lists leave the part out because it is long. */
export function isLong(kind: string, part: Part): boolean {
  return fieldOf(kind, part)?.isLong ?? false
}

export function partTitle(kind: string, part: Part): string {
  if (part === '@title') return 'Title'
  if (part === '@status') return 'Status'
  if (part === '@project') return 'Project'
  return fieldOf(kind, part)?.title ?? part
}

/** A part's value as text. */
export function partText(kind: string, part: Part, value: unknown): string {
  if (part === '@status') return sentenceCase(String(value))
  const field = fieldOf(kind, part)
  return field ? fieldText(field, value) : String(value ?? '')
}

/** A field's value as text; empty if nothing is selected. */
export function fieldText({ input, choices = {} }: Pick<Field, 'input' | 'choices'>, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (input === 'truth') return value === true ? 'Yes' : 'No'
  if (input === 'choice') return choices[value as string] ?? String(value)
  if (input === 'choices') return (value as string[]).map((word) => choices[word] ?? word).join(', ')
  if (input === 'lines') return (value as string[]).join(', ')
  if (input === 'date') return value === '' ? '' : calendarDay(String(value))
  return input === 'own' ? ownText(value) : String(value)
}

/** A structured value as text: its innermost values. */
function ownText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(ownText).filter(Boolean).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, inner]) => [name, ownText(inner)] as const)
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `${sentenceCase(name)}: ${words}`)
    .join('; ')
}
