import { HTMLSelect } from '@blueprintjs/core'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { listAgreementTemplates, saveAgreementTemplate } from '@carapace/shared/interface-agreement/pages.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { DialogForm } from './dialog-form.tsx'

interface TemplateDialogProps {
  readonly agreement: Pick<Agreement, 'uuid' | 'title'>
  readonly onClose: () => void
}

/** Keeps the rows of an agreement as a template of the organisation: a new one, or in place of another. */
export function TemplateDialog({ agreement, onClose }: TemplateDialogProps) {
  const { data, problem: unread } = useEndpoint(listAgreementTemplates, {})
  const [replaced, setReplaced] = useState('')
  const [name, setName] = useState(agreement.title)
  const { busy, problem, run } = useAction()
  const templates = data?.templates ?? []
  const choose = (uuid: string) => {
    setReplaced(uuid)
    setName(templates.find((template) => template.uuid === uuid)?.name ?? agreement.title)
  }
  const save = () =>
    void run(async () => {
      const target = templates.find(({ uuid }) => uuid === replaced)
      await call(saveAgreementTemplate, {
        agreement_uuid: agreement.uuid,
        name,
        ...(target && { uuid: target.uuid, revision: target.revision }),
      })
      toast.success(`Saved as the template ${name.trim()}`)
      onClose()
    })
  return (
    <DialogForm
      title="Save as a template"
      action="Save"
      isReady={name.trim() !== ''}
      isBusy={busy}
      problem={problem ?? unread}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="c-say">
        The rows as they are agreed, without status and date, for new agreements of your organisation.
      </p>
      <Field label="Template">
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={replaced}
            options={[
              { value: '', label: 'A new one' },
              ...templates.map((template) => ({ value: template.uuid, label: `Replace ${template.name}` })),
            ]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
      </Field>
      <LineField label="Name" value={name} maxLength={120} autoFocus onChange={setName} />
    </DialogForm>
  )
}
