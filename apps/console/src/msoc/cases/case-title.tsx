import { Button } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { useCaseDesk } from './case-desk.tsx'

interface CaseTitleProps {
  readonly editing: boolean
  readonly setEditing: (editing: boolean) => void
}

/** The title, changed in place. What was typed stays when a colleague was faster (rule CASE-UI-21). */
export function CaseTitle({ editing, setEditing }: CaseTitleProps) {
  const { detail, refusal } = useCaseDesk()
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
  const { change, busy } = useCaseDesk()
  const [typed, setTyped] = useState(title)
  const said = typed.trim()
  const save = async () => {
    if (said === '' || busy) return
    if (said === title || (await change({ title: said }))) done()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done()
    if (event.key === 'Enter') void save()
  }
  return (
    <div className="cs-title">
      <h1 className="c-said">{title}</h1>
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
      <Button size="small" intent="primary" disabled={said === '' || busy} onClick={() => void save()}>
        Save
      </Button>
      <Button size="small" variant="outlined" onClick={done}>
        Cancel
      </Button>
    </div>
  )
}
