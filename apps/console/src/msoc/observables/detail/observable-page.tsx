import { Button } from '@blueprintjs/core'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import {
  deleteObservables,
  getObservable,
  type LinkedAlert,
  type LinkedCase,
} from '@carapace/shared/msoc/observables/observables.contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { pageSubject, useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { usePageTitle } from '../../../core/page/page-title.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { Panel } from '../../../core/ui/panel.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { Marks, TlpBadge } from '../level.tsx'
import { AddToList } from '../lists/add-to-list.tsx'
import { tlpText } from '../words.ts'
import { EditDialog } from './edit-dialog.tsx'
import { Results } from './results.tsx'
import { SharedGraph } from './shared-graph.tsx'
import { SightingsChart } from './sightings-chart.tsx'
import '../../rules/rules.css'
import '../observables.css'

interface ObservablePageProps {
  readonly uuid: string
  readonly onOpen: (uuid: string) => void
  readonly onList: () => void
}

type Got = OutputOf<typeof getObservable>

/** One observable: what is stated of it, where it was seen, and what shares it (rules OBSERVABLE-UI-7 to 9). */
export function ObservablePage({ uuid, onOpen, onList }: ObservablePageProps) {
  const { data, problem, refetch } = useEndpoint(getObservable, { uuid }, pageSubject)
  usePageTitle(data?.observable.value ?? 'Observable')
  return (
    <div className="ru-page ob-detail">
      <Loaded
        what="The observable"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={12} columns={['40%', '30%', '20%']} />}
      >
        {(got) => <Shown got={got} onOpen={onOpen} onList={onList} onChanged={refetch} />}
      </Loaded>
    </div>
  )
}

interface ShownProps extends Omit<ObservablePageProps, 'uuid'> {
  readonly got: Got
  readonly onChanged: () => void
}

function Shown({ got, onOpen, onList, onChanged }: ShownProps) {
  const { observable, alerts, alerts_total: total, cases, days, results, analyzers, related } = got
  const [open, setOpen] = useState<'edit' | 'list' | 'delete'>()
  const refusal = useRefusal(deleteObservables)
  const action = useAction()
  useHotkeys([{ keys: 'e', title: 'Edit the observable', group: 'Observables', run: () => refusal ?? setOpen('edit') }])
  const close = () => setOpen(undefined)
  const remove = () =>
    action.run(async () => {
      await call(deleteObservables, { uuids: [observable.uuid] })
      onList()
    })
  return (
    <>
      <PageHead title={observable.value} tabs={<Marks row={observable} />}>
        <Button variant="outlined" text="All observables" onClick={onList} />
        <ActButton size="medium" text="Add to list" refusal={refusal} onClick={() => setOpen('list')} />
        <ActButton size="medium" text="Delete" refusal={refusal} onClick={() => setOpen('delete')} />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          keys="e"
          text="Edit"
          refusal={refusal}
          onClick={() => setOpen('edit')}
        />
      </PageHead>
      <div className="ob-grid">
        <Panel title="Facts" scrolls>
          <Facts got={got} />
        </Panel>
        <Panel
          scrolls
          title="Sightings by day"
          extra={<span className="c-note num">{number(observable.sightings)} in all</span>}
        >
          <SightingsChart days={days} />
        </Panel>
        <Panel title="Enrichment" scrolls>
          <Results uuid={observable.uuid} results={results} analyzers={analyzers} onChanged={onChanged} />
        </Panel>
        <Panel scrolls title="Alerts" extra={<span className="c-note num">{number(total)} in all</span>}>
          <Alerts alerts={alerts} />
        </Panel>
        <Panel scrolls title="Cases" extra={<span className="c-note num">{number(cases.length)}</span>}>
          <Cases cases={cases} />
        </Panel>
        <Panel scrolls title="Related observables" extra={<span className="c-note">by alerts that they share</span>}>
          <Related related={related} />
        </Panel>
        <Panel title="What shares it" className="ob-wide">
          <SharedGraph uuid={observable.uuid} onOpen={onOpen} />
        </Panel>
      </div>
      {open === 'edit' && <EditDialog observable={observable} onDone={onChanged} onClose={close} />}
      {open === 'list' && <AddToList values={[observable]} onDone={onChanged} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        title="Delete this observable?"
        action="Delete"
        isDanger
        isBusy={action.busy}
        onConfirm={() => void remove()}
        onClose={close}
      >
        Its sightings and results are deleted, too. Alerts and lists keep the value. {action.problem}
      </ConfirmDialog>
    </>
  )
}

function Facts({ got: { observable } }: { readonly got: Got }) {
  const { tags, note, watched_by: watched, allowed_by: allowed, expires_at: expires } = observable
  const facts: Readonly<Record<string, ReactNode>> = {
    Type: typeNames[observable.type],
    Value: <span className="mono ob-break">{observable.value}</span>,
    TLP: <TlpBadge tlp={observable.tlp} />,
    PAP: tlpText(observable.pap),
    Tags: tags.join(', ') || 'None',
    'First seen': dateTime(observable.first_seen),
    'Last seen': dateTime(observable.last_seen),
    Expires: expires === null ? 'Never' : dateTime(expires),
    Watchlists: watched.join(', ') || 'None',
    Allowlists: allowed.join(', ') || 'None',
    From: observable.author === '' ? 'Alerts' : `${observable.author} (${observable.source})`,
    Note: note === '' ? 'None' : <span className="ob-note">{note}</span>,
  }
  return (
    <dl className="ob-facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Alerts({ alerts }: { readonly alerts: readonly LinkedAlert[] }) {
  if (alerts.length === 0) return <p className="c-note ob-none">No alert has it.</p>
  return (
    <ul className="ob-lines">
      {alerts.map(({ uuid, number: id, title, severity, status, vin, last_seen: at }) => (
        <li key={uuid}>
          <SeverityLabel severity={severity} />
          <Link className="ob-grow" to="/org/msoc/dashboard/alert-management/general" search={{ alert: uuid } as never}>
            ALR-{id} {title}
          </Link>
          <span className="mono">{vin ?? ''}</span>
          <StatusBadge status={status} />
          <span className="c-note num">{dateTime(at)}</span>
        </li>
      ))}
    </ul>
  )
}

function Cases({ cases }: { readonly cases: readonly LinkedCase[] }) {
  if (cases.length === 0) return <p className="c-note ob-none">No case has one of its alerts.</p>
  return (
    <ul className="ob-lines">
      {cases.map(({ uuid, number: id, title, stage, alerts }) => (
        <li key={uuid}>
          <Link className="ob-grow" to="/org/msoc/dashboard/case-management/general" search={{ case: uuid } as never}>
            CAS-{id} {title}
          </Link>
          <StatusBadge status={stage} />
          <span className="c-note num">{alerts === 1 ? '1 alert' : `${number(alerts)} alerts`}</span>
        </li>
      ))}
    </ul>
  )
}

function Related({ related }: Pick<Got, 'related'>) {
  if (related.length === 0) return <p className="c-note ob-none">No other observable is in its alerts.</p>
  return (
    <ul className="ob-lines">
      {related.map(({ observable, alerts }) => (
        <li key={observable.uuid}>
          <span className="ob-entry-type">{typeNames[observable.type]}</span>
          <Link
            className="ob-grow mono"
            to="/org/msoc/dashboard/observable/general"
            search={{ observable: observable.uuid } as never}
          >
            {observable.value}
          </Link>
          <Marks row={observable} />
          <span className="c-note num">{alerts === 1 ? '1 alert' : `${number(alerts)} alerts`}</span>
        </li>
      ))}
    </ul>
  )
}
