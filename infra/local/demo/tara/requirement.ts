import type { FieldsFor } from './build.ts'

type Requirement = FieldsFor<'requirement'>

/** The fields of a requirement: its text, its type, and its verification method. */
export function must(
  text: string,
  type: NonNullable<Requirement['type']>,
  verification: NonNullable<Requirement['verification']>,
  more: Pick<Requirement, 'rationale' | 'owner' | 'version'> = {},
): Requirement {
  return { text, type, verification, version: '1.0', ...more }
}
