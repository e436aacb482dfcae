import { AddIcon, ArrowDownIcon, ArrowUpIcon, CrossIcon } from '@blueprintjs/icons'
import { Button } from '@blueprintjs/core'
import type { Cover } from '@carapace/shared/interface-agreement/cover'
import { Panel } from '../../core/ui/panel.tsx'
import { moved } from '../../core/ui/reorder.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'
import type { CoverPartProps } from './part-props.ts'

type Level = Cover['escalation'][number]

/** As many levels as a cover has at most. */
const levelsAtMost = 10
const columns = [
  ['subject', 'About', 200],
  ['customer', 'Customer', 200],
  ['supplier', 'Supplier', 200],
] as const

/** Whom to call on each side, level by level. */
export function Escalation({ fields, faults, isDisabled, onChange }: CoverPartProps) {
  const { cover } = fields
  const levels = cover.escalation
  const store = (escalation: readonly Level[]) =>
    onChange({ ...fields, cover: { ...cover, escalation: [...escalation] } })
  const set = (at: number, change: Partial<Level>) =>
    store(levels.map((level, each) => (each === at ? { ...level, ...change } : level)))
  return (
    <Panel
      title="Escalation"
      extra={
        <Button
          size="small"
          variant="outlined"
          icon={<AddIcon />}
          text="Add a level"
          disabled={isDisabled || levels.length >= levelsAtMost}
          onClick={() => store([...levels, { subject: '', customer: '', supplier: '', after_days: 5 }])}
        />
      }
    >
      {levels.length === 0 ? (
        <p className="ia-none">No levels: state whom to call on each side if nobody answers.</p>
      ) : (
        <div className="c-scroll">
          <table className="c-table ia-edit-table">
            <thead>
              <tr>
                <th scope="col">Level</th>
                {columns.map(([key, title]) => (
                  <th key={key} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col">After days</th>
                <th scope="col">
                  <span className="c-visually-hidden">Order and remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {levels.map((level, at) => (
                <tr key={at}>
                  <td className="num">{at + 1}</td>
                  {columns.map(([key, title, maxLength]) => (
                    <td key={key}>
                      <input
                        className="bp6-input"
                        aria-label={`${title}, level ${at + 1}`}
                        value={level[key]}
                        maxLength={maxLength}
                        disabled={isDisabled}
                        onChange={(event) => set(at, { [key]: event.target.value })}
                      />
                    </td>
                  ))}
                  <td>
                    <input
                      className="bp6-input num ia-number"
                      type="number"
                      min={0}
                      max={365}
                      aria-label={`After days, level ${at + 1}`}
                      value={Number.isNaN(level.after_days) ? '' : level.after_days}
                      disabled={isDisabled}
                      onChange={(event) => set(at, { after_days: event.target.valueAsNumber })}
                    />
                  </td>
                  <td className="ia-row-acts">
                    <IconButton
                      icon={<ArrowUpIcon />}
                      label={`Move level ${at + 1} up`}
                      size="small"
                      disabled={isDisabled || at === 0}
                      onClick={() => store(moved(levels, at, at - 1))}
                    />
                    <IconButton
                      icon={<ArrowDownIcon />}
                      label={`Move level ${at + 1} down`}
                      size="small"
                      disabled={isDisabled || at === levels.length - 1}
                      onClick={() => store(moved(levels, at, at + 1))}
                    />
                    <IconButton
                      icon={<CrossIcon />}
                      label={`Remove level ${at + 1}`}
                      size="small"
                      disabled={isDisabled}
                      onClick={() => store(levels.toSpliced(at, 1))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {faults.escalation !== undefined && <p className="c-problem ia-none">{faults.escalation}</p>}
    </Panel>
  )
}
