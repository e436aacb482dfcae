import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/org/msoc/dashboard/jobs/')({
  beforeLoad: () => {
    throw redirect({ to: '/org/msoc/dashboard/jobs/$tab', params: { tab: 'current' }, replace: true })
  },
})
