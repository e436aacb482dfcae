import { verifyOrganization } from '@carapace/shared/account/auth.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import { PageHeading, Problems } from '../public-page.tsx'
import { BadLink } from './bad-link.tsx'
import { CompletionForm } from './completion-form.tsx'
import './completion.css'

const longestSecret = 128

/** Checks whether a mailed link is still valid, and shows the next step. */
export function Verification({ organizationUuid }: { readonly organizationUuid: string }) {
  const navigate = useNavigate()
  // the endpoint accepts no longer secrets; a shortened one is not valid either
  const { data, problem, refetch } = useEndpoint(verifyOrganization, {
    organizationUuid: organizationUuid.slice(0, longestSecret),
  })

  if (data === undefined)
    return problem === undefined ? <Verifying /> : <NotVerified problem={problem} onRetry={refetch} />
  if (!data.success || data.email === null) {
    return (
      <BadLink title="There was an issue verifying your request">
        This verification link is expired or has already been activated
      </BadLink>
    )
  }
  return (
    <>
      <PageHeading title="Complete Registration" subtitle="All fields are required unless they say otherwise." />
      <CompletionForm
        organizationUuid={organizationUuid}
        email={data.email}
        onCompleted={() => navigate({ to: '/completed', replace: true })}
      />
      <p className="public-elsewhere">
        Already registered? <Link to="/">Back to Login</Link>
      </p>
    </>
  )
}

const fields = 9

function Verifying() {
  return (
    <>
      <PageHeading title="Complete Registration" subtitle="Verifying your link…" />
      <div className="completion-skeleton" role="status" aria-label="Verifying your link">
        {Array.from({ length: fields + 1 }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    </>
  )
}

function NotVerified({ problem, onRetry }: { readonly problem: string; readonly onRetry: () => void }) {
  return (
    <>
      <PageHeading title="Complete Registration" subtitle="Your link could not be verified just now." />
      <Problems list={[problem]} />
      <button type="button" className="field-submit" onClick={onRetry}>
        Try again
      </button>
    </>
  )
}
