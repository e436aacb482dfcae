import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/case-management/')({ component: Cases })

function Cases() {
  return <h1>Cases</h1>
}
