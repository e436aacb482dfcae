import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/jobs/$tab')({ component: Jobs })

function Jobs() {
  return <h1>Jobs</h1>
}
