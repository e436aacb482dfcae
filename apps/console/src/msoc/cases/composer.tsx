import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Kbd } from '../../core/ui/kbd.tsx'
import { useCasePage } from './page-context.tsx'

export const composerId = 'case-comment'
const longest = 10_000

/** The input for a comment. It is cleared only after the server has stored the comment (rule CASE-UI-22). */
export function Composer() {
  const { comment, refusal } = useCasePage()
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const send = async () => {
    const trimmed = text.trim()
    if (trimmed === '' || sending) return
    setSending(true)
    if (await comment(trimmed)) setText((now) => (now.trim() === trimmed ? '' : now))
    setSending(false)
  }

  if (refusal !== undefined) return <p className="cs-nothing cs-refusal">{refusal}</p>
  return (
    <form
      className="cs-composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        id={composerId}
        className="bp6-input"
        rows={2}
        maxLength={longest}
        aria-label="Comment"
        placeholder="What did you find?"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      />
      <div className="cs-composer-foot">
        <span className="cs-note">
          <Kbd keys="m" /> to write
        </span>
        <Button
          type="submit"
          size="small"
          intent="primary"
          loading={sending}
          disabled={text.trim() === ''}
          endIcon={<kbd className="c-kbd">Ctrl Enter</kbd>}
        >
          Comment
        </Button>
      </div>
    </form>
  )
}
