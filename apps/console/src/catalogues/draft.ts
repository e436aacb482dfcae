import type { CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'

/** The values of a form before they are saved. */
export interface EntryDraft {
  readonly code: string
  readonly title: string
  readonly fields: Readonly<Record<string, unknown>>
}

export function draftOf(entry: CatalogueEntry | undefined): EntryDraft {
  return entry === undefined
    ? { code: '', title: '', fields: {} }
    : { code: entry.code, title: entry.title, fields: entry.fields }
}

/** The lines of a text, including the empty ones that occur while the user types. */
export const linesIn = (text: string): readonly string[] => text.split('\n')

/**
 * The input that is saved for a draft: lists without empty lines and duplicates, and no key for a rating that was
 * cleared. The server chooses the code if it is empty.
 */
export function inputOf({ code, title, fields }: EntryDraft): {
  code?: string
  title: string
  fields: Record<string, unknown>
} {
  return {
    ...(code.trim() !== '' && { code: code.trim() }),
    title: title.trim(),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleaned(value)])),
  }
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => String(one).trim()))].filter((one) => one !== '')
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== ''))
  return value
}
