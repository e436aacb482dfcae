import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { CreateEventsPage } from '../hara/create-events.tsx'

export const Route = createFileRoute('/org/functional-safety/hara-create')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <CreateEventsPage {...useAddress()} />
}
