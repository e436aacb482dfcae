import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/projects/vehicle/$tab')({ component: Vehicle })

function Vehicle() {
  return <h1>Vehicle</h1>
}
