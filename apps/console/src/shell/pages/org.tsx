import { createFileRoute, redirect } from '@tanstack/react-router'
import { accessToken } from '../../core/session/session.ts'
import { OrgLayout } from '../org-layout.tsx'

/** All pages that need a sign-in. */
export const Route = createFileRoute('/org')({
  beforeLoad: () => {
    if (accessToken() === undefined) throw redirect({ to: '/', search: { error: 'INVALID_LOGIN' }, replace: true })
  },
  component: OrgLayout,
})
