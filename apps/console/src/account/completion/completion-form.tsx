import { completeRegistration } from '@carapace/shared/account/auth.contract'
import { orgFunctions } from '@carapace/shared/account/registration-options'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { SelectField, SubmitButton, TextField } from '../fields.tsx'
import { Overlay, Problems } from '../public-page.tsx'
import { useSubmission } from '../use-submission.ts'
import {
  changed,
  type Completion,
  completionProblem,
  emptyCompletion,
  payloadOf,
  phoneProblemOf,
} from './completion.ts'
import { Consent } from './consent.tsx'
import { CountryField } from './country-field.tsx'
import { HearAboutUs } from './hear-about-us.tsx'
import { PhoneField } from './phone-field.tsx'

interface CompletionFormProps {
  readonly organizationUuid: string
  /** The address that the link was sent to, so the user owns it. */
  readonly email: string
  readonly onCompleted: () => Promise<void>
}

const functionOptions = orgFunctions.map((name) => ({ value: name, label: name }))

/** All the questions for a person who registers an organisation (rules REGISTRATION-UI-4 to REGISTRATION-UI-6). */
export function CompletionForm({ organizationUuid, email, onCompleted }: CompletionFormProps) {
  const [form, setForm] = useState(emptyCompletion)
  const { busy, problems, run } = useSubmission()
  const problem = completionProblem(form)
  const change = (part: Partial<Completion>) => setForm((before) => changed(before, part))

  const send = async () => {
    const { message } = await call(completeRegistration, payloadOf(organizationUuid, form))
    const { toast } = await import('../../core/ui/toast.ts')
    toast.success(message)
    await onCompleted()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (problem === undefined) void run(send)
    else void sayWhy(problem)
  }

  return (
    <form
      className="completion"
      noValidate
      onSubmit={submit}
      onKeyDown={problem === undefined ? undefined : onEnter(() => void sayWhy(problem))}
    >
      <Problems list={problems} />
      <VerifiedEmail email={email} />
      <div className="completion-fields">
        <TextField
          id="firstName"
          label="First name"
          value={form.firstName}
          autoComplete="given-name"
          required
          autoFocus
          onChange={(firstName) => change({ firstName })}
        />
        <TextField
          id="lastName"
          label="Last name"
          value={form.lastName}
          autoComplete="family-name"
          required
          onChange={(lastName) => change({ lastName })}
        />
        <TextField
          id="company"
          label="Company"
          value={form.company}
          autoComplete="organization"
          required
          onChange={(company) => change({ company })}
        />
        <TextField
          id="jobTitle"
          label="Job title"
          value={form.jobTitle}
          autoComplete="organization-title"
          required
          onChange={(jobTitle) => change({ jobTitle })}
        />
        <TextField
          id="jobFunction"
          label="Job function"
          value={form.jobFunction}
          required
          onChange={(jobFunction) => change({ jobFunction })}
        />
        <SelectField
          id="orgFunction"
          label="Organisation function"
          value={form.orgFunction}
          options={functionOptions}
          placeholder="Select a function"
          required
          onChange={(orgFunction) => change({ orgFunction })}
        />
        <CountryField value={form.country} onChange={(country) => change({ country })} />
        <PhoneField
          country={form.country}
          value={form.phone}
          problem={phoneProblemOf(form)}
          onChange={(phone) => change({ phone })}
        />
      </div>
      <HearAboutUs value={form} onChange={change} />
      <Consent value={form.consent} onChange={(consent) => change({ consent })} />
      <SubmitButton text="Create account" busyText="Please wait…" busy={busy} disabled={problem !== undefined} />
      {busy && <Overlay text="Please wait… creating your account and generating a password." />}
    </form>
  )
}

async function sayWhy(problem: string): Promise<void> {
  const { toast } = await import('../../core/ui/toast.ts')
  toast.error(problem)
}

/** A disabled button would stop Enter from sending the form: this shows the reason instead (rule REGISTRATION-UI-5). */
function onEnter(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.isDefaultPrevented()) act()
  }
}

function VerifiedEmail({ email }: { readonly email: string }) {
  return (
    <div className="completion-email">
      <TextField
        id="email"
        label="Email"
        type="email"
        value={email}
        readOnly
        inside={<span className="c-badge c-tone-green">Verified</span>}
        onChange={() => undefined}
      />
    </div>
  )
}
