import { scrubbed } from './scrub.ts'
import { version } from '../product.ts'
import { session } from '../session/session.ts'

type Sentry = typeof import('@sentry/browser')

let sentry: Sentry | undefined

/**
 * Reports the page's errors to the service that the installation names, with who it happened to, as the specification
 * has it; without one nothing is loaded and nothing leaves the page (rules ERROR-REPORT-1, ERROR-REPORT-2). Call once,
 * from main.
 */
export async function startErrorReports(dsn: string | null): Promise<void> {
  if (dsn === null) return
  const loaded = await import('@sentry/browser')
  loaded.init({
    dsn,
    release: version,
    // personal data is sent by default; what would let somebody in never is
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

/** Reports what a screen caught itself, which the page as a whole therefore never sees. */
export function report(problem: unknown): void {
  sentry?.captureException(problem)
}
