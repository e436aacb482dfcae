import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { EventPage } from '../hara/event-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hara-edit')({
  validateSearch: ArtefactSearch,
  component: Page,
})

function Page() {
  return <EventPage {...useAddress()} />
}
