import { countryNamed } from '@carapace/shared/account/countries'
import { useState } from 'react'
import { Field } from '../fields.tsx'

interface PhoneFieldProps {
  /** A country's name; empty: none yet. */
  readonly country: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
}

const id = 'phone'

/** A number without its dial code, which is shown before it. No "too short" error appears while the user types. */
export function PhoneField({ country, value, onChange, problem }: PhoneFieldProps) {
  const [typing, setTyping] = useState(false)
  const code = countryNamed(country)?.code
  const shown = typing ? undefined : problem

  return (
    <Field id={id} label="Phone number" problem={shown}>
      <div className="phone">
        <span id="phone-code" className="phone-code num">
          <span className="c-visually-hidden">Dial code </span>
          {code ?? '+'}
        </span>
        <input
          id={id}
          name={id}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          required
          placeholder={code === undefined ? 'Choose a country first' : 'Without the dial code'}
          value={value}
          aria-invalid={shown !== undefined || undefined}
          aria-describedby={shown === undefined ? 'phone-code' : 'phone-code phone-problem'}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </Field>
  )
}
