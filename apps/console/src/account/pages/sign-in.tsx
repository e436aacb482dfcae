import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { accessToken } from '../../core/session/session.ts'
import { errorNamed } from '../form-rules.ts'
import { Notice, useLeftNotice } from '../notice.tsx'
import { PageHeading, PublicPage } from '../public-page.tsx'
import { arrival } from '../sign-in/entering.ts'
import { keepLinkToken } from '../sign-in/link-token.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

const word = z.string().optional().catch(undefined)

export const Route = createFileRoute('/')({
  validateSearch: z.object({ email: word, token: word, error: word }),
  beforeLoad: ({ search: { token, ...search } }) => {
    if (accessToken() !== undefined) throw redirect({ to: arrival, replace: true })
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
      <SignInForm email={email} problems={errorNamed(error)} />
      <p className="public-elsewhere">
        New to Carapace? <Link to="/register">Register your organisation</Link>
      </p>
    </PublicPage>
  )
}
