import { saveAgreementNote } from '@carapace/shared/interface-agreement/row-details.contract'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { AreaField } from '../../dialogs/area-field.tsx'
import type { DetailsProps } from './row-context.ts'
import { DrawerSection } from './section.tsx'
import type { TypedNote } from './use-unsent.ts'

/** What the own side notes for itself (rule AGREEMENT-20). */
export function Note({ agreement, row, refusal, details: { note }, reread, refetch, unsent }: DetailsProps) {
  const draft = unsent.note
  const keep = (typed: TypedNote | undefined) => unsent.keep({ note: typed })
  const { busy, problem, run } = useAction()
  const isOutdated = draft !== undefined && draft.revision !== note.revision
  const save = () =>
    void run(async () => {
      const { text, revision } = draft!
      await call(saveAgreementNote, { agreement_uuid: agreement.uuid, row: row.id, text, revision })
      keep(undefined)
      reread()
      refetch()
    })
  return (
    <DrawerSection title="Internal note" beside={<span className="ia-faint">only your side sees it</span>}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (draft && !busy) save()
        }}
      >
        <AreaField
          label="Note"
          rows={2}
          value={draft?.text ?? note.text}
          maxLength={10_000}
          disabled={refusal !== undefined}
          onChange={(text) => keep({ text, revision: draft?.revision ?? note.revision })}
        />
        {note.author !== null && note.at !== null && (
          <p className="ia-faint num">{`${note.author}, ${dateTime(note.at)}`}</p>
        )}
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        {isOutdated && (
          <p className="c-problem" role="alert">
            {`Somebody has saved another note meanwhile: ${note.text || 'it is empty'}`}
          </p>
        )}
        {draft && (
          <div className="ia-acts">
            {isOutdated ? (
              <ActButton
                text="Continue with mine"
                refusal={refusal}
                onClick={() => keep({ ...draft, revision: note.revision })}
              />
            ) : (
              <ActButton type="submit" text="Save the note" loading={busy} refusal={refusal} />
            )}
            <ActButton text="Discard" refusal={undefined} onClick={() => keep(undefined)} />
          </div>
        )}
      </form>
    </DrawerSection>
  )
}
