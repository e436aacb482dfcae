import type { ArtefactKind } from '../../graph/artefacts/artefact-kind.ts'

/** An artefact's fields for export: those of its kind in the kind's order, each with its value or its initial value. */
export function fieldsKept(kind: ArtefactKind, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kind.fields).map(([name, { initial }]) => [name, sorted(fields[name] ?? initial)]),
  )
}

/** The same value with the keys of objects sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
