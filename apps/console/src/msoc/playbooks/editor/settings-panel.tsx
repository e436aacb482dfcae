import { renewWebhook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { triggerShape } from '@carapace/shared/msoc/playbooks/readable'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { pathsOf } from '../fields/completion.ts'
import { FieldContextProvider } from '../fields/field-context.ts'
import { listOf } from '../fields/inputs-field.tsx'
import { useEditorContext } from './editor-context.ts'
import { TriggerForm } from './trigger-form.tsx'

/** The name, the description and the trigger of the playbook. */
export function SettingsPanel() {
  const { store, uuid, problems, refusal } = useEditorContext()
  const { name, description, tags, trigger } = useStore(store, ({ shown }) => shown)
  const isReadOnly = refusal !== undefined
  const context = useMemo(
    () => ({
      paths: pathsOf(triggerShape(trigger)),
      secrets: [],
      isReadOnly,
      mistakes: problems.filter(({ node }) => node === null).map(({ message }) => ({ field: '', message })),
    }),
    [trigger, isReadOnly, problems],
  )
  return (
    <FieldContextProvider value={context}>
      <div className="pb-panel-body c-form">
        <LineField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          disabled={isReadOnly}
          value={name}
          onChange={(next) => store.run('Name', (draft) => ({ ...draft, name: next }), 'name')}
        />
        <Field label="Description">
          {(id) => (
            <textarea
              id={id}
              className="bp6-input"
              rows={4}
              maxLength={2_000}
              readOnly={isReadOnly}
              value={description}
              onChange={({ target }) =>
                store.run('Description', (draft) => ({ ...draft, description: target.value }), 'description')
              }
            />
          )}
        </Field>
        <TagsField
          tags={tags}
          isReadOnly={isReadOnly}
          onChange={(next) => store.run('Tags', (draft) => ({ ...draft, tags: next }), 'tags')}
        />
        <section className="pb-section c-form-inner" aria-label="Trigger">
          <h3>Trigger</h3>
          <TriggerForm
            trigger={trigger}
            onChange={(next) => store.run('Trigger', (draft) => ({ ...draft, trigger: next }), `trigger ${next.kind}`)}
          />
          {trigger.kind === 'webhook' && <WebhookKey uuid={uuid} />}
        </section>
        {context.mistakes.map(({ message }) => (
          <p key={message} className="c-problem">
            {message}
          </p>
        ))}
      </div>
    </FieldContextProvider>
  )
}

interface TagsFieldProps {
  readonly tags: readonly string[]
  readonly isReadOnly: boolean
  readonly onChange: (tags: readonly string[]) => void
}

function TagsField({ tags, isReadOnly, onChange }: TagsFieldProps) {
  const [text, setText] = useState(tags.join(', '))
  const shown = listOf(text).join(',') === tags.join(',') ? text : tags.join(', ')
  return (
    <LineField
      label="Tags"
      placeholder="Separated by commas"
      maxLength={800}
      autoComplete="off"
      disabled={isReadOnly}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(listOf(next).slice(0, 20))
      }}
    />
  )
}

/** The address of the webhook, and a new key for its signatures, which is shown once. */
function WebhookKey({ uuid }: { readonly uuid: string | undefined }) {
  const refusal = useRefusal(renewWebhook)
  const action = useAction()
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<{ readonly path: string; readonly key: string }>()
  if (uuid === undefined) return <p className="c-note">Save the playbook to get an address and a key.</p>
  const renew = () =>
    action.run(async () => {
      setMade(await call(renewWebhook, { uuid }))
      setAsking(false)
    })
  return (
    <>
      {made !== undefined && (
        <>
          <p className="c-note">Address</p>
          <code className="c-secret mono">{new URL(made.path, location.href).href}</code>
          <p className="c-note">Key, shown only now. Sign `timestamp.body` with HMAC-SHA256.</p>
          <code className="c-secret mono">{made.key}</code>
        </>
      )}
      <ActButton text="Make a new key" refusal={refusal} onClick={() => setAsking(true)} />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Make a new key for the webhook?"
        action="Make a new key"
        isBusy={action.busy}
        onConfirm={() => void renew()}
        onClose={() => setAsking(false)}
      >
        Requests that are signed with the present key are refused from then on.
      </ConfirmDialog>
    </>
  )
}
