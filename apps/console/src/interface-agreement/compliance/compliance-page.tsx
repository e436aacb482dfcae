import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { ComplianceSearch } from '../search.ts'

interface CompliancePageProps {
  readonly search: ComplianceSearch
  readonly go: (search: ComplianceSearch, replace?: boolean) => void
}

/** When each work product is due, what was exchanged, and its evidence. */
export function CompliancePage({ search }: CompliancePageProps) {
  return (
    <AgreementFrame title="Compliance" search={search}>
      {() => null}
    </AgreementFrame>
  )
}
