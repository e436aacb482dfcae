import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ProgramRequirementsPage } from '../requirements/requirements-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/add-requirements')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <ProgramRequirementsPage {...useAddress()} />
}
