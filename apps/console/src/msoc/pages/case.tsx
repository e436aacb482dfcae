import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/case-management/general')({ component: CasePage })

function CasePage() {
  return <h1>CasePage</h1>
}
