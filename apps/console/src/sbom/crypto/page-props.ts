import type { getCryptoPosture } from '@carapace/shared/sbom/crypto.contract'
import type { CryptoSearch } from './search.ts'

export interface CryptoPageProps {
  readonly search: CryptoSearch
  readonly go: (search: CryptoSearch, replace?: boolean) => void
}

export type Posture = (typeof getCryptoPosture)['output']['_output']
