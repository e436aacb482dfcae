import type { CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'

/** What is typed into a form, before it is saved. */
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

/** Lines as they are typed: empty ones count only while somebody types. */
export const linesIn = (text: string): readonly string[] => text.split('\n')

/**
 * What is saved of a draft: lists without empty lines and doubles, a rating that was taken back without its key; an
 * empty code is chosen by the server.
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
