import { EyeOpenIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { number, sentenceCase, zonedDateTime } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { useCasePage } from '../page-context.tsx'
import { AddObservable } from './add-observable.tsx'
import { OneLink } from './links-tab.tsx'
import { observablesOf } from './observables.ts'

/** How many alerts of an observable are named. */
const named = 4

/** The observables of the case's alerts, which connect them, and those that somebody added. */
export function ObservablesTab() {
  const { detail, refusal } = useCasePage()
  const [adding, setAdding] = useState(false)
  const { alerts } = detail
  const added = detail.links.filter(({ kind, incoming }) => kind === 'observable' && !incoming)
  const observed = useMemo(() => observablesOf(alerts), [alerts])
  return (
    <section className="c-panel cs-fill" aria-label="Observables">
      <div className="c-panel-head">
        <h2>
          Observables <span className="cs-note num">{number(observed.length + added.length)}</span>
        </h2>
        <ActButton icon={<EyeOpenIcon />} refusal={refusal} onClick={() => setAdding(true)}>
          Add observable
        </ActButton>
      </div>
      {added.length > 0 && (
        <ul className="cs-links" aria-label="Added observables">
          {added.map((link) => (
            <OneLink key={link.uuid} link={link} />
          ))}
        </ul>
      )}
      {observed.length === 0 ? (
        added.length === 0 && (
          <EmptyState icon={<EyeOpenIcon size={24} />} title="No observables">
            The alerts of this case name none. Add those that you find.
          </EmptyState>
        )
      ) : (
        <div className="cs-scroll" tabIndex={0} role="region" aria-label="Table of observables">
          <table className="cs-table">
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Value</th>
                <th scope="col" className="cs-number">
                  Alerts
                </th>
                <th scope="col">Seen in</th>
                <th scope="col" className="cs-wide">
                  First seen
                </th>
                <th scope="col" className="cs-wide">
                  Last seen
                </th>
              </tr>
            </thead>
            <tbody>
              {observed.map(({ kind, value, alerts: of, firstSeen, lastSeen }) => (
                <tr key={`${kind} ${value}`}>
                  <td>{sentenceCase(kind.replaceAll('-', ' '))}</td>
                  <td className="mono">{value}</td>
                  <td className="cs-number num">{number(of.length)}</td>
                  <td>
                    {of.slice(0, named).map(({ uuid, number: n }) => (
                      <Link
                        key={uuid}
                        className="mono cs-alert-link"
                        to="/org/msoc/dashboard/alert-management/general"
                        search={{ alert: uuid } as never}
                      >
                        ALR-{n}
                      </Link>
                    ))}
                    {of.length > named && <span className="cs-note">and {number(of.length - named)} more</span>}
                  </td>
                  <td className="num cs-wide">{zonedDateTime(firstSeen)}</td>
                  <td className="num cs-wide">{zonedDateTime(lastSeen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AddObservable isOpen={adding} onClose={() => setAdding(false)} />
    </section>
  )
}
