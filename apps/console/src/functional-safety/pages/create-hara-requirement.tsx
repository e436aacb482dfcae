import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { CreateRequirementPage } from '../goals/create-requirement.tsx'

export const Route = createFileRoute('/org/functional-safety/create-hara-requirement')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <CreateRequirementPage {...useAddress()} />
}
