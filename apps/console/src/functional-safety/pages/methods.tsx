import { safetyMethodKinds } from '@carapace/shared/functional-safety/methods.contract'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { MethodsPage } from '../methods/methods-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

export const Route = createFileRoute('/org/functional-safety/methods')({
  // the methods are those of the organisation; the program leads back to its pages
  validateSearch: z.object({
    programId: uuid,
    projectId: uuid,
    of: z.enum(safetyMethodKinds).optional().catch(undefined),
    method: uuid,
  }),
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
