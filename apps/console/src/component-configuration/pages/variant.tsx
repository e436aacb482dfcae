import { createFileRoute } from '@tanstack/react-router'
import { VariantSearch } from '../search.ts'
import { VariantPage } from '../variants/variant-page.tsx'

export const Route = createFileRoute('/org/component-configuration/variant')({
  validateSearch: VariantSearch,
  component: Variant,
})

function Variant() {
  const { uuid } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <VariantPage key={uuid ?? 'new'} uuid={uuid} onSaved={(saved) => void navigate({ search: { uuid: saved } })} />
}
