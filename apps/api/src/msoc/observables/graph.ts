import type { OutputOf } from '@carapace/shared/core/endpoint'
import type { Org } from '@carapace/shared/core/owned'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import type { observableGraph } from '@carapace/shared/msoc/observables/observables.contract'
import type { Database } from '../../core/db.ts'
import { alertsOf, casesNamed, casesOf, linksBetween, relatedTo } from './detail.queries.ts'
import type { Viewer } from '../cases/seen.queries.ts'
import type { StoredObservable } from './observables.queries.ts'

/** Together with the observable itself and the cases of the alerts, at most 200 nodes (rule OBSERVABLE-43). */
const mostAlerts = 60
const mostRelated = 79
const mostCases = 60

type Graph = OutputOf<typeof observableGraph>

/**
 * What shares an observable: its latest alerts, their cases, those linked with it, and the observables that share the
 * most alerts.
 */
export async function graphOf(db: Database, org: Org, viewer: Viewer, centre: StoredObservable): Promise<Graph> {
  const [{ alerts, caseUuids, alerts_total: total }, related] = await Promise.all([
    alertsOf(db, org, centre.uuid, mostAlerts),
    relatedTo(db, org, centre.uuid, mostRelated + 1),
  ])
  const shown = related.slice(0, mostRelated)
  const alertUuids = alerts.map(({ uuid }) => uuid)
  const linked = await casesOf(db, org, viewer, centre.uuid)
  const isLinked = new Set(linked.filter((one) => one.alerts === 0).map(({ uuid }) => uuid))
  const inCases = new Set([...isLinked, ...[...caseUuids.values()].filter((uuid) => uuid !== null)])
  const [cases, links] = await Promise.all([
    casesNamed(db, org, viewer, [...inCases].slice(0, mostCases)),
    linksBetween(db, org, [centre.uuid, ...shown.map(({ observable }) => observable.uuid)], alertUuids),
  ])
  const isCase = new Set(cases.map(({ uuid }) => uuid))
  const observables = [centre, ...shown.map(({ observable }) => observable)]
  return {
    nodes: [
      ...observables.map(({ uuid, type, value }) => node(uuid, 'observable', value, typeNames[type])),
      ...alerts.map(({ uuid, number, title, severity }) => node(uuid, 'alert', `ALR-${number} ${title}`, severity)),
      ...cases.map(({ uuid, number, title, stage }) => node(uuid, 'case', `CAS-${number} ${title}`, stage)),
    ],
    edges: [
      ...links,
      ...[...isLinked].flatMap((to) => (isCase.has(to) ? [{ from: centre.uuid, to }] : [])),
      ...[...caseUuids].flatMap(([from, to]) => (to !== null && isCase.has(to) ? [{ from, to }] : [])),
    ],
    is_cut: total > alerts.length || related.length > mostRelated,
  }
}

function node(id: string, kind: Graph['nodes'][number]['kind'], title: string, detail: string) {
  return { id, kind, title: title.slice(0, 200), detail }
}
