import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { homePath } from '../../core/session/home.ts'
import { accessToken, forgetTwoFactorToken, twoFactorToken } from '../../core/session/session.ts'
import { PageHeading, PublicPage } from '../public-page.tsx'
import { VerifyForm } from '../two-factor/verify-form.tsx'

export const Route = createFileRoute('/verify-2fa')({
  beforeLoad: () => {
    if (accessToken() !== undefined) throw redirect({ to: homePath(), replace: true })
    const token = twoFactorToken()
    if (token === undefined) throw redirect({ to: '/', replace: true })
    return { token }
  },
  component: VerifyTwoFactor,
})

function VerifyTwoFactor() {
  const { token } = Route.useRouteContext()
  return (
    <PublicPage title="Verify 2FA">
      <PageHeading title="Verify 2FA" subtitle="One more step to sign in." />
      <VerifyForm token={token} />
      <p className="public-elsewhere">
        <Link to="/" onClick={forgetTwoFactorToken}>
          Back to Login
        </Link>
      </p>
    </PublicPage>
  )
}
