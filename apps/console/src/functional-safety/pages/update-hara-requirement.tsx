import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { RequirementPage } from '../goals/requirement-page.tsx'

export const Route = createFileRoute('/org/functional-safety/update-hara-requirement')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <RequirementPage {...useAddress()} />
}
