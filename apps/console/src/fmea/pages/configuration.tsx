import { createFileRoute } from '@tanstack/react-router'
import { ArtefactSearch } from '../../graph/page/search.ts'
import { useAddress } from '../../graph/page/use-address.ts'
import { ConfigurationPage } from '../configuration/configuration-page.tsx'

export const Route = createFileRoute('/org/fmea/configuration')({ validateSearch: ArtefactSearch, component: Page })

function Page() {
  return <ConfigurationPage {...useAddress()} />
}
