import { createFileRoute } from '@tanstack/react-router'
import { CryptoPage } from '../crypto/crypto-page.tsx'
import { CryptoSearch } from '../crypto/search.ts'

export const Route = createFileRoute('/org/sbom/cbom-dashboard')({ validateSearch: CryptoSearch, component: Dashboard })

function Dashboard() {
  const navigate = Route.useNavigate()
  return <CryptoPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
