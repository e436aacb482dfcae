import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SettingsPage } from '../settings/settings-page.tsx'

export const Route = createFileRoute('/org/fmea/settings')({
  validateSearch: z.object({ method: z.uuid().optional().catch(undefined) }),
  component: Page,
})

/** The rating profiles; the shown version is in the address. */
function Page() {
  const navigate = Route.useNavigate()
  return <SettingsPage shown={Route.useSearch().method} show={(method) => void navigate({ search: { method } })} />
}
