import type { OutputOf } from '@carapace/shared/core/endpoint'
import {
  type Analyzer,
  deleteAnalyzer,
  listAnalyzers,
  saveAnalyzer,
} from '@carapace/shared/msoc/observables/analyzers.contract'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { tlpText } from '../words.ts'
import { AnalyzerDialog } from './analyzer-dialog.tsx'
import { kindNames } from './kinds.ts'

type Open = { readonly what: 'edit' | 'delete'; readonly analyzer: Analyzer } | { readonly what: 'new' }

/** The analyzers that come with the product, and the services that the organisation configured. */
export function AnalyzersTab() {
  const { data, problem, refetch } = useEndpoint(listAnalyzers, {})
  const [open, setOpen] = useState<Open>()
  const refusal = useRefusal(saveAnalyzer)
  const close = () => setOpen(undefined)
  return (
    <div className="ob-tab">
      <div className="c-toolbar">
        <span className="c-note">
          Analyzers of the product work offline. A service gets a value only up to the levels that you set for it.
        </span>
        <span className="c-toolbar-total" />
        <ActButton size="medium" text="New service" refusal={refusal} onClick={() => setOpen({ what: 'new' })} />
      </div>
      <Loaded
        what="Analyzers"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={6} columns={['20%', '30%', '30%']} />}
      >
        {(loaded) => <Table loaded={loaded} refusal={refusal} onOpen={setOpen} />}
      </Loaded>
      {open?.what === 'new' && <AnalyzerDialog analyzer={undefined} onDone={refetch} onClose={close} />}
      {open?.what === 'edit' && <AnalyzerDialog analyzer={open.analyzer} onDone={refetch} onClose={close} />}
      {open?.what === 'delete' && <DeleteDialog analyzer={open.analyzer} onDone={refetch} onClose={close} />}
    </div>
  )
}

interface TableProps {
  readonly loaded: OutputOf<typeof listAnalyzers>
  readonly refusal: string | undefined
  readonly onOpen: (open: Open) => void
}

function Table({ loaded: { built_in: builtIn, analyzers }, refusal, onOpen }: TableProps) {
  const namesOf = (types: Analyzer['types']) => types.map((type) => typeNames[type]).join(', ')
  return (
    <div className="c-scroll">
      <table className="c-table ob-table" aria-label="Analyzers">
        <thead>
          <tr>
            {['Name', 'Kind', 'Types', 'Levels', 'Limit', 'State', ''].map((title) => (
              <th key={title}>{title === '' ? <span className="c-visually-hidden">Actions</span> : title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {builtIn.map(({ name, title, types }) => (
            <tr key={name}>
              <td>{title}</td>
              <td>Of the product</td>
              <td>{namesOf(types)}</td>
              <td>All</td>
              <td>None</td>
              <td>
                <Badge tone="green">Active</Badge>
              </td>
              <td />
            </tr>
          ))}
          {analyzers.map((one) => (
            <tr key={one.uuid}>
              <td>{one.name}</td>
              <td>{kindNames[one.kind]}</td>
              <td className="ob-types" title={namesOf(one.types)}>
                {namesOf(one.types)}
              </td>
              <td>
                TLP:{tlpText(one.max_tlp)}, PAP:{tlpText(one.max_pap)}
              </td>
              <td className="num">{number(one.per_hour)} an hour</td>
              <td>
                <Badge tone={one.active ? 'green' : 'grey'}>{one.active ? 'Active' : 'Off'}</Badge>
              </td>
              <td className="ob-actions">
                <ActButton
                  text="Edit"
                  aria-label={`Edit ${one.name}`}
                  refusal={refusal}
                  onClick={() => onOpen({ what: 'edit', analyzer: one })}
                />
                <ActButton
                  text="Delete"
                  aria-label={`Delete ${one.name}`}
                  refusal={refusal}
                  onClick={() => onOpen({ what: 'delete', analyzer: one })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DeleteDialogProps {
  readonly analyzer: Analyzer
  readonly onDone: () => void
  readonly onClose: () => void
}

function DeleteDialog({ analyzer, onDone, onClose }: DeleteDialogProps) {
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      await call(deleteAnalyzer, { uuid: analyzer.uuid })
      onDone()
      onClose()
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${analyzer.name}?`}
      action="Delete"
      isDanger
      isBusy={action.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      Its secret is deleted, too. Its results stay. {action.problem}
    </ConfirmDialog>
  )
}
