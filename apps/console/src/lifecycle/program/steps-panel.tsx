import { LockIcon } from '@blueprintjs/icons'
import type { LifecycleEntry, Program } from '@carapace/shared/graph/programs/programs.contract'
import { Link } from '@tanstack/react-router'
import { isStep, opensAt, type StepKey, steps, waitsFor } from './steps.ts'

interface StepsPanelProps {
  readonly program: Program
  /** The project to which the links are limited; absent: the whole program. */
  readonly projectId?: string
}

/**
 * The steps of the work in their order: open steps are links, the others show what is missing first (rule
 * PROGRAM-PAGE-3).
 */
export function StepsPanel({ program: { uuid, lifecycle }, projectId }: StepsPanelProps) {
  const search = { programId: uuid, ...(projectId !== undefined && { projectId }) }
  const shown = lifecycle.flatMap((entry) => {
    const { lifecycle_key: key, is_ui_visible: isVisible } = entry
    return isVisible && isStep(key) ? [{ ...entry, lifecycle_key: key }] : []
  })
  const open = shown.filter(({ is_configurable: isOpen }) => isOpen)
  return (
    <section className="c-panel" aria-labelledby="pg-steps">
      <header className="c-panel-head">
        <h2 id="pg-steps">Lifecycle steps</h2>
        <span className="pg-note num">
          {open.length} of {shown.length} open
        </span>
      </header>
      <ol className="pg-steps">
        {shown.map((entry, index) => (
          <Step key={entry.lifecycle_key} entry={entry} number={index + 1} search={search} />
        ))}
      </ol>
    </section>
  )
}

interface StepProps {
  readonly entry: LifecycleEntry & { readonly lifecycle_key: StepKey }
  readonly number: number
  readonly search: { readonly programId: string; readonly projectId?: string }
}

function Step({
  entry: { lifecycle_key: key, is_configurable: isOpen, error_message: message },
  number,
  search,
}: StepProps) {
  const { title, to } = steps[key]
  return (
    <li className={isOpen ? 'pg-step' : 'pg-step pg-step-shut'} title={message ?? undefined}>
      <span className="pg-step-number num" aria-hidden>
        {number}
      </span>
      {isOpen ? (
        <Link className="pg-step-title" to={to} search={search}>
          {title}
        </Link>
      ) : (
        <span className="pg-step-title">{title}</span>
      )}
      {!isOpen && message !== null && (
        <Link className="pg-step-why" to={opensAt[key]} search={search}>
          {waitsFor(message)}
        </Link>
      )}
      {!isOpen && <LockIcon size={12} title="Not open yet" />}
    </li>
  )
}
