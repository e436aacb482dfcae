import { Button } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { useCasePage } from './page-context.tsx'

interface CaseTitleProps {
  readonly editing: boolean
  readonly setEditing: (editing: boolean) => void
}

/** The title, edited in place. The input is kept if another user changed the case first (rule CASE-UI-21). */
export function CaseTitle({ editing, setEditing }: CaseTitleProps) {
  const { detail, refusal } = useCasePage()
  const { title } = detail.case
  if (editing) return <TitleField title={title} done={() => setEditing(false)} />
  return (
    <div className="cs-title">
      <h1>{title}</h1>
      {refusal === undefined && (
        <IconButton
          icon={<EditIcon size={14} />}
          label="Rename"
          keys="r"
          size="small"
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  )
}

function TitleField({ title, done }: { readonly title: string; readonly done: () => void }) {
  const { change, busy } = useCasePage()
  const [typed, setTyped] = useState(title)
  const trimmed = typed.trim()
  const save = async () => {
    if (trimmed === '' || busy) return
    if (trimmed === title || (await change({ title: trimmed }))) done()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done()
    if (event.key === 'Enter') void save()
  }
  return (
    <div className="cs-title">
      <h1 className="c-visually-hidden">{title}</h1>
      <input
        className="bp6-input cs-title-field"
        aria-label="Title"
        value={typed}
        maxLength={200}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
      />
      <Button size="small" intent="primary" disabled={trimmed === '' || busy} onClick={() => void save()}>
        Save
      </Button>
      <Button size="small" variant="outlined" onClick={done}>
        Cancel
      </Button>
    </div>
  )
}
