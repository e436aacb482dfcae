import { HTMLSelect } from '@blueprintjs/core'
import { type AgreementSummary, createAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { listAgreementTemplates } from '@carapace/shared/interface-agreement/pages.contract'
import { type Side, sides } from '@carapace/shared/interface-agreement/row'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import { ProgramField } from '../dialogs/program-field.tsx'
import { sideTexts } from '../words.ts'
import { sourceOf } from './source.ts'

interface NewAgreementDialogProps {
  readonly agreements: readonly AgreementSummary[]
  readonly programId: string | undefined
  readonly onCreated: (uuid: string, programUuid: string | null) => void
  readonly onClose: () => void
}

/** Begins an agreement: as customer or supplier, from a template or another agreement. */
export function NewAgreementDialog({ agreements, programId, onCreated, onClose }: NewAgreementDialogProps) {
  const { data, problem: unread } = useEndpoint(listAgreementTemplates, {})
  const [title, setTitle] = useState('')
  const [item, setItem] = useState('')
  const [side, setSide] = useState<Side>('customer')
  const [program, setProgram] = useState<string | null>(programId ?? null)
  const [source, setSource] = useState('standard')
  const { busy, problem, run } = useAction()
  const create = () =>
    void run(async () => {
      const { uuid } = await call(createAgreement, { title, item, side, program_uuid: program, from: sourceOf(source) })
      onCreated(uuid, program)
    })
  return (
    <DialogForm
      title="New interface agreement"
      action="Begin"
      isReady={title.trim() !== ''}
      isBusy={busy}
      problem={problem ?? unread}
      onSubmit={create}
      onClose={onClose}
    >
      <LineField
        label="Title"
        value={title}
        maxLength={200}
        placeholder="VCU and inverter"
        autoFocus
        onChange={setTitle}
      />
      <LineField
        label="Item"
        hint="The item or component that both sides work on."
        value={item}
        maxLength={200}
        onChange={setItem}
      />
      <fieldset className="c-field ia-proof">
        <legend>Your organisation is</legend>
        {sides.map((each) => (
          <label key={each} className="c-radio">
            <input type="radio" name="side" checked={side === each} onChange={() => setSide(each)} />
            {sideTexts[each]}
          </label>
        ))}
      </fieldset>
      <Field label="Begin with" hint="Rows of an agreement are taken as they are agreed, without status and date.">
        {(id, describedBy) => (
          <HTMLSelect
            id={id}
            fill
            aria-describedby={describedBy}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
          >
            <option value="standard">The 64 rows of the standard template</option>
            {data !== undefined && data.templates.length > 0 && (
              <optgroup label="Own templates">
                {data.templates.map(({ uuid, name, rows }) => (
                  <option key={uuid} value={`template ${uuid}`}>{`${name} (${rows} rows)`}</option>
                ))}
              </optgroup>
            )}
            {agreements.length > 0 && (
              <optgroup label="Another agreement">
                {agreements.map(({ uuid, code, title: other }) => (
                  <option key={uuid} value={`agreement ${uuid}`}>{`${code} ${other}`}</option>
                ))}
              </optgroup>
            )}
          </HTMLSelect>
        )}
      </Field>
      <ProgramField value={program} onChange={setProgram} />
    </DialogForm>
  )
}
