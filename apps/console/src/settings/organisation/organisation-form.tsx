import { Button } from '@blueprintjs/core'
import {
  getOrganisation,
  type OrganisationSettings,
  saveOrganisation,
} from '@carapace/shared/account/organisation.contract'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { renew, session } from '../../core/session/session.ts'
import { toast } from '../../core/ui/toast.ts'
import { changesOf, conflictText, whoChanged } from '../changed.ts'
import { LineField } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { DaysField } from './days-field.tsx'
import { type Draft, draftOf, savedOf } from './draft.ts'

interface OrganisationFormProps {
  readonly kept: OrganisationSettings
  readonly onKept: (organisation: OrganisationSettings) => void
}

/** The name, the session length, and the age of the oldest visible events. */
export function OrganisationForm({ kept, onKept }: OrganisationFormProps) {
  const refusal = useRefusal(saveOrganisation)
  const [draft, setDraft] = useState<Draft>(() => draftOf(kept))
  const [news, setNews] = useState<string>()
  const { busy, problem, run } = useAction()
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const input = savedOf(draft)
  const isSame = JSON.stringify(input) === JSON.stringify(savedOf(draftOf(kept)))

  const take = (organisation: OrganisationSettings) => {
    onKept(organisation)
    setDraft(draftOf(organisation))
    showAs(organisation)
  }
  const save = async () => {
    if (input === undefined) return
    take((await call(saveOrganisation, { ...input, revision: kept.revision })).organisation)
    setNews(undefined)
    toast.success('Organisation saved')
  }
  const reload = async () => {
    const [{ organisation }, who] = await Promise.all([
      call(getOrganisation, {}),
      whoChanged(({ subject, subject_uuid: uuid }) => subject === 'organisation' && uuid !== null),
    ])
    setNews(conflictText(who, changesOf(kept, organisation, words)))
    take(organisation)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(save, reload)
  }
  return (
    <section className="c-panel" aria-label="Settings">
      <div className="c-panel-head">
        <h2>Settings</h2>
      </div>
      <form className="c-form st-form" noValidate onSubmit={submit}>
        {news !== undefined && (
          <p className="st-outdated" role="status">
            <span>{news}</span>
          </p>
        )}
        <LineField
          label="Name"
          value={draft.name}
          maxLength={100}
          required
          disabled={refusal !== undefined}
          onChange={(name) => put({ name })}
        />
        <DaysField
          label="A session ends"
          unit="days after its last use"
          value={draft.sessionDays}
          most={180}
          disabled={refusal !== undefined}
          hint="1 to 180 days. After a longer absence, users have to sign in again."
          onChange={(days) => put({ sessionDays: days })}
        />
        <DaysField
          label="Show events of the last"
          unit="days"
          value={draft.retentionDays}
          most={3_650}
          placeholder="all"
          disabled={refusal !== undefined}
          hint="Older events are hidden from everybody, not deleted. Empty: as long as the installation keeps them."
          onChange={(days) => put({ retentionDays: days })}
        />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        <p className="c-form-foot">
          {refusal === undefined ? (
            <Button type="submit" intent="primary" loading={busy} disabled={input === undefined || isSame}>
              Save
            </Button>
          ) : (
            <span className="c-note">{refusal}</span>
          )}
        </p>
      </form>
    </section>
  )
}

const words = {
  name: (name: string) => `name is now ${name}`,
  session_days: (days: number) => `sessions end after ${days} days`,
  retention_days: (days: number | null) =>
    days === null ? 'all events are shown' : `events of ${days} days are shown`,
}

/** Updates the organisation's name in the shell. */
function showAs({ name }: OrganisationSettings): void {
  const { user } = session.getState()
  if (user && user.organization.name !== name) renew({ ...user, organization: { ...user.organization, name } })
}
