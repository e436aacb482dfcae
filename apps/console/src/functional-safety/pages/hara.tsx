import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { HaraPage } from '../hara/hara-page.tsx'

export const Route = createFileRoute('/org/functional-safety/hara')({ validateSearch: ArtefactSearch, component: Page })

function Page() {
  return <HaraPage {...useAddress()} />
}
