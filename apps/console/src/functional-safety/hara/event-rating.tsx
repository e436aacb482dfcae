import { Button } from '@blueprintjs/core'
import { ArrowRightIcon } from '@blueprintjs/icons'
import {
  asilOf,
  controllabilities,
  exposures,
  type HazardRating,
  severities,
} from '@carapace/shared/functional-safety/asil'
import { hazardousEventKind } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import { normalSituation, proposedExposure } from '@carapace/shared/functional-safety/situations'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useMemo, useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { DetailField } from '../../graph/drawer/details.tsx'
import { EditTrouble } from '../../graph/editing/conflict.tsx'
import { type Segment, Segments } from '../../graph/editing/segments.tsx'
import { valueOf } from '../../graph/editing/values.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { setPart, tried as attempted, useEdit, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { AsilBadge } from '../asil-badge.tsx'
import { catalogueOf } from '../methods.ts'
import { classesIn, findingsOn } from '../safety.ts'
import { basisIn, situationIn } from './situation.ts'
import { controllabilityWords, exposureWords, severityWords } from './class-words.ts'
import { FindingList } from './finding-list.tsx'
import { whatIf } from './what-if.ts'
import './hara.css'

interface EventProps {
  readonly event: Artefact
}

type ClassName = keyof HazardRating

const classes = [
  { name: 'severity', title: 'Severity', words: segmentsOf(severities, severityWords) },
  { name: 'exposure', title: 'Exposure', words: segmentsOf(exposures, exposureWords) },
  { name: 'controllability', title: 'Controllability', words: segmentsOf(controllabilities, controllabilityWords) },
] as const

function segmentsOf<K extends string>(keys: readonly K[], words: Readonly<Record<K, string>>): readonly Segment<K>[] {
  return keys.map((key) => ({ key, label: key, help: words[key] }))
}

/** The classes of an event as they are typed: a stored class is shown at once. */
function useClasses(event: Artefact): HazardRating {
  const edits = [
    useEdit(event.uuid, 'severity'),
    useEdit(event.uuid, 'exposure'),
    useEdit(event.uuid, 'controllability'),
  ]
  const typed = Object.fromEntries(edits.flatMap((edit) => (edit ? [[edit.part, edit.draft]] : [])))
  return classesIn({ ...event.fields, ...typed })
}

/**
 * The rating of a hazardous event: severity, exposure and controllability, each with its reason, the ASIL that follows,
 * and what other classes would change (rules SAFETY-UI-2 and SAFETY-UI-4).
 */
export function EventRating({ event }: EventProps) {
  const context = usePageContext()
  const stored = useClasses(event)
  const [tried, setTried] = useState<HazardRating>()
  const shown = tried ?? stored
  const choose = (name: ClassName, value: string | null) => {
    if (tried) setTried({ ...tried, [name]: value })
    else void setPart(context, event, name, value)
  }
  return (
    <>
      <section className="fs-section fs-rating" aria-label="ASIL">
        <div className="fs-asil-line">
          <AsilBadge asil={asilOf(stored)} none="Not rated" />
          {tried && (
            <>
              <ArrowRightIcon size={14} />
              <AsilBadge asil={asilOf(tried)} none="Not rated" />
            </>
          )}
          <span className="fs-triple mono">{tripleOf(shown)}</span>
          <Button
            size="small"
            variant="outlined"
            active={tried !== undefined}
            aria-pressed={tried !== undefined}
            onClick={() => setTried(tried ? undefined : stored)}
          >
            What if
          </Button>
        </div>
        {tried && <Effects event={event} stored={stored} tried={tried} onDone={() => setTried(undefined)} />}
        {classes.map(({ name, title, words }) => (
          <div key={name} className="fs-class">
            <span className="fs-class-head">
              <b>{title}</b>
              <span className="c-note">{words.find(({ key }) => key === shown[name])?.help ?? 'Not rated'}</span>
            </span>
            <Segments
              look="wide"
              label={title}
              segments={words as readonly Segment<string>[]}
              chosen={shown[name]}
              disabled={context.refusal !== undefined && tried === undefined}
              onChoose={(key) => choose(name, key)}
              onTakeAway={() => choose(name, null)}
              takenAway="not rated"
            />
            <EditTrouble uuid={event.uuid} part={name} />
            {name === 'exposure' && !tried && <Proposal event={event} />}
            {!tried && <EventField event={event} name={`${name}_reason`} />}
          </div>
        ))}
      </section>
      <Problems event={event} />
    </>
  )
}

const tripleOf = ({ severity, exposure, controllability }: HazardRating) =>
  [severity ?? 'S–', exposure ?? 'E–', controllability ?? 'C–'].join(' ')

/** One field of an event, edited in place. */
export function EventField({ event, name }: EventProps & { readonly name: string }) {
  return <DetailField artefact={event} name={name} field={hazardousEventKind.fields[name as 'severity_reason']} />
}

/** The exposure that the situation probably has, with its reason; a click stores both (SITUATION-4). */
function Proposal({ event }: EventProps) {
  const { program, refusal } = usePageContext()
  const situation = useEdit(event.uuid, 'situation')
  const fields = situation ? { ...event.fields, situation: situation.draft } : event.fields
  const catalogue = usePageGraph(catalogueOf)
  const normal = normalSituation(catalogue, situationIn(fields, catalogue))
  if (!normal.ok) return null
  const { exposure, reason } = proposedExposure(catalogue, normal.value, basisIn(fields))
  const isTaken = valueOf(event, 'exposure') === exposure
  const hasReason = String(valueOf(event, 'exposure_reason') ?? '').trim() !== ''
  const take = () =>
    attempted(() =>
      program.save({
        artefacts: [
          {
            uuid: event.uuid,
            kind: event.kind,
            revision: event.revision,
            fields: { exposure, ...(!hasReason && { exposure_reason: reason }) },
          },
        ],
      }),
    )
  return (
    <div className="fs-proposal">
      <span>
        Proposed <b>{exposure}</b>. {reason}
      </span>
      {(!isTaken || !hasReason) && (
        <ActButton refusal={refusal} onClick={() => void take()}>
          {isTaken ? 'Use this reason' : `Use ${exposure}`}
        </ActButton>
      )}
    </div>
  )
}

interface EffectsProps extends EventProps {
  readonly stored: HazardRating
  readonly tried: HazardRating
  readonly onDone: () => void
}

/** What the tried classes would change; nothing is stored before the user does so. */
function Effects({ event, stored, tried, onDone }: EffectsProps) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const { changed, opened, settled } = useMemo(() => whatIf(graph, event, tried), [graph, event, tried])
  const isSame = tripleOf(stored) === tripleOf(tried)
  const store = async () => {
    const input = { uuid: event.uuid, kind: event.kind, revision: event.revision, fields: { ...tried } }
    if (await attempted(() => program.save({ artefacts: [input] }))) onDone()
  }
  return (
    <div className="fs-effects" role="status">
      {isSame && <p className="c-note">Choose other classes below. Nothing is stored.</p>}
      {!isSame && changed.length === 0 && <p className="c-note">No safety goal changes its ASIL.</p>}
      {changed.length > 0 && (
        <ul>
          {changed.map(({ artefact, from, to }) => (
            <li key={artefact.uuid}>
              <NodeLink node={artefact} className="mono" /> <AsilBadge asil={from} /> <ArrowRightIcon size={12} />{' '}
              <AsilBadge asil={to} /> <span className="fs-effect-title">{artefact.title}</span>
            </li>
          ))}
        </ul>
      )}
      {opened.length > 0 && <FindingList findings={opened} none="" />}
      {settled.length > 0 && (
        <p className="c-note num">
          {settled.length} {settled.length === 1 ? 'problem' : 'problems'} would be settled.
        </p>
      )}
      <div className="fs-row-acts">
        <ActButton intent="primary" variant="solid" refusal={refusal} disabled={isSame} onClick={() => void store()}>
          Store these classes
        </ActButton>
        <Button size="small" variant="outlined" onClick={onDone}>
          Discard
        </Button>
      </div>
    </div>
  )
}

function Problems({ event }: EventProps) {
  const graph = usePageGraph((state) => state)
  return (
    <section className="fs-section" aria-label="Problems">
      <h3>Problems</h3>
      <FindingList findings={findingsOn(graph, event.uuid)} none="No problem is known with this event." />
    </section>
  )
}
