import { Button, DialogBody, HTMLSelect } from '@blueprintjs/core'
import {
  notificationCategories,
  type NotificationCategory,
  urgencies,
  type Urgency,
} from '@carapace/shared/core/notification-kinds'
import { targetChannels, type TargetChannel } from '@carapace/shared/notifications/notifications'
import { type NotificationTarget, saveNotificationTarget } from '@carapace/shared/notifications/targets.contract'
import { type SubmitEvent, useState } from 'react'
import { call } from '../core/call/call.ts'
import { useAction } from '../core/call/use-action.ts'
import { DialogActions } from '../core/ui/dialog-actions.tsx'
import { Dialog } from '../core/ui/dialog.tsx'
import { Field, LineField } from '../core/ui/field.tsx'
import { categoryWords, channelWords, urgencyWords } from './words.ts'
import '../core/ui/form.css'

interface TargetDialogProps {
  /** Undefined: a new one. */
  readonly target: NotificationTarget | undefined
  readonly isOwn: boolean
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface Draft {
  readonly channel: TargetChannel
  readonly name: string
  readonly url: string
  readonly secret: string
  readonly categories: readonly NotificationCategory[]
  readonly minimum: Urgency
  readonly active: boolean
}

const addressHints: Readonly<Record<TargetChannel, string>> = {
  slack: 'The URL of an incoming webhook of Slack: https://hooks.slack.com/services/…',
  teams: 'The URL of a Teams workflow that posts to a channel when it receives a webhook request.',
  webhook: 'It gets a POST with JSON for each notification.',
}

/** The form of a target. Its address and its secret are never shown again (rule NOTIFICATION-UI-7). */
export function TargetDialog({ target, isOwn, onSaved, onClose }: TargetDialogProps) {
  const [draft, setDraft] = useState<Draft>(() => ({
    channel: target?.channel ?? (isOwn ? 'webhook' : 'slack'),
    name: target?.name ?? '',
    url: '',
    secret: '',
    categories: target?.categories ?? [],
    minimum: target?.minimum ?? 'low',
    active: target?.active ?? true,
  }))
  const { busy, problem, run } = useAction()
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  const isSecretTooShort = draft.secret !== '' && draft.secret.length < 16
  const isReady = draft.name.trim() !== '' && (target !== undefined || draft.url !== '') && !isSecretTooShort
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    void run(async () => {
      const { url, secret, categories, ...rest } = draft
      await call(saveNotificationTarget, {
        ...rest,
        own: isOwn,
        categories: [...categories],
        ...(url !== '' && { url }),
        ...(secret !== '' && { secret }),
        ...(target && { uuid: target.uuid, revision: target.revision }),
      })
      onSaved()
      onClose()
    })
  }
  return (
    <Dialog
      className="c-small-dialog"
      isOpen
      title={target === undefined ? 'Add a target' : `Change ${target.name}`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {target === undefined && (
            <Field label="Channel">
              {(id) => (
                <HTMLSelect
                  id={id}
                  value={draft.channel}
                  options={targetChannels.map((value) => ({ value, label: channelWords[value] }))}
                  onChange={(event) => change({ channel: event.target.value as TargetChannel })}
                />
              )}
            </Field>
          )}
          <LineField
            label="Name"
            value={draft.name}
            maxLength={60}
            required
            autoComplete="off"
            onChange={(name) => change({ name })}
          />
          <LineField
            label={target === undefined ? 'URL' : 'Another URL'}
            hint={
              target === undefined ? addressHints[draft.channel] : `Empty: the URL at ${target.host} stays as it is.`
            }
            value={draft.url}
            maxLength={2_000}
            autoComplete="off"
            onChange={(url) => change({ url: url.trim() })}
          />
          {draft.channel === 'webhook' && <SecretField draft={draft} isNew={target === undefined} change={change} />}
          {!isOwn && <FilterFields draft={draft} change={change} />}
          <label className="c-radio">
            <input
              type="checkbox"
              checked={draft.active}
              onChange={(event) => change({ active: event.target.checked })}
            />
            Switched on
          </label>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isReady={isReady} isBusy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (some: Partial<Draft>) => void
}

function SecretField({ draft, isNew, change }: PartProps & { readonly isNew: boolean }) {
  const generate = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(24))
    change({ secret: btoa(String.fromCharCode(...bytes)) })
  }
  return (
    <>
      <LineField
        label="Signing secret"
        hint={
          (isNew ? 'With it the receiver checks that a request is from us. ' : 'Empty: it stays as it is. ') +
          'At least 16 characters. Copy it now: it is not shown again.'
        }
        value={draft.secret}
        maxLength={200}
        autoComplete="off"
        onChange={(secret) => change({ secret })}
      />
      <Button size="small" variant="outlined" onClick={generate}>
        Generate a secret
      </Button>
    </>
  )
}

function FilterFields({ draft, change }: PartProps) {
  const toggle = (word: NotificationCategory, isOn: boolean) =>
    change({
      categories: notificationCategories.filter((one) => (one === word ? isOn : draft.categories.includes(one))),
    })
  return (
    <>
      <fieldset className="c-field">
        <legend>Categories; none: all</legend>
        {notificationCategories.map((word) => (
          <label key={word} className="c-radio">
            <input
              type="checkbox"
              checked={draft.categories.includes(word)}
              onChange={(event) => toggle(word, event.target.checked)}
            />
            {categoryWords[word]}
          </label>
        ))}
      </fieldset>
      <Field label="At least as urgent as">
        {(id) => (
          <HTMLSelect
            id={id}
            value={draft.minimum}
            options={urgencies.map((value) => ({ value, label: urgencyWords[value] }))}
            onChange={(event) => change({ minimum: event.target.value as Urgency })}
          />
        )}
      </Field>
    </>
  )
}
