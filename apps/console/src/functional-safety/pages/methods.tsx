import { createFileRoute } from '@tanstack/react-router'
import { MethodsPage } from '../methods/methods-page.tsx'
import { MethodsSearch } from '../methods/search.ts'

export const Route = createFileRoute('/org/functional-safety/methods')({
  validateSearch: MethodsSearch,
  component: Page,
})

/** The guidewords and the situations; the kind and the shown version are in the address. */
function Page() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  return (
    <MethodsPage
      kind={search.of ?? 'guidewords'}
      showKind={(of) => void navigate({ search: { ...search, of, method: undefined } })}
      shown={search.method}
      show={(method) => void navigate({ search: { ...search, method } })}
    />
  )
}
