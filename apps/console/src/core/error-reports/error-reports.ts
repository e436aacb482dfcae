import { scrubbed } from './scrub.ts'
import { version } from '../product.ts'
import { session } from '../session/session.ts'

type Sentry = typeof import('@sentry/browser')

let sentry: Sentry | undefined

/**
 * Reports the page's errors to the service that the installation configures, with the user's identity, as the
 * specification requires. Without such a service nothing is loaded and nothing leaves the page (rules ERROR-REPORT-1,
 * ERROR-REPORT-2). Call once, from main.
 */
export async function startErrorReports(dsn: string | null): Promise<void> {
  if (dsn === null) return
  const loaded = await import('@sentry/browser')
  loaded.init({
    dsn,
    release: version,
    // personal data is sent by default; credentials never are
    dataCollection: { userInfo: true, cookies: false, httpBodies: [], httpHeaders: false },
    beforeSend: scrubbed,
    beforeSendTransaction: scrubbed,
    beforeBreadcrumb: scrubbed,
  })
  sentry = loaded
  setReportUser()
  session.subscribe(setReportUser)
}

function setReportUser(): void {
  const { user } = session.getState()
  sentry?.setUser(user ? { id: user.uuid, email: user.email, username: user.name } : null)
}

/** Reports an error that a screen caught itself, so that the page's handlers never see it. */
export function report(problem: unknown): void {
  sentry?.captureException(problem)
}
