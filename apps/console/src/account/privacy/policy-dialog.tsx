import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { PolicyText } from './policy-text.tsx'
import './privacy.css'

interface PolicyDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The policy in a dialog over the registration form. The browser keeps the focus inside, and restores it. */
export function PolicyDialog({ isOpen, onClose }: PolicyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  /** Closes at once on Escape: the browser's close event comes later, when a fast user may have opened it again. */
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  const followBrowser = () => {
    if (!dialog.current?.open) onClose()
  }
  const pressOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose() // everything inside is in the box, so this is the backdrop
  }

  return (
    <dialog
      ref={dialog}
      className="policy-dialog"
      aria-labelledby="policy-title"
      onCancel={cancel}
      onClose={followBrowser}
      onClick={pressOutside}
    >
      {isOpen && (
        <div className="policy-box">
          <header className="policy-head">
            <h2 id="policy-title">Privacy Policy</h2>
            <button type="button" className="policy-close" aria-label="Close" title="Close" onClick={onClose}>
              <svg
                viewBox="0 0 12 12"
                width="14"
                height="14"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                aria-hidden
              >
                <path d="m2 2 8 8m0-8-8 8" />
              </svg>
            </button>
          </header>
          <div className="policy-body" role="region" aria-labelledby="policy-title" tabIndex={0}>
            <PolicyText heading="h3" />
          </div>
        </div>
      )}
    </dialog>
  )
}
