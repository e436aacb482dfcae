import { type ReactNode, useEffect, useState } from 'react'

interface NoticeProps {
  readonly tone: 'ok' | 'warn'
  readonly title?: string
  readonly children: ReactNode
}

/** A message that is not an error. Screen readers announce it when it appears. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`public-notice public-notice-${tone}`} role="status">
      {title !== undefined && <h2>{title}</h2>}
      <p>{children}</p>
    </div>
  )
}

let waiting: string | undefined

/** Keeps a page's message for the next page: a toast would disappear before the user has read it. */
export function leaveNotice(message: string): void {
  waiting = message
}

/** The message that the previous page left; removed when this page closes. */
export function useLeftNotice(): string | undefined {
  const [message] = useState(() => waiting)
  useEffect(() => {
    waiting = undefined
  }, [])
  return message
}
