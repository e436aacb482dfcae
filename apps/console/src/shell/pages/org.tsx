import { createFileRoute, redirect } from '@tanstack/react-router'
import { keepDestination } from '../../core/session/destination.ts'
import { accessToken } from '../../core/session/session.ts'
import { OrgLayout } from '../org-layout.tsx'

/** All pages that need a sign-in; the sign-in leads back to the page that was opened (rule FORM-8). */
export const Route = createFileRoute('/org')({
  beforeLoad: ({ location, preload }) => {
    if (accessToken() !== undefined) return
    if (!preload) keepDestination(location.href)
    throw redirect({ to: '/', replace: true })
  },
  component: OrgLayout,
})
