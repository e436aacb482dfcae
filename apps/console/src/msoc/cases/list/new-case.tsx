import { DialogBody } from '@blueprintjs/core'
import { type Case, createCase } from '@carapace/shared/msoc/cases/cases.contract'
import { type Severity, severities } from '@carapace/shared/msoc/severity'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { TemplateField } from '../template-field.tsx'

interface NewCaseProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onOpened: (opened: Case) => void
}

/** Opens a case without alerts: a report by phone, a notice of a supplier. */
export function NewCase({ isOpen, ...rest }: NewCaseProps) {
  return (
    <Dialog className="c-small-dialog" isOpen={isOpen} title="New case" onClose={rest.onClose}>
      <NewCaseForm {...rest} />
    </Dialog>
  )
}

function NewCaseForm({ onClose, onOpened }: Omit<NewCaseProps, 'isOpen'>) {
  const [title, setTitle] = useState('')
  const [template, setTemplate] = useState('')
  const [severity, setSeverity] = useState<Severity | ''>('')
  const [isLocked, setLocked] = useState(false)
  const { busy, problem, run } = useAction()
  const open = () =>
    run(async () => {
      const { case: opened } = await call(createCase, {
        title: title.trim(),
        alert_uuids: [],
        need_to_know: isLocked,
        ...(template !== '' && { template_uuid: template }),
        ...(severity !== '' && { severity }),
      })
      onOpened(opened)
    })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '' && !busy) void open()
      }}
    >
      <DialogBody>
        <TemplateField
          value={template}
          onChange={(chosen) => {
            setTemplate(chosen?.uuid ?? '')
            if (title.trim() === '' && chosen !== undefined) setTitle(chosen.title)
          }}
        />
        <LineField label="Title" value={title} maxLength={200} autoFocus autoComplete="off" onChange={setTitle} />
        <Field label="Severity">
          {(id) => (
            <span className="bp6-html-select">
              <select id={id} value={severity} onChange={(event) => setSeverity(event.target.value as Severity | '')}>
                <option value="">{template === '' ? 'Medium' : 'That of the template'}</option>
                {severities.toReversed().map((each) => (
                  <option key={each} value={each}>
                    {sentenceCase(each)}
                  </option>
                ))}
              </select>
            </span>
          )}
        </Field>
        <label className="c-radio cs-locked">
          <input type="checkbox" checked={isLocked} onChange={(event) => setLocked(event.target.checked)} />
          Need to know: only its owner, members and administrators see it
        </label>
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Open case" isReady={title.trim() !== ''} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
