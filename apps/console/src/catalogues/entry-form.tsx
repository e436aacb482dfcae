import { Button } from '@blueprintjs/core'
import {
  type Catalogue,
  type CatalogueEntry,
  getCatalogueEntry,
  saveCatalogueEntry,
} from '@carapace/shared/catalogues/catalogue.contract'
import { type SubmitEvent, useState } from 'react'
import { call } from '../core/call/call.ts'
import { useRefusal } from '../core/session/may.ts'
import { LineField } from '../core/ui/field.tsx'
import { useAction } from '../core/call/use-action.ts'
import { draftOf, inputOf } from './draft.ts'
import { FieldInput } from './field-input.tsx'
import { fieldsOf } from './fields.ts'
import { catalogueWords } from './words.ts'
import '../core/ui/form.css'

interface EntryFormProps {
  readonly catalogue: Catalogue
  /** The entry to change; absent for a new one. */
  readonly entry?: CatalogueEntry
  readonly onSaved: (entry: CatalogueEntry) => void
  readonly onCancel: () => void
}

/** The form that adds or changes an entry (rule CATALOGUE-UI-4). */
export function EntryForm({ catalogue, entry, onSaved, onCancel }: EntryFormProps) {
  const [draft, setDraft] = useState(() => draftOf(entry))
  const [base, setBase] = useState(entry)
  const [isLate, setLate] = useState(false)
  const refusal = useRefusal(saveCatalogueEntry)
  const action = useAction()
  const meet = async ({ uuid }: CatalogueEntry) => {
    setBase((await call(getCatalogueEntry, { uuid })).entry)
    setLate(true)
  }
  const takeTheirs = () => {
    setDraft(draftOf(base))
    setLate(false)
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(
      async () =>
        onSaved(
          (
            await call(saveCatalogueEntry, {
              catalogue,
              ...inputOf(draft),
              ...(base && { uuid: base.uuid, revision: base.revision }),
            })
          ).entry,
        ),
      async () => meet(base!),
    )
  }
  const change = (name: string, value: unknown) =>
    setDraft((before) => ({ ...before, fields: { ...before.fields, [name]: value } }))
  return (
    <form className="c-form ct-form" noValidate onSubmit={save}>
      {isLate && (
        <div className="ct-conflict" role="alert">
          <p>Somebody else changed this entry in the meantime. It is now called “{base?.title}”.</p>
          <Button size="small" variant="outlined" text="Take theirs" onClick={takeTheirs} />
        </div>
      )}
      {!entry?.is_shipped && (
        <LineField
          label="Code"
          hint={entry ? undefined : 'Empty: the next number.'}
          value={draft.code}
          maxLength={60}
          autoComplete="off"
          onChange={(code) => setDraft({ ...draft, code })}
        />
      )}
      <LineField
        label="Title"
        required
        autoFocus
        value={draft.title}
        maxLength={300}
        autoComplete="off"
        onChange={(title) => setDraft({ ...draft, title })}
      />
      {fieldsOf[catalogue].map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={draft.fields[field.name]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {(refusal ?? action.problem) !== undefined && (
        <p className="c-problem" role="alert">
          {refusal ?? action.problem}
        </p>
      )}
      <div className="c-form-foot">
        <Button
          type="submit"
          intent="primary"
          text={isLate ? 'Save mine over theirs' : entry ? 'Save' : `Add ${catalogueWords[catalogue].one}`}
          loading={action.busy}
          disabled={refusal !== undefined || draft.title.trim() === ''}
        />
        <Button variant="outlined" text="Cancel" onClick={onCancel} />
      </div>
    </form>
  )
}
