import type { ComponentSearch } from '../search.ts'

export interface ComponentPageProps {
  readonly search: ComponentSearch
  readonly go: (search: ComponentSearch, replace?: boolean) => void
  readonly onOpenRelease: (release: string, position: number) => void
}
