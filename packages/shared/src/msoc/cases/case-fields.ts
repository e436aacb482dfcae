import type { FieldValues } from './case-values.contract.ts'
import type { FieldType } from './cases.ts'

export interface FieldDefinition {
  readonly uuid: string
  readonly name: string
  readonly type: FieldType
  readonly options: readonly string[]
}

/**
 * Applies changed values of the organisation's own fields to those that a case has; null and an empty text empty a
 * field (rule CASE-11). `errors` explains each value that its field does not take.
 */
export function withFields(
  current: FieldValues,
  changes: FieldValues,
  definitions: readonly FieldDefinition[],
): { readonly values: FieldValues; readonly changed: readonly string[]; readonly errors: readonly string[] } {
  const values = { ...current }
  const changed: string[] = []
  const errors: string[] = []
  for (const [uuid, value] of Object.entries(changes)) {
    const definition = definitions.find((one) => one.uuid === uuid)
    const error = definition ? whyNotTaken(definition, value) : 'A field is not there any more. Reload the page.'
    if (error !== undefined) errors.push(error)
    else if ((values[uuid] ?? null) !== (value === '' ? null : value)) {
      changed.push(definition!.name)
      if (value === null || value === '') delete values[uuid]
      else values[uuid] = value
    }
  }
  return { values, changed, errors }
}

function whyNotTaken({ name, type, options }: FieldDefinition, value: string | number | null): string | undefined {
  if (value === null || value === '') return undefined
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? undefined : `${name} is a number.`
  if (typeof value !== 'string') return `${name} is a text.`
  if (type === 'date') return isDate(value) ? undefined : `${name} is a date such as 2026-11-30.`
  if (type === 'choice') return options.includes(value) ? undefined : `${name} is one of ${options.join(', ')}.`
  return undefined
}

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
