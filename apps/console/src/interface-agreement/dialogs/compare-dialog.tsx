import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { compareAgreementVersions } from '@carapace/shared/interface-agreement/pages.contract'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field } from '../../core/ui/field.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Differences } from './differences.tsx'

interface CompareDialogProps {
  readonly agreement: Pick<Agreement, 'uuid' | 'code'>
  /** The signed versions. */
  readonly numbers: readonly number[]
  readonly from: number
  readonly onClose: () => void
}

/** What is compared with: the agreement as it is now. */
const now = ''

/** What differs between two signed versions, or between one and the agreement as it is now. */
export function CompareDialog({ agreement, numbers, from, onClose }: CompareDialogProps) {
  const [before, setBefore] = useState(from)
  const [after, setAfter] = useState(now)
  const { data, problem, refetch } = useEndpoint(
    compareAgreementVersions,
    { agreement_uuid: agreement.uuid, before, ...(after !== now && { after: Number(after) }) },
    { keepPrevious: false },
  )
  const versions = numbers.map((number) => ({ value: String(number), label: `Version ${number}` }))
  return (
    <Dialog className="ia-dialog ia-wide" isOpen title={`Compare versions of ${agreement.code}`} onClose={onClose}>
      <DialogBody className="ia-dialog-body">
        <div className="ia-days">
          <Field label="From">
            {(id) => (
              <HTMLSelect
                id={id}
                autoFocus
                value={String(before)}
                options={[...versions, { value: '0', label: 'An empty agreement' }]}
                onChange={(event) => setBefore(Number(event.currentTarget.value))}
              />
            )}
          </Field>
          <Field label="To">
            {(id) => (
              <HTMLSelect
                id={id}
                value={after}
                options={[{ value: now, label: 'As it is now' }, ...versions]}
                onChange={(event) => setAfter(event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <Loaded
          what="The difference"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={5} columns={['40px', '1fr']} />}
        >
          {(difference) => <Differences difference={difference} />}
        </Loaded>
      </DialogBody>
      <DialogFooter actions={<Button variant="outlined" text="Close" onClick={onClose} />} />
    </Dialog>
  )
}
