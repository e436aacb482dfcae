import type { CoverFields } from './cover-draft.ts'

/** What each part of the cover's form works with. */
export interface CoverPartProps {
  readonly fields: CoverFields
  /** Why the cover cannot be stored, by field. */
  readonly faults: Readonly<Record<string, string>>
  readonly isDisabled: boolean
  readonly onChange: (fields: CoverFields) => void
}
