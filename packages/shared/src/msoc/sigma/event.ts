import type { LogSource } from './model.ts'

export type SigmaValue = string | number | boolean | null

/** An event as rules read it. */
export interface SigmaEvent {
  /** Names the event in hits. */
  readonly id: string
  /** When it happened, epoch ms. */
  readonly ts: number
  readonly source: LogSource
  /** A list has several values; a rule matches by any of them. */
  readonly fields: ReadonlyMap<string, SigmaValue | readonly SigmaValue[]>
}

/** The values of one field, in the forms that tests compare. */
export interface FieldValues {
  readonly values: readonly SigmaValue[]
  /** Texts of the values that are not null. */
  readonly texts: readonly string[]
  /** The same without differences of case. */
  readonly folded: readonly string[]
}

/** An event whose texts are made once, however many rules read them. */
export interface EventView {
  readonly event: SigmaEvent
  /** Undefined: the event does not have the field. */
  field(name: string): FieldValues | undefined
}

/** Returns a text without differences of case. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}

/** Returns a view of the event for rules. */
export function viewOf(event: SigmaEvent): EventView {
  const read = new Map<string, FieldValues>()
  return {
    event,
    field(name) {
      const known = read.get(name)
      if (known !== undefined) return known
      const value = event.fields.get(name)
      if (value === undefined) return undefined
      const values = fieldValuesOf(value)
      read.set(name, values)
      return values
    },
  }
}

function fieldValuesOf(value: SigmaValue | readonly SigmaValue[]): FieldValues {
  if (typeof value === 'string') return { values: [value], texts: [value], folded: [fold(value)] }
  return new LazyValues(Array.isArray(value) ? (value as readonly SigmaValue[]) : [value as SigmaValue])
}

/** Values whose texts are made when a test reads them: most numbers are only compared. */
class LazyValues implements FieldValues {
  readonly values: readonly SigmaValue[]
  #texts: readonly string[] | undefined
  #folded: readonly string[] | undefined

  constructor(values: readonly SigmaValue[]) {
    this.values = values
  }

  get texts(): readonly string[] {
    return (this.#texts ??= this.values.filter((one) => one !== null).map(String))
  }

  get folded(): readonly string[] {
    return (this.#folded ??= this.texts.map(fold))
  }
}
