import { Button } from '@blueprintjs/core'
import { useStore } from 'zustand'
import { number } from '../../core/format/format.ts'
import type { SheetActions } from './sheet-actions.ts'

/** What was left out of the last change, or why it was not stored. */
export function Notice({ actions }: { readonly actions: SheetActions }) {
  const notice = useStore(actions.notice, ({ now }) => now)
  if (!notice) return null
  const close = () => actions.notice.setState({ now: undefined })
  return (
    <div className="fw-notice" role="alert">
      <strong>{notice.title}</strong>
      <ul tabIndex={0} aria-label={notice.title}>
        {notice.reasons.slice(0, 50).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {notice.reasons.length > 50 && <li>{`${number(notice.reasons.length - 50)} more`}</li>}
      </ul>
      <span className="fw-notice-acts">
        {notice.again && (
          <Button size="small" variant="outlined" text="Try again" onClick={() => (close(), notice.again!())} />
        )}
        <Button size="small" variant="minimal" text="Close" onClick={close} />
      </span>
    </div>
  )
}
