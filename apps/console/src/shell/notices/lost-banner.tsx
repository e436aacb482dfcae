import { Button } from '@blueprintjs/core'
import { OfflineIcon } from '@blueprintjs/icons'
import { age, clockWithSeconds, useNow } from '../../core/format/format.ts'
import { retryNow, useLiveStatus } from '../../core/live/live.ts'

/** Shows at once that the screen is no longer live, since when, and when the next attempt is. */
export function LostBanner() {
  const lostAt = useLiveStatus((status) => (status.state === 'lost' ? status.lostAt : undefined))
  if (lostAt === undefined) return null
  return (
    <section className="lost-banner" aria-label="Connection">
      <OfflineIcon size={14} />
      <strong role="alert">Connection lost at {clockWithSeconds(lostAt)}.</strong>
      <Countdown />
      <Button size="small" variant="outlined" onClick={retryNow}>
        Retry now
      </Button>
    </section>
  )
}

/** Outside the alert: a screen reader should report the loss once, not every second. */
function Countdown() {
  const now = useNow(500)
  const lastMessageAt = useLiveStatus((status) => status.lastMessageAt)
  const retryAt = useLiveStatus((status) => status.retryAt)
  const shown =
    lastMessageAt === undefined
      ? 'Nothing has arrived yet.'
      : `Showing the last known state, ${age(now - lastMessageAt)} old.`
  const next =
    retryAt === undefined ? 'Trying again now.' : `Trying again in ${Math.max(1, Math.ceil((retryAt - now) / 1000))} s.`
  return (
    <span className="lost-banner-text num">
      {shown} {next}
    </span>
  )
}
