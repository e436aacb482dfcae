import { DialogBody } from '@blueprintjs/core'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useState } from 'react'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { type BulkChange, casesText } from './bulk.ts'
import { tagsIn } from './tags.ts'

interface TagsDialogProps {
  readonly isOpen: boolean
  readonly cases: readonly Case[]
  readonly onTags: (change: BulkChange) => void
  readonly onClose: () => void
}

/** Adds tags to several cases, or removes tags that they have. */
export function TagsDialog({ isOpen, cases, onTags, onClose }: TagsDialogProps) {
  return (
    <Dialog className="c-small-dialog" isOpen={isOpen} title={`Tags of ${casesText(cases.length)}`} onClose={onClose}>
      <TagsForm cases={cases} onTags={onTags} onClose={onClose} />
    </Dialog>
  )
}

function TagsForm({ cases, onTags, onClose }: Omit<TagsDialogProps, 'isOpen'>) {
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const present = [...new Set(cases.flatMap(({ tags }) => tags))].toSorted()
  const added = tagsIn(typed)
  const toggle = (tag: string) => {
    const next = new Set(removed)
    if (!next.delete(tag)) next.add(tag)
    setRemoved(next)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (added.length + removed.size === 0) return
        onClose()
        onTags({ ...(added.length > 0 && { add_tags: added }), ...(removed.size > 0 && { remove_tags: [...removed] }) })
      }}
    >
      <DialogBody>
        <LineField
          label="Add"
          hint="Separated by commas."
          value={typed}
          maxLength={500}
          autoFocus
          autoComplete="off"
          placeholder="lot-11, powertrain"
          onChange={setTyped}
        />
        {present.length > 0 && (
          <fieldset className="c-field cs-remove-tags">
            <legend>Remove</legend>
            {present.map((tag) => (
              <label key={tag} className="c-radio">
                <input type="checkbox" checked={removed.has(tag)} onChange={() => toggle(tag)} />
                {tag}
              </label>
            ))}
          </fieldset>
        )}
      </DialogBody>
      <DialogActions action="Save" isReady={added.length + removed.size > 0} onCancel={onClose} />
    </form>
  )
}
