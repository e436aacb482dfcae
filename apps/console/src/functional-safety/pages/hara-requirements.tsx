import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { RequirementsPage } from '../goals/requirements-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hara-requirements')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <RequirementsPage {...useAddress()} />
}
