import { type Role, roles } from '@carapace/shared/modules'
import { useId } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { roleSentences } from './roles.ts'

/** A choice of one role, each with its permissions. */
export function RoleChoice({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  const id = useId()
  return (
    <fieldset className="c-field st-roles">
      <legend>Role</legend>
      {roles.map((role) => (
        <div key={role} className="st-role">
          <label className="c-radio">
            <input
              type="radio"
              name={id}
              checked={role === value}
              aria-describedby={`${id}${role}`}
              onChange={() => onChange(role)}
            />
            {sentenceCase(role)}
          </label>
          <span id={`${id}${role}`}>{roleSentences[role]}</span>
        </div>
      ))}
    </fieldset>
  )
}
