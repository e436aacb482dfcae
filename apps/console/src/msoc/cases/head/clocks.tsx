import { Button } from '@blueprintjs/core'
import { PauseIcon, PlayIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { dateTime, useNow } from '../../../core/format/format.ts'
import { useCasePage } from '../page-context.tsx'
import { dueOf } from '../list/due.ts'
import { clocksOf, limitText } from './clocks.ts'

/** The clocks of the case, its time limit, and the pause. */
export function CaseClocks() {
  const { detail } = useCasePage()
  const { case: shown } = detail
  const now = useNow(1_000)
  // the durations are those of the moment at which they were read
  const { timers, readAt } = useMemo(() => ({ timers: shown.timers, readAt: Date.now() }), [shown.timers])
  const limit = limitText(timers, now)
  return (
    <div className="cs-head-line cs-clocks">
      <dl className="cs-times">
        {clocksOf(shown, now, readAt).map(({ name, title, text, isRunning }) => (
          <div key={name} title={title} data-running={isRunning || undefined}>
            <dt>{name}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
        <div>
          <dt>Opened</dt>
          <dd className="num">
            {dateTime(shown.created_at)}
            {shown.created_by !== null && ` by ${shown.created_by.name}`}
          </dd>
        </div>
        {shown.closed_at !== null && (
          <div>
            <dt>Closed</dt>
            <dd className="num">{dateTime(shown.closed_at)}</dd>
          </div>
        )}
      </dl>
      {limit !== undefined && <span className={`cs-due cs-due-${dueOf(timers, now).state}`}>{limit}</span>}
      {shown.stage !== 'CLOSED' && <PauseSwitch />}
    </div>
  )
}

/** Stops the clock with a reason, such as waiting for a supplier, and starts it again. */
function PauseSwitch() {
  const { detail, refusal, busy, change } = useCasePage()
  const [reason, setReason] = useState<string>()
  const { paused_since: since } = detail.case.timers
  if (since !== null)
    return (
      <span className="cs-row">
        <span className="cs-note">paused since {dateTime(since)}</span>
        <Button
          size="small"
          variant="outlined"
          icon={<PlayIcon size={12} />}
          text="Resume"
          disabled={refusal !== undefined || busy}
          title={refusal}
          onClick={() => void change({ paused: false })}
        />
      </span>
    )
  const pause = async () => {
    if (await change({ paused: true, ...(reason?.trim() && { pause_reason: reason.trim() }) })) setReason(undefined)
  }
  if (reason === undefined)
    return (
      <Button
        size="small"
        variant="minimal"
        icon={<PauseIcon size={12} />}
        text="Pause"
        disabled={refusal !== undefined}
        title={refusal ?? 'Stop the clock'}
        onClick={() => setReason('')}
      />
    )
  return (
    <form
      className="cs-row"
      onSubmit={(event) => {
        event.preventDefault()
        void pause()
      }}
    >
      <input
        className="bp6-input cs-reason"
        aria-label="Reason of the pause"
        placeholder="Waits for the supplier"
        maxLength={500}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setReason(undefined)
        }}
      />
      <Button size="small" type="submit" intent="primary" loading={busy} text="Pause" />
      <Button size="small" variant="outlined" text="Cancel" onClick={() => setReason(undefined)} />
    </form>
  )
}
