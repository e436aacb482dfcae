import { usePageTitle } from '../../core/page/page-title.ts'
import { PageHead } from '../../core/ui/page-head.tsx'
import type { AgreementsSearch } from '../search.ts'
import '../agreement.css'

interface AgreementsPageProps {
  readonly search: AgreementsSearch
  readonly go: (search: AgreementsSearch, replace?: boolean) => void
}

/** The agreements of the organisation. */
export function AgreementsPage(_props: AgreementsPageProps) {
  usePageTitle('Interface agreements')
  return (
    <div className="ia-page">
      <PageHead title="Interface agreements" />
    </div>
  )
}
