import { Button, HTMLSelect } from '@blueprintjs/core'
import {
  notificationCategories,
  type NotificationChannel,
  notificationChannels,
  urgencies,
  type Urgency,
} from '@carapace/shared/core/notification-kinds'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { digests, type Digest } from '@carapace/shared/notifications/notifications'
import {
  getNotificationPreferences,
  type NotificationPreferences,
  saveNotificationPreferences,
  testNotification,
} from '@carapace/shared/notifications/preferences.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../core/call/call.ts'
import { pageSubject, useEndpoint } from '../core/call/query.ts'
import { useAction } from '../core/call/use-action.ts'
import { Loaded } from '../core/ui/loaded.tsx'
import { Panel } from '../core/ui/panel.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { toast } from '../core/ui/toast.ts'
import { channelsIn, minuteIn, timeText, withChannel } from './draft.ts'
import { pushState } from './mine.ts'
import { categoryWords, channelWords, digestWords, urgencyWords } from './words.ts'

type Known = OutputOf<typeof getNotificationPreferences>

/** What the user is notified of, where and when (rule NOTIFICATION-UI-5). */
export function RulesTab() {
  const { data, problem, refetch } = useEndpoint(
    getNotificationPreferences,
    {},
    { ...pageSubject, refetchOnWindowFocus: false },
  )
  return (
    <div className="nt-body">
      <Loaded
        what="Your rules"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={12} columns={['3fr', '1fr', '1fr', '1fr', '1fr']} />}
      >
        {(known) => <RulesForm key={known.revision} known={known} onSaved={refetch} />}
      </Loaded>
    </div>
  )
}

function RulesForm({ known, onSaved }: { readonly known: Known; readonly onSaved: () => void }) {
  const [draft, setDraft] = useState(known.preferences)
  const { busy, problem, run } = useAction()
  const isChanged = draft !== known.preferences
  const change = (some: Partial<NotificationPreferences>) => setDraft((before) => ({ ...before, ...some }))
  const save = () =>
    run(async () => {
      await call(saveNotificationPreferences, { preferences: draft, revision: known.revision })
      toast.success('Your rules are saved.')
      onSaved()
    })
  const test = () =>
    run(async () => {
      await call(testNotification, {})
      toast.success('A test is on its way on the channels of “A test that you send to yourself”.')
    })
  return (
    <>
      <Matrix known={known} draft={draft} setDraft={setDraft} />
      <div className="nt-columns">
        <WhenPanel known={known} draft={draft} change={change} />
        <PushPanel />
      </div>
      <div className="nt-foot">
        <Button intent="primary" disabled={!isChanged} loading={busy} onClick={() => void save()}>
          Save
        </Button>
        <Button variant="outlined" disabled={!isChanged} onClick={() => setDraft(known.preferences)}>
          Discard the changes
        </Button>
        <Button variant="outlined" disabled={busy || isChanged} onClick={() => void test()}>
          Send me a test
        </Button>
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </>
  )
}

interface MatrixProps {
  readonly known: Known
  readonly draft: NotificationPreferences
  readonly setDraft: (draft: NotificationPreferences) => void
}

/** Kinds by channels. A channel without a target of the user is not offered. */
function Matrix({ known, draft, setDraft }: MatrixProps) {
  const missing = (channel: NotificationChannel) =>
    (channel === 'slack' || channel === 'teams' || channel === 'webhook') && !known.targets.includes(channel)
  return (
    <Panel title="What reaches you where">
      <div className="c-scroll">
        <table className="c-table nt-matrix">
          <thead>
            <tr>
              <th scope="col">Notification</th>
              {notificationChannels.map((channel) => (
                <th key={channel} scope="col">
                  {channelWords[channel]}
                </th>
              ))}
            </tr>
          </thead>
          {notificationCategories.map((category) => {
            const kinds = known.kinds.filter((kind) => kind.category === category)
            return (
              kinds.length > 0 && (
                <tbody key={category}>
                  <tr className="nt-group">
                    <th scope="rowgroup" colSpan={notificationChannels.length + 1}>
                      {categoryWords[category]}
                    </th>
                  </tr>
                  {kinds.map((kind) => (
                    <tr key={kind.kind}>
                      <td>{kind.title}</td>
                      {notificationChannels.map((channel) => (
                        <td key={channel}>
                          <input
                            type="checkbox"
                            aria-label={`${kind.title}: ${channelWords[channel]}`}
                            disabled={missing(channel)}
                            checked={!missing(channel) && channelsIn(draft, kind).includes(channel)}
                            onChange={(event) => setDraft(withChannel(draft, kind, channel, event.target.checked))}
                          />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              )
            )
          })}
          <tbody>
            <tr className="nt-group">
              <td>Only at least as urgent as</td>
              {notificationChannels.map((channel) => (
                <td key={channel}>
                  <HTMLSelect
                    aria-label={`Least urgent: ${channelWords[channel]}`}
                    disabled={missing(channel)}
                    value={draft.minimum[channel] ?? 'low'}
                    options={urgencies.map((value) => ({
                      value,
                      label: value === 'low' ? 'All' : urgencyWords[value],
                    }))}
                    onChange={(event) =>
                      setDraft({ ...draft, minimum: { ...draft.minimum, [channel]: event.target.value as Urgency } })
                    }
                  />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className="c-note nt-hint">
        Slack, Teams and Webhook need a target of your own, which you add under{' '}
        <Link to="." search={{ tab: 'channels' } as never}>
          Channels
        </Link>
        .
      </p>
    </Panel>
  )
}

interface WhenProps {
  readonly known: Known
  readonly draft: NotificationPreferences
  readonly change: (some: Partial<NotificationPreferences>) => void
}

const usualQuiet = { from: 22 * 60, until: 7 * 60 }

function WhenPanel({ known, draft, change }: WhenProps) {
  const { quiet } = draft
  return (
    <Panel title="When">
      <div className="c-form">
        <label className="c-radio">
          <input
            type="checkbox"
            checked={quiet !== null}
            onChange={(event) => change({ quiet: event.target.checked ? usualQuiet : null })}
          />
          Quiet hours: hold back what is not critical
        </label>
        {quiet !== null && (
          <div className="nt-times">
            <TimeField label="From" minute={quiet.from} onChange={(from) => change({ quiet: { ...quiet, from } })} />
            <TimeField
              label="Until"
              minute={quiet.until}
              onChange={(until) => change({ quiet: { ...quiet, until } })}
            />
            <span className="c-note">in your time zone, {known.time_zone}</span>
          </div>
        )}
        {known.has_shifts && (
          <label className="c-radio">
            <input
              type="checkbox"
              checked={draft.only_in_shift}
              onChange={(event) => change({ only_in_shift: event.target.checked })}
            />
            Outside my shifts only in the console, except what is critical
          </label>
        )}
        <div className="nt-times">
          <label className="c-field">
            Mail that is not critical
            <HTMLSelect
              value={draft.digest}
              options={digests.map((value) => ({ value, label: digestWords[value] }))}
              onChange={(event) => change({ digest: event.target.value as Digest })}
            />
          </label>
          {draft.digest === 'daily' && (
            <TimeField label="At" minute={draft.digest_at} onChange={(at) => change({ digest_at: at })} />
          )}
        </div>
      </div>
    </Panel>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly minute: number
  readonly onChange: (minute: number) => void
}

function TimeField({ label, minute, onChange }: TimeFieldProps) {
  return (
    <label className="c-field">
      {label}
      <input
        type="time"
        className="bp6-input num"
        required
        value={timeText(minute)}
        onChange={(event) => onChange(minuteIn(event.target.value) ?? minute)}
      />
    </label>
  )
}

const pushTexts = {
  granted: 'This browser shows notifications while Carapace is open in a tab in the background.',
  denied: 'This browser blocks notifications of Carapace. Permit them in the settings of the browser.',
  default: 'While Carapace is open in a tab in the background, this browser can show what arrives.',
  missing: 'This browser shows no notifications of pages.',
} as const

/** The permission of the browser, which is requested by the button and never by itself (rule NOTIFICATION-UI-6). */
function PushPanel() {
  const [state, setState] = useState(pushState)
  const request = async () => {
    await window.Notification.requestPermission()
    setState(pushState())
  }
  return (
    <Panel title="Notifications of this browser">
      <div className="c-form">
        <p className="c-say">{pushTexts[state]}</p>
        {state === 'default' && (
          <div>
            <Button variant="outlined" onClick={() => void request()}>
              Permit notifications
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
