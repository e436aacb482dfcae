import { Button } from '@blueprintjs/core'
import { useStore } from 'zustand'
import { number } from '../format/format.ts'
import type { NoticeStore } from './grid-edits.ts'

const mostReasons = 50

/** What was left out of the last change, or why it was not stored (rule SHEET-7). */
export function Notice({ store }: { readonly store: NoticeStore }) {
  const notice = useStore(store, ({ now }) => now)
  if (!notice) return null
  const close = () => store.setState({ now: undefined })
  const { title, reasons, act = 'Try again', again, drop } = notice
  return (
    <div className="sheet-notice" role="alert">
      <strong>{title}</strong>
      <ul tabIndex={0} aria-label={title}>
        {reasons.slice(0, mostReasons).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {reasons.length > mostReasons && <li>{`${number(reasons.length - mostReasons)} more`}</li>}
      </ul>
      <span className="sheet-notice-acts">
        {again && <Button size="small" variant="outlined" text={act} onClick={() => (close(), again())} />}
        <Button size="small" variant="minimal" text="Close" onClick={() => (close(), drop?.())} />
      </span>
    </div>
  )
}
