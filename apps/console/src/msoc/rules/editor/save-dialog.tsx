import { DialogBody } from '@blueprintjs/core'
import { type RuleRow, saveRule } from '@carapace/shared/msoc/rules/rules.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'
import '../../../core/ui/form.css'

interface SaveDialogProps {
  readonly text: string
  /** Absent: a new rule. */
  readonly rule: RuleRow | undefined
  readonly onSaved: (rule: RuleRow) => void
  readonly onClose: () => void
}

/** Saves the text as a new rule or as the next version, with a note (rule RULE-UI-14). */
export function SaveDialog({ text, rule, onSaved, onClose }: SaveDialogProps) {
  const [note, setNote] = useState('')
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const named = rule && { uuid: rule.uuid, revision: rule.revision }
      const { rule: stored, warnings } = await call(saveRule, { ...named, text, note: note.trim() })
      const oddities = warnings.length === 0 ? '' : ` ${warnings.length} warnings.`
      toast.success(`Version ${stored.version} of ${stored.title} is saved.${oddities}`)
      onSaved(stored)
    })
  return (
    <Dialog
      className="c-small-dialog"
      isOpen
      title={rule === undefined ? 'Save the rule' : `Save version ${rule.version + 1}`}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          <Field label="Note" hint="What this version changes, for its history.">
            {(id, describedBy) => (
              <input
                id={id}
                className="bp6-input"
                aria-describedby={describedBy}
                autoFocus
                autoComplete="off"
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
