import type { HandoverFigures } from '@carapace/shared/msoc/shifts/handovers.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { dateTime, number, sentenceCase } from '../../core/format/format.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { SeverityGlyph, SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { AlertLink, CaseLink } from './watch-list.tsx'

const rows = [
  ['Raised', 'raised'],
  ['Closed', 'closed'],
  ['Escalated', 'escalated'],
  ['Open at the end', 'open'],
] as const

/** The figures of a hand-over: alerts by severity, and cases. */
export function FiguresPanel({ figures }: { readonly figures: HandoverFigures }) {
  return (
    <Panel title="Figures">
      <div className="sh-scroll">
        <table className="sh-table sh-figures">
          <thead>
            <tr>
              <th scope="col">Alerts</th>
              {severities.toReversed().map((severity) => (
                <th key={severity} scope="col">
                  <SeverityLabel severity={severity} />
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, name]) => (
              <tr key={name}>
                <th scope="row">{title}</th>
                {severities.toReversed().map((severity) => (
                  <td key={severity} className={figures[name][severity] === 0 ? 'num sh-zero' : 'num'}>
                    {number(figures[name][severity])}
                  </td>
                ))}
                <td className="num">{number(Object.values(figures[name]).reduce((sum, some) => sum + some, 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="sh-facts">
        <Fact name="Overdue alerts" value={figures.overdue} />
        <Fact name="Cases opened" value={figures.cases_opened} />
        <Fact name="Cases changed" value={figures.cases_changed} />
        <Fact name="Cases closed" value={figures.cases_closed} />
        <Fact name="Cases open" value={figures.cases_open} />
        <Fact name="Comments" value={figures.comments} />
      </dl>
    </Panel>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{number(value)}</dd>
    </div>
  )
}

interface AlertListProps {
  readonly title: string
  readonly none: string
  readonly alerts: HandoverFigures['notable']
}

export function AlertList({ title, none, alerts }: AlertListProps) {
  return (
    <Panel title={title}>
      {alerts.length === 0 && <p className="sh-none">{none}</p>}
      <ul className="sh-list">
        {alerts.map(({ uuid, number: n, title: what, severity, status, vin, owner }) => (
          <li key={uuid}>
            <SeverityGlyph severity={severity} label={severity} />
            <AlertLink uuid={uuid} name={`ALR-${n}`} />
            <span className="sh-cut">{what}</span>
            <span className="mono sh-faint">{vin}</span>
            <span className="sh-faint">{sentenceCase(status.replaceAll('_', ' '))}</span>
            <span className="sh-faint">{owner ?? 'Nobody'}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The cases that changed in the shift, then the other open ones. */
export function CaseList({ figures: { cases, open_cases: open } }: { readonly figures: HandoverFigures }) {
  const changed = new Set(cases.map(({ uuid }) => uuid))
  const rest = open.filter(({ uuid }) => !changed.has(uuid)).map((one) => ({ ...one, what: 'open' }))
  const all = [...cases, ...rest]
  return (
    <Panel title="Cases">
      {all.length === 0 && <p className="sh-none">No case is open, and none has changed.</p>}
      <ul className="sh-list">
        {all.map(({ uuid, number: n, title, severity, what, owner }) => (
          <li key={uuid}>
            <SeverityGlyph severity={severity} label={severity} />
            <CaseLink uuid={uuid} name={`CAS-${n}`} />
            <span className="sh-cut">{title}</span>
            <span className="sh-faint">{sentenceCase(what)}</span>
            <span className="sh-faint">{owner ?? 'Nobody'}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What is left to do in open cases. */
export function TaskList({ tasks }: Pick<HandoverFigures, 'tasks'>) {
  return (
    <Panel title="Open tasks">
      {tasks.length === 0 && <p className="sh-none">No task of an open case is left.</p>}
      <ul className="sh-list">
        {tasks.map(({ uuid, title, case_uuid: caseUuid, case_number: n, owner, due_at: due }) => (
          <li key={uuid}>
            <CaseLink uuid={caseUuid} name={`CAS-${n}`} />
            <span className="sh-cut">{title}</span>
            <span className="sh-faint num">{due === null ? '' : `due ${dateTime(due)}`}</span>
            <span className="sh-faint">{owner ?? 'Nobody'}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
