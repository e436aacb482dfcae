import { type Alert, getSimilarAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { isOpen } from '@carapace/shared/msoc/alerts/alerts'
import { similarBy } from '@carapace/shared/msoc/alerts/similar'
import { type ReactNode, useEffect } from 'react'
import type { z } from 'zod'
import { useEndpoint } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import { age, number, useNow } from '../../../core/format/format.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { Vin } from '../../../core/ui/vin.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { type AlertSearch, narrowed } from '../search.ts'
import { alertId } from '../sentences.ts'
import { ActionButton } from '../triage/action-button.tsx'
import { Section } from './section.tsx'
import { SeenObservables } from '../../observables/seen-observables.tsx'
import { sharedBy } from './shared-by.ts'

type Similar = z.output<typeof getSimilarAlerts.output>

interface SimilarSectionProps {
  readonly alert: Alert
  /** Maximum number of similar alerts to list. */
  readonly most: number
}

/** Open alerts that share an observable with this alert: the count for each observable, and the latest alerts. */
export function SimilarSection({ alert, most }: SimilarSectionProps) {
  const { similar, problem } = useSimilarAlerts(alert, most)
  return (
    <Section title="Similar" note={similar && noteOf(alert, similar)}>
      <Observables alert={alert} similar={similar} />
      <Context alert={alert} />
      <SeenObservables observables={alert.observables} />
      {problem !== undefined && <p className="am-muted am-no-rows">Similar alerts did not load. {problem}</p>}
      {similar !== undefined && similar.alerts.length > 0 && (
        <AlertLines
          alerts={similar.alerts}
          reason={(each) => sharedBy(alert, each)}
          {...(isOpen(alert) && { renderAction: (each: Alert) => <MergeButton into={alert} part={each} /> })}
        />
      )}
    </Section>
  )
}

/** Merges a similar alert into the open one, with one click (rule QUEUE-88). */
function MergeButton({ into, part }: { readonly into: Alert; readonly part: Alert }) {
  const { triage } = useAlertPage()
  const busy = useQueue(({ pending }) => pending.has(part.uuid))
  return (
    <ActionButton
      busy={busy}
      label={`Merge ${alertId(part)} into this alert`}
      onClick={() => void triage.merge([part], into)}
    >
      Merge
    </ActionButton>
  )
}

function noteOf({ observables }: Alert, { total, vehicles }: Similar): string {
  if (similarBy(observables).length === 0) return 'it has no observable that another alert could share'
  if (total === 0) return 'no other open alert shares an observable'
  const alerts = total === 1 ? '1 alert' : `${number(total)} alerts`
  return (
    `${alerts} on ${vehicles === 1 ? '1 vehicle' : `${number(vehicles)} vehicles`} ` +
    `${total === 1 ? 'shares' : 'share'} an observable`
  )
}

/** What a button filters by: an observable, the model of the vehicle, or the rule. */
interface Thing {
  readonly kind: Alert['observables'][number]['kind'] | 'model' | 'rule'
  readonly value: string
}

/** The observables that make alerts similar, each with its number of other alerts. */
function Observables({ alert, similar }: { readonly alert: Alert; readonly similar: Similar | undefined }) {
  const countOf = ({ kind, value }: Thing) =>
    similar?.shared.find(({ observable }) => observable.kind === kind && observable.value === value)?.alerts ?? 0
  const things = similarBy(alert.observables)
  if (things.length === 0) return null
  return (
    <div className="am-observables">
      {things.map((thing) => (
        <ThingButton key={`${thing.kind} ${thing.value}`} thing={thing} count={countOf(thing)} />
      ))}
    </div>
  )
}

/** What many alerts have in common without being similar: the vehicle, the ECU, the bus, the model and the rule. */
function Context({ alert }: { readonly alert: Alert }) {
  const distinctive = similarBy(alert.observables)
  const model = alert.vehicle?.model
  const things: readonly Thing[] = [
    ...alert.observables.filter((observable) => !distinctive.includes(observable)),
    ...(model ? [{ kind: 'model' as const, value: model }] : []),
    { kind: 'rule', value: alert.rule },
  ]
  return (
    <div className="am-observables am-context">
      <span className="am-muted">Filter by</span>
      {things.map((thing) => (
        <ThingButton key={`${thing.kind} ${thing.value}`} thing={thing} count={0} />
      ))}
    </div>
  )
}

/** A value that alerts have in common; a click shows the alerts with it. */
function ThingButton({ thing, count }: { readonly thing: Thing; readonly count: number }) {
  const { search, go } = useAlertPage()
  return (
    <button
      type="button"
      className="am-observable"
      title={`Show the alerts with ${thing.value}`}
      onClick={() => go(sharing(search, thing))}
    >
      {thing.kind.replaceAll('_', ' ')} <b className="mono">{thing.value}</b>
      {count > 0 && <span className="num"> · {number(count)}</span>}
    </button>
  )
}

function sharing(search: AlertSearch, { kind, value }: Thing): AlertSearch {
  if (kind === 'model' || kind === 'rule') return narrowed(search, kind, value)
  return narrowed(search, 'observable', `${kind}:${value}`)
}

interface AlertLinesProps {
  readonly alerts: readonly Alert[]
  /** Why an alert is in the list. */
  readonly reason?: (alert: Alert) => string
  /** A button beside the line of an alert. */
  readonly renderAction?: (alert: Alert) => ReactNode
}

/** Alerts as one line each; a click opens the alert. */
export function AlertLines({ alerts, reason, renderAction }: AlertLinesProps) {
  const { openDrawer } = useAlertPage()
  const now = useNow(10_000)
  return (
    <ul className="am-similar">
      {alerts.map((each) => (
        <li key={each.uuid}>
          <button type="button" className="am-similar-line" onClick={() => openDrawer(each.uuid)}>
            <SeverityGlyph severity={each.severity} label={each.severity} />
            <span className="mono am-muted">{alertId(each)}</span>
            <span className="am-similar-title">{each.title}</span>
            <span className="mono am-similar-vin">{each.vehicle === null ? '–' : <Vin vin={each.vehicle.vin} />}</span>
            <StatusBadge status={each.status} />
            <span className="am-small num">{age(now - Date.parse(each.last_seen))}</span>
            {reason && <span className="am-similar-reason">{reason(each)}</span>}
          </button>
          {renderAction?.(each)}
        </li>
      ))}
    </ul>
  )
}

/**
 * Delay before a request, in ms: a user who moves through the list with j does not trigger a request for each alert.
 */
const settleMs = 200

/** Read again when alerts are merged into this one: these are no longer open. */
function useSimilarAlerts({ uuid, parts }: Alert, most: number) {
  const isSettled = useSettled(uuid, settleMs) === uuid
  const { data, problem, refetch } = useEndpoint(
    getSimilarAlerts,
    { uuid, limit: most },
    { enabled: isSettled, keepPrevious: false },
  )
  useEffect(() => refetch(), [parts, refetch])
  return { similar: data, problem }
}
