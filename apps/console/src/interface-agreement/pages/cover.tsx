import { createFileRoute } from '@tanstack/react-router'
import { CoverPage } from '../cover/cover-page.tsx'
import { AgreementSearch } from '../search.ts'

export const Route = createFileRoute('/org/interface-agreement/cover')({
  validateSearch: AgreementSearch,
  component: Page,
})

function Page() {
  return <CoverPage search={Route.useSearch()} />
}
