import { instantOf, wallOf } from '../../../core/format/zone.ts'

/**
 * A time as a field of a form has it, `2026-01-01T13:30`, in the zone of all shown times (rule CASE-UI-36 of
 * ../SPEC.md). `at`: RFC 3339.
 */
export function localTime(at: string, zone?: string): string {
  return new Date(wallOf(Date.parse(at), zone)).toISOString().slice(0, 16)
}

/** The time that a field holds, as RFC 3339; null for an empty field. */
export function utcTime(local: string, zone?: string): string | null {
  return local === '' ? null : new Date(instantOf(Date.parse(`${local}Z`), zone)).toISOString()
}
