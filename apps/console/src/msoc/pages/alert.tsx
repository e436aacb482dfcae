import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/alert-management/general')({ component: AlertPage })

function AlertPage() {
  return <h1>AlertPage</h1>
}
