import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { TickCircleIcon } from '@blueprintjs/icons'
import { linkKindNamed } from '@carapace/shared/artefact-kinds'
import { getDifference } from '@carapace/shared/graph/collaboration/baselines.contract'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Field } from '../../core/ui/field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { usePages } from '../../core/call/use-pages.ts'
import { type Baseline, type Difference, sidesOf } from './sides.ts'

export type DifferenceAnswer = z.output<typeof getDifference.output>
type Rest = Omit<DifferenceAnswer, 'artefacts' | 'next'>

/** What a module adds to a difference: rows above the artefacts, and further counts. */
export interface MoreDifferences {
  readonly rows: (answer: Rest) => readonly ReactElement[]
  readonly counts: (counts: DifferenceAnswer['counts']) => readonly (readonly [what: string, count: number])[]
}

interface DifferenceDialogProps {
  readonly programUuid: string
  /** The earlier of the two baselines. */
  readonly from: Baseline
  readonly baselines: readonly Baseline[]
  readonly more: MoreDifferences
  readonly onClose: () => void
}

const tones = { made: 'green', changed: 'yellow', removed: 'red' } as const
/** The choice that is no baseline: the current state. */
const now = ''

/** What changed in a program between two of its baselines, or since one of them. */
export function DifferenceDialog({ programUuid, from, baselines, more: moreOf, onClose }: DifferenceDialogProps) {
  const [to, setTo] = useState(now)
  const { rows, first: rest, problem, whole, more, retry } = useDifference(programUuid, from, to)
  const later = baselines.filter(({ uuid, seq }) => uuid !== from.uuid && seq >= from.seq)
  const isNothing = rows?.length === 0 && rest?.links.length === 0 && moreOf.rows(rest).length === 0
  return (
    <Dialog className="pg-diff" isOpen title={`What changed since ${from.name}`} onClose={onClose}>
      <DialogBody>
        <UntilField to={to} later={later} onChoose={setTo} />
        {rest && <Counts counts={rest.counts} more={moreOf.counts(rest.counts)} />}
        {problem !== undefined && rows === undefined && (
          <ErrorState title="The difference did not load" onRetry={retry}>
            {problem}
          </ErrorState>
        )}
        {problem === undefined && rows === undefined && <SkeletonRows rows={6} columns={['80px', '80px', '1fr']} />}
        {isNothing && (
          <EmptyState icon={<TickCircleIcon size={24} />} title="No difference">
            {to === now ? 'Nothing changed since this baseline.' : 'Nothing changed between these two baselines.'}
          </EmptyState>
        )}
        {rows !== undefined && !isNothing && (
          <DifferenceTable rows={rows} links={rest?.links ?? []}>
            {rest && moreOf.rows(rest)}
          </DifferenceTable>
        )}
        {problem !== undefined && rows !== undefined && (
          <p className="c-problem" role="alert">
            The rest did not load. {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {rows !== undefined && !whole && (
              <Button variant="outlined" onClick={more}>
                More
              </Button>
            )}
            <Button variant="outlined" onClick={onClose}>
              Close
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

function useDifference(programUuid: string, from: Baseline, to: string) {
  const input = { program_uuid: programUuid, from_uuid: from.uuid, limit: 100, ...(to !== now && { to_uuid: to }) }
  return usePages([getDifference.path, programUuid, from.uuid, to], async (cursor, signal) => {
    const page = { ...input, ...(cursor !== undefined && { after: cursor }) }
    const { artefacts, next, ...others } = await call(getDifference, page, { signal })
    return { ...others, rows: artefacts, next }
  })
}

interface UntilFieldProps {
  readonly to: string
  readonly later: readonly Baseline[]
  readonly onChoose: (to: string) => void
}

function UntilField({ to, later, onChoose }: UntilFieldProps) {
  const options = [{ value: now, label: 'now' }, ...later.map(({ uuid, name }) => ({ value: uuid, label: name }))]
  return (
    <Field label="Until">
      {(id) => (
        <HTMLSelect id={id} value={to} options={options} onChange={(event) => onChoose(event.currentTarget.value)} />
      )}
    </Field>
  )
}

interface DifferenceTableProps {
  readonly rows: readonly Difference[]
  readonly links: DifferenceAnswer['links']
  /** Rows above the artefacts. */
  readonly children: ReactNode
}

function DifferenceTable({ rows, links, children }: DifferenceTableProps) {
  return (
    <div className="c-scroll" tabIndex={0} role="group" aria-label="Differences">
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Artefact</th>
            <th scope="col">Change</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {children}
          {rows.map((row) => (
            <Row key={row.uuid} row={row} />
          ))}
          {links.map((link, index) => (
            <LinkRow key={index} link={link} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CountsProps {
  readonly counts: DifferenceAnswer['counts']
  readonly more: ReturnType<MoreDifferences['counts']>
}

function Counts({ counts, more }: CountsProps) {
  const all = [
    ['made', counts.made],
    ['changed', counts.changed],
    ['removed', counts.removed],
    ['links added', counts.linked],
    ['links ended', counts.unlinked],
    ...more,
  ] as const
  return (
    <p className="pg-counts num" role="status">
      {all.map(([word, n]) => (
        <span key={word}>
          <b>{number(n)}</b> {word}
        </span>
      ))}
    </p>
  )
}

function Row({ row }: { readonly row: Difference }) {
  const { code, action, before, after } = row
  const sides = action === 'changed' ? sidesOf(row) : []
  return (
    <tr>
      <td>
        <span className="mono">{code}</span>
      </td>
      <td>
        <Badge tone={tones[action]}>{action}</Badge>
      </td>
      <td>
        {(after ?? before)?.title}
        {sides.map(({ field, was, is }) => (
          <div key={field} className="pg-sides">
            <span className="pg-note">{field}</span>
            <del>{was}</del>
            <ins>{is}</ins>
          </div>
        ))}
      </td>
    </tr>
  )
}

function LinkRow({ link: { kind, from, to, action } }: { readonly link: DifferenceAnswer['links'][number] }) {
  return (
    <tr>
      <td>
        <span className="mono">{from}</span>
      </td>
      <td>
        <Badge tone={action === 'linked' ? 'green' : 'red'}>{action}</Badge>
      </td>
      <td>
        {linkKindNamed(kind)?.forward ?? kind} <span className="mono">{to}</span>
      </td>
    </tr>
  )
}
