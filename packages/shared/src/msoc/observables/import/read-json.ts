import { type Parsed, parsed, refused } from '../../../core/parsed.ts'

/** The deepest nesting that a document may have. */
const deepest = 60

/** An object of a document: its fields are unknown, and are read with `fieldOf`. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Reads JSON that may be hostile: refused if it is nested too deeply (rule OBSERVABLE-23). */
export function readJson(text: string): Parsed<unknown> {
  if (depthOf(text) > deepest) return refused(`It is nested more than ${deepest} levels deep.`)
  try {
    return parsed(JSON.parse(text) as unknown)
  } catch {
    return refused('This is not JSON.')
  }
}

/** The deepest nesting of brackets outside of strings, without parsing. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isInString) {
      if (code === 92) i++
      else if (code === 34) isInString = false
    } else if (code === 34) isInString = true
    else if (code === 91 || code === 123) most = Math.max(most, ++depth)
    else if (code === 93 || code === 125) depth--
  }
  return most
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of an object itself, never one of its prototype; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A field that is a text; undefined if it is anything else. */
export function textField(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : undefined
}

/** A field that is a list; an empty one if it is anything else. */
export function listField(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name)
  return Array.isArray(field) ? field : []
}
