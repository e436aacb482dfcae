import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { usePageTitle } from '../../core/page-title.ts'
import { accessToken, signIn } from '../../core/session.ts'
import { Logo } from '../../core/ui/logo.tsx'
import { copyright, version } from '../../core/product.ts'
import { errorNamed } from '../sign-in/rules.ts'
import { SidePanel } from '../sign-in/side-panel.tsx'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import '../sign-in/sign-in.css'

export const Route = createFileRoute('/')({
  validateSearch: z.object({
    email: z.string().optional().catch(undefined),
    error: z.string().optional().catch(undefined),
  }),
  beforeLoad: () => {
    if (accessToken() !== undefined) throw redirect({ to: '/org', replace: true })
  },
  component: SignIn,
})

function SignIn() {
  usePageTitle('Sign in')
  const { email = '', error } = Route.useSearch()
  const navigate = useNavigate()

  return (
    <div className="sign-in">
      <SidePanel />
      <main className="sign-in-main">
        <div className="sign-in-logo">
          <Logo size={26} withName />
        </div>
        <SignInForm
          email={email}
          problems={errorNamed(error)}
          onSignedIn={(user) => {
            signIn(user)
            void navigate({ to: '/org', replace: true })
          }}
        />
        <footer className="sign-in-foot">
          <span>{copyright}</span>
          <span>{version}</span>
        </footer>
      </main>
    </div>
  )
}
