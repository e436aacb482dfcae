import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

export const Route = createFileRoute('/org/fmea/dashboard')({
  validateSearch: z.object({ programId: uuid, projectId: uuid }),
  component: Page,
})

function Page() {
  return <DashboardPage {...Route.useSearch()} />
}
