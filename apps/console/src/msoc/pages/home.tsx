import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/')({
  beforeLoad: () => {
    throw redirect({ to: '/org/msoc/dashboard', replace: true })
  },
})
