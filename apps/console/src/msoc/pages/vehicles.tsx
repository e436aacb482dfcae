import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/projects/')({ component: Vehicles })

function Vehicles() {
  return <h1>Vehicles</h1>
}
