import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/search.ts'
import { useAddress } from '../../graph/use-address.ts'
import { EventsPage } from '../events/events-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/event-definition')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <EventsPage {...useAddress()} />
}
