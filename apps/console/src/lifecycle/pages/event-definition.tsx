import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { EventsPage } from '../events/events-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/event-definition')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <EventsPage {...useAddress()} />
}
