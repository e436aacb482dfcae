import { createFileRoute, redirect } from '@tanstack/react-router'
import { homePath } from '../../core/session/home.ts'

export const Route = createFileRoute('/org/')({
  beforeLoad: () => {
    throw redirect({ to: homePath(), replace: true })
  },
})
