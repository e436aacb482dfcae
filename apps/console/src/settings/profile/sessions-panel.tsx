import { DesktopIcon, MobilePhoneIcon } from '@blueprintjs/icons'
import { listSessions, revokeSessions, type Session } from '@carapace/shared/account/security.contract'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { age, dateTime, useNow } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { browserName } from './browser-name.ts'

/** The sessions to end: one session, or all except this one. */
type Ending = Session | 'others'

/** The user's sessions, and how to end them. */
export function SessionsPanel() {
  const { data, problem, refetch } = useEndpoint(listSessions, {})
  const [ending, setEnding] = useState<Ending>()
  const [busy, setBusy] = useState(false)
  const others = data?.sessions.filter(({ current }) => !current).length ?? 0

  const end = async (which: Ending) => {
    setBusy(true)
    try {
      const { revoked } = await call(revokeSessions, which === 'others' ? {} : { uuid: which.uuid })
      toast.success(revoked === 1 ? 'The session has ended' : `${revoked} sessions have ended`)
      setEnding(undefined)
    } catch (thrown) {
      toast.error(messageOf(thrown))
    } finally {
      setBusy(false)
      refetch()
    }
  }
  return (
    <section className="c-panel" aria-label="Sessions">
      <div className="c-panel-head">
        <h2>Where you are signed in</h2>
        {others > 0 && <ActButton text="Sign out all others" refusal={undefined} onClick={() => setEnding('others')} />}
      </div>
      {data === undefined && problem === undefined && <SkeletonRows rows={2} rowHeight={49} columns={['3fr', '1fr']} />}
      {problem !== undefined && (
        <ErrorState title="Your sessions did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      <ul className="st-list">
        {data?.sessions.map((session) => (
          <SessionLine key={session.uuid} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={ending !== undefined}
        title={ending === 'others' ? 'Sign out everywhere else?' : 'End this session?'}
        action={ending === 'others' ? 'Sign out all others' : 'End the session'}
        isDanger
        isBusy={busy}
        onClose={() => setEnding(undefined)}
        onConfirm={() => ending && void end(ending)}
      >
        {ending !== undefined && textOf(ending)}
      </ConfirmDialog>
    </section>
  )
}

function textOf(ending: Ending): string {
  if (ending === 'others')
    return 'The other sessions have to sign in again within five seconds. This session continues.'
  const address = ending.address === null ? '' : `, ${ending.address}`
  return `${browserName(ending.user_agent)}${address}: this session has to sign in again within five seconds.`
}

function SessionLine({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { current, user_agent: agent, address, created_at: since, last_seen_at: last } = session
  const name = browserName(agent)
  const now = useNow(30_000)
  return (
    <li>
      {/iOS|Android/.test(name) ? <MobilePhoneIcon /> : <DesktopIcon />}
      <div className="st-line" title={agent ?? undefined}>
        <strong>{name}</strong>
        <span className="num">
          {address !== null && `${address} · `}
          {current ? 'used now' : `last used ${age(now - Date.parse(last))} ago`} · signed in {dateTime(since)}
        </span>
      </div>
      {current ? (
        <Badge tone="green">This session</Badge>
      ) : (
        <ActButton text="End" aria-label={`End the session of ${name}`} refusal={undefined} onClick={onEnd} />
      )}
    </li>
  )
}
