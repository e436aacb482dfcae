import type { WorksheetSearch } from '../search.ts'

export const title = 'FMEA Analysis'

export interface WorksheetPageProps {
  readonly search: WorksheetSearch
  readonly go: (search: WorksheetSearch, replace?: boolean) => void
}
