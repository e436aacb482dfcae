import { Button } from '@blueprintjs/core'
import { countries, countryNamed } from '@carapace/shared/account/countries'
import { phoneDigits, phoneProblem } from '@carapace/shared/account/phone'
import { getProfile, type Profile, saveProfile } from '@carapace/shared/account/team.contract'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { renew, session } from '../../core/session/session.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { toast } from '../../core/ui/toast.ts'
import { chooseZone, zoneTitle } from '../../core/format/zone.ts'
import { changesOf, conflictText } from '../changed.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { RoleBadge } from '../role-badge.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { ZoneField } from './zone-field.tsx'
import { zoneMeant, zoneNames } from './zones.ts'

type Draft = Pick<Profile, 'name' | 'job_title' | 'country' | 'mobile_number' | 'time_zone'>

const zones = zoneNames()

/** Name, job, country, phone and time zone. */
export function ProfileForm({ first }: { readonly first: Profile }) {
  const [kept, setKept] = useState(first)
  const [draft, setDraft] = useState<Draft>(first)
  const [news, setNews] = useState<string>()
  const { busy, problem, run } = useAction()
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const wrong = wrongIn(draft)

  const take = (profile: Profile) => {
    setKept(profile)
    setDraft(profile)
  }
  const save = async () => {
    const { profile } = await call(saveProfile, { ...inputOf(draft), revision: kept.revision })
    take(profile)
    setNews(undefined)
    showAs(profile)
    toast.success('Profile saved')
  }
  const reload = async () => {
    const { profile } = await call(getProfile, {})
    setNews(conflictText(undefined, changesOf(kept, profile, words)))
    take(profile)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(save, reload)
  }

  return (
    <form className="c-form st-form" noValidate onSubmit={submit}>
      <Who draft={draft} profile={kept} />
      {news !== undefined && (
        <p className="st-outdated" role="status">
          <span>{news}</span>
        </p>
      )}
      <LineField
        label="Name"
        value={draft.name}
        maxLength={121}
        required
        autoComplete="name"
        onChange={(name) => put({ name })}
      />
      <LineField
        label="Job title"
        value={draft.job_title}
        maxLength={100}
        autoComplete="organization-title"
        onChange={(job) => put({ job_title: job })}
      />
      <div className="st-field-row">
        <CountryField value={draft.country} onChange={(country) => put({ country, mobile_number: '' })} />
        <PhoneField draft={draft} problem={wrong.phone} onChange={(number) => put({ mobile_number: number })} />
      </div>
      <ZoneField value={draft.time_zone} zones={zones} onChange={(zone) => put({ time_zone: zone })} />
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="c-form-foot">
        <Button type="submit" intent="primary" loading={busy} disabled={wrong.any || isSame(draft, kept)}>
          Save
        </Button>
      </p>
    </form>
  )
}

function inputOf({ name, job_title, country, mobile_number, time_zone }: Draft): Draft {
  return {
    name: name.trim(),
    job_title: job_title.trim(),
    country,
    mobile_number,
    time_zone: zoneMeant(time_zone, zones) ?? time_zone,
  }
}

function isSame(draft: Draft, kept: Profile): boolean {
  return JSON.stringify(inputOf(draft)) === JSON.stringify(inputOf(kept))
}

/** The error that prevents saving a draft. A stored zone that this browser does not list is valid, too. */
function wrongIn({ name, country, mobile_number: number, time_zone: zone }: Draft): {
  readonly any: boolean
  readonly phone: string | undefined
} {
  const known = countryNamed(country)
  const phone = known === undefined || number === '' ? undefined : phoneProblem(known, number)
  return { phone, any: phone !== undefined || name.trim() === '' || zoneMeant(zone, zones) === undefined }
}

const words = {
  name: (name: string) => `name is now ${name}`,
  job_title: (job: string) => `job title is now ${job || 'empty'}`,
  country: (country: string) => `country is now ${country || 'empty'}`,
  mobile_number: (number: string) => `phone is now ${number || 'empty'}`,
  time_zone: (zone: string) => `time zone is now ${zoneTitle(zone)}`,
  role: (role: string) => `role is now ${sentenceCase(role)}`,
}

/** The shell shows the name and uses the time zone at once. */
function showAs({ name, time_zone: zone }: Profile): void {
  const { user } = session.getState()
  chooseZone(zone)
  if (user) renew({ ...user, name, time_zone: zone })
}

/** A preview of the user as others see them. */
function Who({ draft: { name }, profile: { email, role } }: { readonly draft: Draft; readonly profile: Profile }) {
  return (
    <div className="st-who">
      <Avatar name={name} email={email} size={44} />
      <div>
        <strong>{name || email}</strong>
        <span className="st-who-facts">
          <RoleBadge role={role} /> {email}
        </span>
      </div>
    </div>
  )
}

function CountryField({ value, onChange }: { readonly value: string; readonly onChange: (country: string) => void }) {
  return (
    <Field label="Country">
      {(id) => (
        <select
          id={id}
          className="bp6-input"
          autoComplete="country-name"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">None</option>
          {countries.map(({ country }) => (
            <option key={country} value={country}>
              {country}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface PhoneFieldProps {
  readonly draft: Draft
  readonly problem: string | undefined
  readonly onChange: (digits: string) => void
}

function PhoneField({ draft: { country, mobile_number: number }, problem, onChange }: PhoneFieldProps) {
  const code = countryNamed(country)?.code
  const hint = problem ?? (code === undefined ? 'Choose a country first.' : `Without the dial code ${code}.`)
  return (
    <Field label="Phone" hint={hint}>
      {(id, describedBy) => (
        <input
          id={id}
          className="bp6-input num"
          type="tel"
          autoComplete="tel-national"
          inputMode="numeric"
          maxLength={15}
          value={number}
          disabled={code === undefined}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(phoneDigits(event.target.value))}
        />
      )}
    </Field>
  )
}
