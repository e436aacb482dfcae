import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { RequirementsPage } from '../requirements/requirements-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/requirements-management')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <RequirementsPage {...useAddress()} />
}
