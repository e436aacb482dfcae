import type { Side } from '@carapace/shared/interface-agreement/row'
import { LineField } from '../../core/ui/field.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { AreaField } from '../dialogs/area-field.tsx'
import { sideTexts } from '../words.ts'
import type { CoverPartProps } from './part-props.ts'

interface PartyPanelProps extends CoverPartProps {
  readonly side: Side
  readonly isOwn: boolean
}

/** The address and the first contact of a side: each side edits its own. */
export function PartyPanel({ fields, isDisabled: disabled, onChange, side, isOwn }: PartyPanelProps) {
  const { cover } = fields
  const party = cover[side]
  const set = (change: Partial<typeof party>) =>
    onChange({ ...fields, cover: { ...cover, [side]: { ...party, ...change } } })
  const line = (key: 'name' | 'contact' | 'email' | 'phone', label: string, maxLength: number) => (
    <LineField
      label={label}
      value={party[key]}
      maxLength={maxLength}
      disabled={disabled}
      {...(key === 'email' && { type: 'email' as const })}
      onChange={(text) => set({ [key]: text })}
    />
  )
  return (
    <Panel title={sideTexts[side]} extra={isOwn && <span className="c-badge c-tone-grey">you</span>}>
      <div className="ia-fields">
        {line('name', 'Company', 200)}
        {line('contact', 'First contact', 200)}
        {line('email', 'E-mail', 200)}
        {line('phone', 'Phone', 60)}
        <div className="ia-all">
          <AreaField
            label="Address"
            value={party.address}
            maxLength={500}
            disabled={disabled}
            onChange={(address) => set({ address })}
          />
        </div>
      </div>
    </Panel>
  )
}
