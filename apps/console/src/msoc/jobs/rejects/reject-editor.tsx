import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { dateTime } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { isRetryable, type Reject } from './reject-list.ts'
import { sentText, shownText } from './reject-text.ts'
import { useRetry } from './use-retry.ts'

interface RejectEditorProps {
  readonly reject: Reject
  readonly again: () => void
  readonly close: () => void
}

/** One rejected event: the reason, its text, and an editor to correct it. */
export function RejectEditor({ reject, again, close }: RejectEditorProps) {
  useHotkeys([{ keys: 'Escape', title: 'Close the event', group: 'Rejected events', run: close }])
  return (
    <aside className="jb-editor" aria-label="Rejected event">
      <header className="jb-editor-head">
        <StatusBadge status={reject.state} />
        <h2>Rejected event</h2>
        <IconButton icon={<CrossIcon />} label="Close" keys="Escape" size="small" onClick={close} />
      </header>
      <div className="jb-editor-body">
        <dl className="jb-about">
          <dt>Reason</dt>
          <dd className="jb-why">{reject.reason}</dd>
          {reject.state === 'REFUSED' && reject.retry_reason !== null && (
            <>
              <dt>Refused again</dt>
              <dd className="jb-why">{reject.retry_reason}</dd>
            </>
          )}
          <dt>Source</dt>
          <dd>
            {reject.source}
            {reject.line !== null && `, line ${reject.line}`}
          </dd>
          <dt>Vehicle</dt>
          <dd className="mono">{reject.vehicle ?? '–'}</dd>
          <dt>Rejected</dt>
          <dd className="num">{dateTime(reject.at)}</dd>
          {reject.retried_at !== null && (
            <>
              <dt>Sent again</dt>
              <dd className="num">
                {dateTime(reject.retried_at)}
                {reject.retried_by !== null && ` by ${reject.retried_by}`}
              </dd>
            </>
          )}
        </dl>
        <RejectForm reject={reject} again={again} />
      </div>
    </aside>
  )
}

function RejectForm({ reject, again }: Pick<RejectEditorProps, 'reject' | 'again'>) {
  const [typed, setTyped] = useState(shownText(reject.event))
  const { busy, refusal, retry } = useRetry(again)
  const sent = sentText(typed, reject.event)
  const send = () => {
    if (sent.is !== 'wrong') void retry([{ id: reject.id, ...(sent.is === 'mended' && { event: sent.event }) }])
  }

  if (reject.state === 'STORED') {
    return (
      <>
        <p className="c-say" role="status">
          It is stored now.
        </p>
        <pre className="jb-text mono" tabIndex={0} aria-label="Event">
          {shownText(reject.event)}
        </pre>
      </>
    )
  }
  return (
    <>
      <label className="c-field jb-mend">
        Event
        <textarea
          className="bp6-input mono"
          spellCheck={false}
          value={typed}
          readOnly={refusal !== undefined || !isRetryable(reject)}
          aria-invalid={sent.is === 'wrong'}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {sent.is === 'wrong' && (
        <p className="c-problem" role="alert">
          {sent.why}
        </p>
      )}
      <p className="c-form-foot">
        <ActButton
          refusal={refusal}
          intent="primary"
          variant="solid"
          loading={busy || reject.state === 'RETRYING'}
          disabled={sent.is === 'wrong' || !isRetryable(reject)}
          onClick={send}
        >
          {sent.is === 'unchanged' ? 'Send again' : 'Send the mended event'}
        </ActButton>
        {sent.is !== 'unchanged' && (
          <Button size="small" variant="outlined" onClick={() => setTyped(shownText(reject.event))}>
            Undo the changes
          </Button>
        )}
      </p>
    </>
  )
}
