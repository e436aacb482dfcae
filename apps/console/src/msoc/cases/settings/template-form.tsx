import { DialogBody } from '@blueprintjs/core'
import { type CaseField, type CaseTemplate, saveCaseTemplate } from '@carapace/shared/msoc/cases/case-settings.contract'
import { paps, tlps } from '@carapace/shared/msoc/cases/cases'
import { severities } from '@carapace/shared/msoc/severity'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { ValueField } from '../overview/value-field.tsx'
import { SelectField } from './select-field.tsx'
import { SlaFields } from './sla-fields.tsx'
import { TaskDrafts } from './task-drafts.tsx'
import { draftOf, type TemplateDraft, templateOf } from './template-draft.ts'
import { useSaving } from './saving.ts'

interface TemplateFormProps {
  /** The template that is changed; undefined: a new one. */
  readonly of: CaseTemplate | undefined
  /** Where the values come from: the template itself, or the one that is copied. */
  readonly from: CaseTemplate | undefined
  readonly fields: readonly CaseField[]
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** The form of a template. */
export function TemplateForm({ of, from, fields, onChanged, onClose }: TemplateFormProps) {
  const [draft, setDraft] = useState<TemplateDraft>(() => ({
    ...draftOf(from),
    ...(of === undefined && from !== undefined && { name: `${from.name} (copy)`.slice(0, 100) }),
  }))
  const [invalid, setInvalid] = useState<string>()
  const { busy, problem, save } = useSaving(onChanged, onClose)
  const set = (part: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...part }))
  const submit = () => {
    const read = templateOf(draft)
    setInvalid(read.problem)
    if (read.template === undefined || busy) return
    const identity = of && { uuid: of.uuid, revision: of.revision }
    void save(() => call(saveCaseTemplate, { ...identity, ...read.template }))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DialogBody className="cse-form">
        <div className="cse-two">
          <LineField
            label="Name"
            value={draft.name}
            maxLength={100}
            autoFocus
            autoComplete="off"
            onChange={(name) => set({ name })}
          />
          <LineField
            label="Title of its cases"
            value={draft.title}
            maxLength={200}
            autoComplete="off"
            onChange={(title) => set({ title })}
          />
        </div>
        <div className="cse-four">
          <SelectField
            label="Severity"
            value={draft.severity}
            options={[['', 'Worst of the alerts'], ...severities.map((each) => [each, sentenceCase(each)] as const)]}
            onChange={(severity) => set({ severity })}
          />
          <SelectField
            label="TLP"
            value={draft.tlp}
            options={[['', 'As usual'], ...tlps.map((each) => [each, each] as const)]}
            onChange={(tlp) => set({ tlp })}
          />
          <SelectField
            label="PAP"
            value={draft.pap}
            options={[['', 'As usual'], ...paps.map((each) => [each, each] as const)]}
            onChange={(pap) => set({ pap })}
          />
          <LineField
            label="Tags"
            value={draft.tags}
            maxLength={500}
            autoComplete="off"
            placeholder="can, powertrain"
            onChange={(tags) => set({ tags })}
          />
        </div>
        <Field label="Description" hint="Markdown.">
          {(id, describedBy) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              className="bp6-input"
              rows={4}
              maxLength={20_000}
              value={draft.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <TaskDrafts tasks={draft.tasks} onChange={(tasks) => set({ tasks })} />
        {fields.length > 0 && (
          <fieldset className="cse-part">
            <legend>Fields</legend>
            <div className="cse-two">
              {fields.map((field) => (
                <ValueField
                  key={field.uuid}
                  field={field}
                  value={draft.fields[field.uuid] ?? null}
                  onChange={(value) => set({ fields: { ...draft.fields, [field.uuid]: value } })}
                />
              ))}
            </div>
          </fieldset>
        )}
        <SlaFields sla={draft.sla} onChange={(sla) => set({ sla })} />
        {(invalid ?? problem) !== undefined && (
          <p className="c-problem" role="alert">
            {invalid ?? problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Save" isReady={draft.name.trim() !== ''} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
