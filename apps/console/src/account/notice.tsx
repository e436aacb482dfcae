import { type ReactNode, useEffect, useState } from 'react'

interface NoticeProps {
  readonly tone: 'ok' | 'warn'
  readonly title?: string
  readonly children: ReactNode
}

/** Something to know that is no error; said as it appears. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`public-notice public-notice-${tone}`} role="status">
      {title !== undefined && <h2>{title}</h2>}
      <p>{children}</p>
    </div>
  )
}

let waiting: string | undefined

/** Keeps what a page was answered for the page it leads to: a toast would be gone before it is read. */
export function leaveNotice(message: string): void {
  waiting = message
}

/** What the page before left to say; gone with the page that says it. */
export function useLeftNotice(): string | undefined {
  const [message] = useState(() => waiting)
  useEffect(() => {
    waiting = undefined
  }, [])
  return message
}
