import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { hasDestination } from '../../core/session/destination.ts'
import { homePath } from '../../core/session/home.ts'
import { accessToken } from '../../core/session/session.ts'
import { errorNamed } from '../form-rules.ts'
import { Notice, useLeftNotice } from '../notice.tsx'
import { PageHeading, PublicPage } from '../public-page.tsx'
import { keepLinkToken } from '../sign-in/link-token.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

const word = z.string().optional().catch(undefined)

export const Route = createFileRoute('/')({
  validateSearch: z.object({ email: word, token: word, error: word }),
  beforeLoad: ({ search: { token, ...search } }) => {
    if (accessToken() !== undefined) throw redirect({ to: homePath(), replace: true })
    if (token === undefined) return
    keepLinkToken(token)
    throw redirect({ to: '/', search, replace: true })
  },
  component: SignIn,
})

function SignIn() {
  const { email = '', error } = Route.useSearch()
  const notice = useLeftNotice()

  return (
    <PublicPage title="Sign in">
      <PageHeading title="Welcome Back" subtitle="Where Intelligence Meets Action" />
      {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
      {notice === undefined && error === undefined && hasDestination() && (
        <Notice tone="ok">Sign in to open the page that you asked for.</Notice>
      )}
      <SignInForm email={email} problems={errorNamed(error)} />
      <p className="public-elsewhere">
        New to Carapace? <Link to="/register">Register your organisation</Link>
      </p>
    </PublicPage>
  )
}
