import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { RequirementsPage } from '../requirements/requirements-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/requirements-management')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <RequirementsPage {...useAddress()} />
}
