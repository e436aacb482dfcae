import type { Release } from '@carapace/shared/sbom/releases.contract'
import type { ReleaseSearch } from '../search.ts'

export interface ReleasePageProps {
  readonly search: ReleaseSearch
  readonly go: (search: ReleaseSearch, replace?: boolean) => void
  readonly onLeave: () => void
}

export interface ReleaseViewProps extends ReleasePageProps {
  readonly release: Release
  readonly onChanged: () => void
}

export interface TabProps extends ReleaseViewProps {
  readonly onUpload: () => void
  readonly onOpen: (position: number) => void
}
