import { HTMLSelect } from '@blueprintjs/core'
import { getTeam } from '@carapace/shared/account/team.contract'
import { accesses } from '@carapace/shared/interface-agreement/access'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { saveAgreementTeamMember, type TeamMember } from '@carapace/shared/interface-agreement/pages.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import { accessMeanings, accessTexts } from '../words.ts'
import { draftOf, isComplete, type MemberDraft, newMember, withAccess, withPerson } from './member-draft.ts'
import { RowPicker } from './row-picker.tsx'

interface MemberDialogProps {
  readonly agreement: Agreement
  readonly team: readonly TeamMember[]
  /** Absent: a new person. */
  readonly member: TeamMember | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Adds or changes somebody of the own side (rule AGREEMENT-UI-12). */
export function MemberDialog({ agreement, team, member, onDone, onClose }: MemberDialogProps) {
  const [draft, setDraft] = useState<MemberDraft>(() => (member ? draftOf(member) : newMember))
  const { busy, problem, run } = useAction()
  const change = (part: Partial<MemberDraft>) => setDraft((before) => ({ ...before, ...part }))
  const save = () =>
    void run(
      async () => {
        await call(saveAgreementTeamMember, {
          agreement_uuid: agreement.uuid,
          ...draft,
          rows: [...draft.rows],
          ...(member && { uuid: member.uuid, revision: member.revision }),
        })
        onDone()
        onClose()
      },
      async () => {
        toast.error('Somebody has changed this entry meanwhile. It is shown as it is now.')
        onDone()
        onClose()
      },
    )
  const signs = draft.access === 'member' || draft.access === 'named'
  return (
    <DialogForm
      title={member ? `Change ${member.name}` : 'Add somebody to the team'}
      action={member ? 'Save' : 'Add'}
      isReady={isComplete(draft)}
      isBusy={busy}
      problem={problem}
      onSubmit={save}
      onClose={onClose}
    >
      <PersonField draft={draft} team={team} member={member} onChange={setDraft} />
      <LineField label="Name" value={draft.name} maxLength={120} onChange={(name) => change({ name })} />
      <LineField
        label="Role in this agreement"
        value={draft.role}
        maxLength={120}
        placeholder="Cybersecurity manager"
        onChange={(role) => change({ role })}
      />
      <div className="ia-days">
        <LineField
          label="E-mail"
          type="email"
          value={draft.email}
          maxLength={200}
          autoComplete="off"
          onChange={(email) => change({ email })}
        />
        <LineField label="Phone" value={draft.phone} maxLength={60} onChange={(phone) => change({ phone })} />
      </div>
      <fieldset className="c-field">
        <legend>Access</legend>
        {accesses.map((access) => (
          <label key={access} className="c-radio ia-access">
            <input
              type="radio"
              name="access"
              checked={draft.access === access}
              disabled={draft.user_uuid === null && access !== 'contact'}
              onChange={() => setDraft(withAccess(draft, access))}
            />
            <span>
              {accessTexts[access]}
              <span className="c-note">{accessMeanings[access]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.access === 'third-party' && (
        <RowPicker sheet={agreement.sheet} chosen={draft.rows} onChange={(rows) => change({ rows })} />
      )}
      <label className="c-radio">
        <input
          type="checkbox"
          checked={draft.is_signatory}
          disabled={!signs}
          onChange={({ target }) => change({ is_signatory: target.checked })}
        />
        Signs for this side: every signatory has to sign each version
      </label>
    </DialogForm>
  )
}

interface PersonFieldProps {
  readonly draft: MemberDraft
  readonly team: readonly TeamMember[]
  readonly member: TeamMember | undefined
  readonly onChange: (draft: MemberDraft) => void
}

/** Chooses a member of the organisation who is not in the team yet, or a contact without an account. */
function PersonField({ draft, team, member, onChange }: PersonFieldProps) {
  const { data, problem } = useEndpoint(getTeam, {})
  const taken = new Set(team.map(({ user_uuid: user }) => user))
  const people = (data?.members ?? []).filter(
    ({ uuid, active }) => uuid === draft.user_uuid || uuid === member?.user_uuid || (active && !taken.has(uuid)),
  )
  return (
    <Field label="Person" hint={problem}>
      {(id, describedBy) => (
        <HTMLSelect
          id={id}
          fill
          autoFocus
          aria-describedby={describedBy}
          value={draft.user_uuid ?? ''}
          options={[
            { value: '', label: 'A contact without an account' },
            ...people.map(({ uuid, name, email }) => ({ value: uuid, label: `${name}, ${email}` })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            onChange(
              withPerson(
                draft,
                people.find(({ uuid }) => uuid === chosen),
              ),
            )
          }}
        />
      )}
    </Field>
  )
}
