import { type Alert, getSimilarAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../../core/call/call.ts'
import { age, number, useNow } from '../../../core/format/format.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { useAlertPage } from '../page-context.tsx'
import { type AlertSearch, narrowed } from '../search.ts'
import { alertId } from '../sentences.ts'
import { Section } from './section.tsx'

type Similar = z.output<typeof getSimilarAlerts.output>

interface SimilarSectionProps {
  readonly alert: Alert
  /** Maximum number of similar alerts to list. */
  readonly most: number
}

/** Open alerts that share an observable with this alert: the count for each observable, and the latest alerts. */
export function SimilarSection({ alert, most }: SimilarSectionProps) {
  const { similar, problem } = useSimilarAlerts(alert.uuid, most)
  if (alert.observables.length === 0 && !alert.vehicle?.model) return null
  return (
    <Section title="Similar" note={similar && noteOf(similar)}>
      <SharedThings alert={alert} similar={similar} />
      {problem !== undefined && <p className="am-muted am-no-rows">Similar alerts did not load. {problem}</p>}
      {similar !== undefined && similar.alerts.length > 0 && <AlertLines alerts={similar.alerts} />}
    </Section>
  )
}

function noteOf({ total, vehicles }: Similar): string {
  if (total === 0) return 'no other open alert shares an observable'
  const alerts = total === 1 ? '1 alert' : `${number(total)} alerts`
  return (
    `${alerts} on ${vehicles === 1 ? '1 vehicle' : `${number(vehicles)} vehicles`} ` +
    `${total === 1 ? 'shares' : 'share'} an observable`
  )
}

type Shared = Similar['shared'][number]['observable']

/** The observables that other alerts can share, each with its number of alerts; a click shows them in the list. */
function SharedThings({ alert, similar }: { readonly alert: Alert; readonly similar: Similar | undefined }) {
  const { search, go } = useAlertPage()
  const countOf = ({ kind, value }: Shared) =>
    similar?.shared.find(({ observable }) => observable.kind === kind && observable.value === value)?.alerts ?? 0
  const model = alert.vehicle?.model
  const things: readonly Shared[] = [...alert.observables, ...(model ? [{ kind: 'model' as const, value: model }] : [])]
  return (
    <div className="am-observables">
      {things.map((thing) => (
        <button
          key={`${thing.kind} ${thing.value}`}
          type="button"
          className="am-observable"
          title={`Show the alerts with ${thing.value}`}
          onClick={() => go(sharing(search, thing))}
        >
          {thing.kind.replaceAll('_', ' ')} <b className="mono">{thing.value}</b>
          {countOf(thing) > 0 && <span className="num"> · {number(countOf(thing))}</span>}
        </button>
      ))}
    </div>
  )
}

function sharing(search: AlertSearch, { kind, value }: Shared): AlertSearch {
  return kind === 'model' ? narrowed(search, 'model', value) : narrowed(search, 'observable', `${kind}:${value}`)
}

/** Alerts as one line each; a click opens the alert. */
export function AlertLines({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { openDrawer } = useAlertPage()
  const now = useNow(10_000)
  return (
    <ul className="am-similar">
      {alerts.map((each) => (
        <li key={each.uuid}>
          <button type="button" onClick={() => openDrawer(each.uuid)}>
            <SeverityGlyph severity={each.severity} label={each.severity} />
            <span className="mono am-muted">{alertId(each)}</span>
            <span className="am-similar-title">{each.title}</span>
            <span className="mono am-similar-vin">{each.vehicle?.vin ?? '–'}</span>
            <StatusBadge status={each.status} />
            <span className="am-small num">{age(now - Date.parse(each.last_seen))}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Delay before a request, in ms: a user who moves through the list with j does not trigger a request for each alert.
 */
const settleMs = 200

interface SimilarState {
  readonly uuid: string
  readonly similar?: Similar
  readonly problem?: string
}

function useSimilarAlerts(uuid: string, most: number): SimilarState {
  const [state, setState] = useState<SimilarState>({ uuid })
  useEffect(() => {
    const aborted = new AbortController()
    const settled = setTimeout(() => {
      call(getSimilarAlerts, { uuid, limit: most }, aborted).then(
        (similar) => setState({ uuid, similar }),
        (thrown: unknown) => aborted.signal.aborted || setState({ uuid, problem: messageOf(thrown) }),
      )
    }, settleMs)
    return () => {
      clearTimeout(settled)
      aborted.abort()
    }
  }, [uuid, most])
  return state.uuid === uuid ? state : { uuid }
}
