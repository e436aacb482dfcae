import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { DevelopmentDashboard } from '../development/dashboard-page.tsx'

const uuid = z.uuid().optional().catch(undefined)

export const Route = createFileRoute('/org/lifecycle/projects/product-development/dashboard')({
  validateSearch: z.object({ programId: uuid, projectId: uuid }),
  component: Page,
})

function Page() {
  return <DevelopmentDashboard {...Route.useSearch()} />
}
