import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { GoalsPage } from '../goals/goals-page.tsx'

export const Route = createFileRoute('/org/functional-safety/goals')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <GoalsPage {...useAddress()} />
}
