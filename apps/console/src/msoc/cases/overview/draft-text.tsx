import { Button } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { Markdown } from '../../../core/ui/markdown.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { useDraft, isOvertaken, joinedDraft, rebased } from '../drafts.ts'

interface DraftTextProps {
  readonly caseUuid: string
  /** The name of the field among the drafts of the case. */
  readonly field: string
  readonly title: string
  readonly stored: string
  readonly maxLength: number
  /** What to write here, while it is empty. */
  readonly hint: string
  /** Why this user may not write; undefined if they may. */
  readonly refusal: string | undefined
  /** Returns whether the text is stored. */
  readonly save: (text: string) => Promise<boolean>
}

/**
 * A text in Markdown that is edited in place. What is typed is a draft until it is stored; when a colleague stored
 * another text meanwhile, both are shown, and the writer decides (rules CASE-UI-30, CASE-UI-31 of ../SPEC.md).
 */
export function DraftText(props: DraftTextProps) {
  const { caseUuid, field, title, stored, hint, refusal } = props
  const { draft, set } = useDraft(caseUuid, field)
  const edit = () => set({ base: stored, text: stored })
  return (
    <section className="c-panel cs-text" aria-label={title}>
      <div className="c-panel-head">
        <h2>{title}</h2>
        {draft === undefined && refusal === undefined && (
          <IconButton icon={<EditIcon size={14} />} label={`Edit ${lower(title)}`} size="small" onClick={edit} />
        )}
      </div>
      {draft === undefined ? (
        <div className="cs-text-body">
          {stored.trim() === '' ? <p className="cs-note">{hint}</p> : <Markdown text={stored} />}
        </div>
      ) : (
        <Editor {...props} />
      )}
    </section>
  )
}

function Editor({ caseUuid, field, title, stored, maxLength, save }: DraftTextProps) {
  const { draft, set, drop } = useDraft(caseUuid, field)
  const [preview, setPreview] = useState(false)
  const [busy, setBusy] = useState(false)
  if (draft === undefined) return null
  const overtaken = isOvertaken(draft, stored)
  const store = async () => {
    if (busy || overtaken) return
    setBusy(true)
    if (draft.text === stored || (await save(draft.text))) drop()
    setBusy(false)
  }

  return (
    <div className="cs-text-body cs-text-editor">
      {overtaken && (
        <div className="cs-overtaken" role="alert">
          <p>A colleague stored another text while you were writing:</p>
          <div className="cs-theirs">{stored.trim() === '' ? <em>an empty text</em> : <Markdown text={stored} />}</div>
          <span className="cs-row">
            <Button size="small" variant="outlined" onClick={() => set(joinedDraft(draft, stored))}>
              Put mine below theirs
            </Button>
            <Button size="small" variant="outlined" onClick={() => set(rebased(draft, stored))}>
              Replace theirs with mine
            </Button>
            <Button size="small" variant="minimal" onClick={drop}>
              Discard mine
            </Button>
          </span>
        </div>
      )}
      {preview ? (
        <Markdown text={draft.text} />
      ) : (
        <textarea
          className="bp6-input"
          aria-label={title}
          rows={8}
          maxLength={maxLength}
          autoFocus
          value={draft.text}
          onChange={(event) => set({ ...draft, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void store()
            if (event.key === 'Escape' && draft.text === draft.base) drop()
          }}
        />
      )}
      <span className="cs-row">
        <Button size="small" variant="minimal" active={preview} onClick={() => setPreview(!preview)}>
          {preview ? 'Write' : 'Preview'}
        </Button>
        <span className="cs-note">Markdown: **bold**, lists, links, `code`</span>
        <span className="cs-right cs-row">
          <Button size="small" variant="outlined" onClick={drop}>
            Cancel
          </Button>
          <Button
            size="small"
            intent="primary"
            loading={busy}
            disabled={overtaken}
            endIcon={<kbd className="c-kbd">Ctrl Enter</kbd>}
            onClick={() => void store()}
          >
            Save
          </Button>
        </span>
      </span>
    </div>
  )
}

const lower = (title: string) => title.charAt(0).toLowerCase() + title.slice(1)
