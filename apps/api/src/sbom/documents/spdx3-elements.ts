import { type Fields, fieldsOf, objectIn, textOf } from './fields.ts'

/** The class of an object. */
export function typeIn(fields: Fields): string {
  return textOf(fields['type']) ?? textOf(fields['@type']) ?? ''
}

/** The id of an element, or of a node that has none of its own. */
export function idIn(fields: Fields): string | undefined {
  return textOf(fields['spdxId']) ?? textOf(fields['@id'])
}

/** A reference to an element: its id, or the element itself where it stands inside. */
export function refIn(value: unknown): string | undefined {
  return textOf(value) ?? (objectIn(value) ? idIn(value as Fields) : undefined)
}

/** The creation of an element, inline or by reference. */
export function creationOf(fields: Fields, byId: ReadonlyMap<string, Fields>): Fields {
  const link = fields['creationInfo']
  return objectIn(link) ?? fieldsOf(byId.get(String(link)))
}
