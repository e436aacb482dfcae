import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'

interface RetryFieldsProps {
  readonly retry: PlaybookNode['retry']
  readonly isReadOnly: boolean
  readonly onChange: (retry: PlaybookNode['retry']) => void
}

/** How often a failed attempt is made again; the pause doubles each time. */
export function RetryFields({ retry, isReadOnly, onChange }: RetryFieldsProps) {
  const { times, after_seconds: pause } = retry ?? { times: 0, after_seconds: 10 }
  const number = (value: string, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(Number(value)) || least))
  return (
    <div className="pb-retry">
      <label>
        <span>Retries</span>
        <input
          className="bp6-input num"
          type="number"
          min={0}
          max={10}
          readOnly={isReadOnly}
          value={times}
          onChange={({ target }) => {
            const next = number(target.value, 0, 10)
            onChange(next === 0 ? undefined : { times: next, after_seconds: pause })
          }}
        />
      </label>
      {times > 0 && (
        <label>
          <span>First pause (seconds)</span>
          <input
            className="bp6-input num"
            type="number"
            min={1}
            max={3_600}
            readOnly={isReadOnly}
            value={pause}
            onChange={({ target }) => onChange({ times, after_seconds: number(target.value, 1, 3_600) })}
          />
        </label>
      )}
    </div>
  )
}
