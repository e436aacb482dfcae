import { CrossCircleIcon, TickCircleIcon, WarningSignIcon } from '@blueprintjs/icons'
import type { RuleFault, RuleTestResult } from '@carapace/shared/msoc/rules/rules.contract'
import type { ReactElement } from 'react'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'

interface CheckPanelProps {
  readonly faults: readonly RuleFault[]
  readonly warnings: readonly RuleFault[]
  readonly tests: readonly RuleTestResult[]
  /** Shows a place in the text. */
  readonly onShow: (line: number, column: number) => void
}

/** The faults and warnings of the text and the results of its unit tests; each leads to its place (RULE-UI-12). */
export function CheckPanel({ faults, warnings, tests, onShow }: CheckPanelProps) {
  const isClean = faults.length === 0 && warnings.length === 0
  const failed = tests.filter(({ passed }) => !passed).length
  return (
    <div className="ru-panel-body">
      <h2>Text</h2>
      {isClean && <Found icon={<TickCircleIcon />} tone="ok" message="No faults." />}
      <ul className="ru-found" aria-label="Faults">
        {faults.map((fault, index) => (
          <Place key={index} {...fault} icon={<CrossCircleIcon />} tone="bad" onShow={onShow} />
        ))}
        {warnings.map((warning, index) => (
          <Place key={`w${index}`} {...warning} icon={<WarningSignIcon />} tone="odd" onShow={onShow} />
        ))}
      </ul>
      <h2>Unit tests</h2>
      {tests.length === 0 ? (
        <p className="c-note">
          The text has no tests. The key "tests" holds a list of them, each with a name, events, and whether they match.
        </p>
      ) : (
        <p className="c-note num" role="status">
          {failed === 0 ? `${tests.length} of ${tests.length} passed.` : `${failed} of ${tests.length} failed.`}
        </p>
      )}
      <ul className="ru-found" aria-label="Unit tests">
        {tests.map(({ name, passed, message, line }, index) => (
          <Place
            key={index}
            line={line}
            column={1}
            icon={passed ? <TickCircleIcon /> : <CrossCircleIcon />}
            tone={passed ? 'ok' : 'bad'}
            message={`${name}: ${passed ? 'passed' : `failed. ${message}`}`}
            onShow={onShow}
          />
        ))}
      </ul>
    </div>
  )
}

interface FoundProps {
  readonly icon: ReactElement
  readonly tone: 'ok' | 'bad' | 'odd'
  readonly message: string
}

function Found({ icon, tone, message }: FoundProps) {
  return (
    <p className={`ru-finding ru-${tone}`}>
      {icon}
      <span>{message}</span>
    </p>
  )
}

interface PlaceProps extends FoundProps {
  readonly line: number
  readonly column: number
  readonly onShow: (line: number, column: number) => void
}

function Place({ line, column, onShow, ...found }: PlaceProps) {
  return (
    <li>
      <button type="button" className="ru-place" onClick={() => onShow(line, column)}>
        <Found {...found} />
        <span className="num c-note">Line {line}</span>
      </button>
    </li>
  )
}

/** The panel before the first result, and if the check failed. */
export function NotChecked({
  problem,
  onRetry,
}: {
  readonly problem: string | undefined
  readonly onRetry: () => void
}) {
  if (problem === undefined) return <SkeletonRows rows={4} columns={['1fr', '60px']} />
  return (
    <ErrorState title="The text was not checked" onRetry={onRetry}>
      {problem}
    </ErrorState>
  )
}
