import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { Markdown } from '../../../core/ui/markdown.tsx'
import { useDraft } from '../drafts.ts'
import { useCasePage } from '../page-context.tsx'
import { useOwners } from '../use-owners.ts'
import { MentionArea } from './mention-area.tsx'
import { withMentions } from './mentions.ts'

export const composerId = 'case-comment'
const longest = 10_000

/**
 * The input for a comment in Markdown. It is cleared only after the server has stored the comment, and is kept while
 * other parts of the page or another case are shown (rules CASE-UI-22, CASE-UI-30).
 */
export function Composer() {
  const { detail, comment, refusal } = useCasePage()
  const { draft, set, drop } = useDraft(detail.case.uuid, 'comment')
  const { members = [] } = useOwners()
  const [sending, setSending] = useState(false)
  const [preview, setPreview] = useState(false)
  const text = draft?.text ?? ''
  const people = members.map(({ uuid, name, email }) => ({ uuid, name: name || email }))
  const send = async () => {
    const trimmed = text.trim()
    if (trimmed === '' || sending) return
    setSending(true)
    if (await comment(withMentions(trimmed, people))) {
      drop()
      setPreview(false)
    }
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
      {preview ? (
        <div className="cs-preview">
          <Markdown text={text} />
        </div>
      ) : (
        <MentionArea
          id={composerId}
          label="Comment"
          rows={2}
          maxLength={longest}
          placeholder="What did you find? @ mentions a colleague."
          value={text}
          people={people}
          // the field cannot change while it is sent: what is cleared then is what was stored
          onChange={(next) => !sending && set({ base: '', text: next })}
          onSend={() => void send()}
        />
      )}
      <div className="cs-composer-foot">
        <span className="cs-note">
          {text.trim() === '' ? (
            <>
              <Kbd keys="m" /> to write
            </>
          ) : (
            <Button size="small" variant="minimal" active={preview} onClick={() => setPreview(!preview)}>
              {preview ? 'Write' : 'Preview'}
            </Button>
          )}
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
