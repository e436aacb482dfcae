import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { MethodsPage } from '../methods/methods-page.tsx'

export const Route = createFileRoute('/org/lifecycle/methods')({
  validateSearch: z.object({ method: z.uuid().optional().catch(undefined) }),
  component: Methods,
})

/** The methods by which risk is computed; the shown version is in the address. */
function Methods() {
  const navigate = Route.useNavigate()
  return <MethodsPage shown={Route.useSearch().method} show={(method) => void navigate({ search: { method } })} />
}
