import { ArrowLeftIcon, LinkIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { SuppressionNote } from '../alert-pipeline/suppression-note.tsx'
import { CloseDialog } from './triage/close-dialog.tsx'
import { type AlertPageContext, SingleAlertProvider, sources, useAlertPage, useQueue } from './page-context.tsx'
import { ActivitySection } from './drawer/activity-section.tsx'
import { newest, useShown } from './drawer/alert-drawer.tsx'
import { Actions, copyAlertLink, Identity } from './drawer/drawer-head.tsx'
import { EvidenceSection } from './evidence/evidence-section.tsx'
import { Facts } from './drawer/facts.tsx'
import { CaseSection } from './drawer/linked-sections.tsx'
import { PartsSection } from './drawer/parts-section.tsx'
import { PipelineNotes } from './drawer/pipeline-notes.tsx'
import { PanelSections } from './drawer/panel-sections.tsx'
import { PlaybookSection } from './drawer/playbook-section.tsx'
import { FoldedNote } from './drawer/folded-note.tsx'
import { FoldedSection } from './drawer/folded-section.tsx'
import { RelatedSection } from './drawer/related-section.tsx'
import { SimilarSection } from './drawer/similar-section.tsx'
import { useAlertDetail } from './drawer/use-alert-detail.ts'
import { WhySection } from './drawer/why-section.tsx'
import { EscalateDialog } from './triage/escalate-dialog.tsx'
import { MergeDialog } from './triage/merge-dialog.tsx'
import { useLoneAlertKeys } from './triage/keys.ts'
import { NoticeStack } from './triage/notice-stack.tsx'
import { alertQueue, type AlertListQuery } from './queue/queue.store.ts'
import { alertId } from './sentences.ts'
import './alert-management.css'
import './drawer/drawer.css'
import './alert-page.css'

/** Maximum number of evidence events to request: all that are stored for an alert. */
const eventsShown = 20_000

interface AlertPageProps {
  readonly uuid: string
  /** Navigates to the alert list with a search. */
  readonly toList: AlertPageContext['go']
  readonly openAlert: (uuid: string) => void
}

/** The page of one alert: all its evidence, its history, and the actions on it. */
export function AlertPage({ uuid, toList, openAlert }: AlertPageProps) {
  const { queue, watch } = useLoneQueue(uuid)
  const back = useMemo(() => () => toList({ alert: uuid }), [toList, uuid])
  return (
    <SingleAlertProvider queue={queue} search={emptySearch} go={toList} openDrawer={openAlert} closeDrawer={back}>
      <Layout key={uuid} uuid={uuid} watch={watch} />
    </SingleAlertProvider>
  )
}

const emptySearch = {}

/**
 * A list of the alerts of the same rule on the same vehicle. A channel subscribes to filters, not to single alerts, so
 * this list receives each change of the alert.
 */
function useLoneQueue(uuid: string) {
  const { queue, watched } = useMemo(() => loneQueue(uuid), [uuid])
  const filter = useStore(watched)
  useEffect(() => (filter === null ? undefined : queue.open()), [queue, filter])
  const watch = useMemo(
    () => (alert: Alert) => watched.setState(watched.getState() ?? neighboursOf(alert), true),
    [watched],
  )
  return { queue, watch }
}

type Filter = AlertListQuery['filter'] | null

function loneQueue(uuid: string) {
  const watched = createStore<Filter>(() => null)
  const readQuery = (): AlertListQuery => ({ filter: watched.getState() ?? {}, sort: 'newest' })
  return { watched, queue: alertQueue(readQuery, { ...sources, openAlert: () => uuid }) }
}

/** The filter of `useLoneQueue`. It includes every status and suppressed alerts: the alert must not leave this list. */
function neighboursOf({ vehicle, rule }: Alert): Filter {
  return {
    status: [...alertStatuses],
    suppressed: 'any',
    ...(!rule.includes(',') && { rule: [rule] }),
    ...(vehicle !== null && { vehicle: vehicle.vin }),
  }
}

interface LayoutProps {
  readonly uuid: string
  readonly watch: (alert: Alert) => void
}

function Layout({ uuid, watch }: LayoutProps) {
  const { queue } = useAlertPage()
  const { detail, problem, again } = useAlertDetail(uuid, queue, eventsShown)
  const listed = useQueue((state) => state.queue.entries.get(uuid)?.alert)
  const alert = newest(listed, detail?.alert)
  usePageTitle(alert === undefined ? 'Alert' : `${alertId(alert)} ${alert.title}`)
  useShown(alert)
  useLoneAlertKeys()
  useEffect(() => {
    if (alert !== undefined) watch(alert)
  }, [alert, watch])

  return (
    <div className="am-page am-lone">
      <Head uuid={uuid} alert={alert} failed={problem !== undefined} />
      {alert === undefined && problem === undefined && (
        <SkeletonRows rows={14} columns={['120px', 'minmax(0, 1fr)', '120px', 'minmax(0, 1fr)']} />
      )}
      {problem !== undefined && (
        <ErrorState title="The alert did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {alert !== undefined && (
        <div className="am-lone-body" tabIndex={0} role="region" aria-label="The alert in full">
          <div className="am-lone-column">
            <h2 className="c-visually-hidden">Alert details</h2>
            {alert.suppressed_by && <SuppressionNote by={alert.suppressed_by} />}
            <FoldedNote alert={alert} />
            <PipelineNotes alert={alert} detail={detail} />
            <Facts alert={alert} />
            <WhySection alert={alert} evidence={detail?.evidence ?? undefined} />
            {(detail !== undefined || problem === undefined) && <EvidenceSection alert={alert} detail={detail} />}
          </div>
          <div className="am-lone-column">
            <h2 className="c-visually-hidden">Related information</h2>
            <FoldedSection alert={alert} most={500} />
            {detail !== undefined && <PartsSection alert={alert} parts={detail.parts} />}
            {detail !== undefined && <RelatedSection alerts={detail.related} />}
            <PanelSections alert={alert} />
            {alert.case_uuid !== null && <CaseSection uuid={alert.case_uuid} />}
            <PlaybookSection alert={alert} />
            <SimilarSection alert={alert} most={50} />
            {detail !== undefined && <ActivitySection changes={detail.changes} />}
          </div>
        </div>
      )}
      <NoticeStack />
      <CloseDialog />
      <EscalateDialog />
      <MergeDialog />
    </div>
  )
}

interface HeadProps {
  readonly uuid: string
  readonly alert: Alert | undefined
  readonly failed: boolean
}

function Head({ uuid, alert, failed }: HeadProps) {
  const { closeDrawer } = useAlertPage()
  return (
    <header className="am-lone-head">
      <div className="am-drawer-id">
        <IconButton
          size="small"
          icon={<ArrowLeftIcon />}
          label="Back to the list"
          keys="Escape"
          onClick={closeDrawer}
        />
        {alert !== undefined && <Identity alert={alert} />}
        <span className="am-drawer-moves">
          {alert?.vehicle != null && (
            <Link
              className="am-section-link"
              to="/org/msoc/dashboard/live-map"
              search={{ vehicle: alert.vehicle.vin } as never}
            >
              Show the vehicle on the map
            </Link>
          )}
          <IconButton size="small" icon={<LinkIcon />} label="Copy link" onClick={() => copyAlertLink(uuid)} />
        </span>
      </div>
      <h1>{alert?.title ?? (failed ? 'Alert' : 'Loading')}</h1>
      {alert !== undefined && <Actions alert={alert} />}
    </header>
  )
}
