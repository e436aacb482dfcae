import { type ErrorComponentProps, Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { report } from '../../core/error-reports/error-reports.ts'
import './notice.css'

/**
 * The fallback for an error that a screen throws. The router shows it in place of the screen, and resets it when the
 * path changes.
 */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  const canGoBack = useCanGoBack()

  useEffect(() => {
    console.error(error)
    report(error)
  }, [error])

  return (
    <div className="notice" role="alert">
      <h1>Something went wrong.</h1>
      <p className="notice-message">{messageOf(error)}</p>
      <p>Please refresh the page or contact support. More debug info is provided in the console.</p>
      <p className="notice-links">
        {canGoBack ? (
          <button type="button" className="notice-back" onClick={() => router.history.back()}>
            Back to the previous page
          </button>
        ) : (
          <Link to="/org/lifecycle/dashboard">Back to the dashboard</Link>
        )}
      </p>
    </div>
  )
}
