import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { listVariants } from '@carapace/shared/component-configuration/configuration.contract'
import { assignVariant } from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { InputOf, OutputOf } from '@carapace/shared/core/endpoint'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { JobEnd } from './job-end.tsx'
import '../../core/ui/form.css'

type Counted = OutputOf<typeof assignVariant>
/** Nothing is assigned by mistake: the variant must be chosen, also that there is none. */
const unchosen = ''
const none = 'none'

type By = 'model' | 'vin_pattern' | 'vins'

const bys: Readonly<Record<By, { readonly label: string; readonly hint: string }>> = {
  model: { label: 'Model', hint: 'All vehicles that are registered with exactly this model.' },
  vin_pattern: { label: 'Pattern of VINs', hint: '* stands for any characters, ? for one, as in NHVEX24A*.' },
  vins: { label: 'VINs', hint: 'Separated by commas, spaces or lines.' },
}

interface AssignDialogProps {
  readonly model: string | undefined
  readonly vin: string | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** States which variant vehicles are built as, after counting them (rule VARIANT-UI-6). */
export function AssignDialog({ model, vin, onDone, onClose }: AssignDialogProps) {
  const variants = useEndpoint(listVariants, { limit: 500 })
  const [variant, setVariant] = useState(unchosen)
  const [by, setBy] = useState<By>(vin === undefined ? 'model' : 'vins')
  const [value, setValue] = useState(vin ?? model ?? '')
  const [counted, setCounted] = useState<Counted>()
  const action = useAction()
  const change = (apply: () => void) => {
    apply()
    setCounted(undefined)
  }
  const send = (dryRun: boolean) =>
    void action.run(async () => {
      const input: InputOf<typeof assignVariant> = {
        variant_uuid: variant === none ? null : variant,
        dry_run: dryRun,
        ...(by === 'vins' ? { vins: vinsIn(value) } : { [by]: value }),
      }
      setCounted(await call(assignVariant, input))
    })
  const job = counted?.job ?? null
  const options = [
    { value: unchosen, label: 'Choose a variant' },
    ...(variants.data?.variants ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
    { value: none, label: 'None: take their variant away' },
  ]
  return (
    <Dialog className="cc-dialog" isOpen title="Assign a variant" onClose={onClose}>
      <DialogBody>
        <Field label="Variant" hint={variants.problem ?? 'Its approved combination is declared for the vehicles.'}>
          {(id, describedBy) => (
            <HTMLSelect
              id={id}
              aria-describedby={describedBy}
              value={variant}
              options={options}
              onChange={(event) => change(() => setVariant(event.currentTarget.value))}
            />
          )}
        </Field>
        <Field label="Vehicles by">
          {(id) => (
            <HTMLSelect
              id={id}
              value={by}
              options={Object.entries(bys).map(([word, { label }]) => ({ value: word, label }))}
              onChange={(event) => change(() => setBy(event.currentTarget.value as By))}
            />
          )}
        </Field>
        <LineField
          label={bys[by].label}
          hint={bys[by].hint}
          value={value}
          maxLength={by === 'vins' ? 100_000 : 64}
          autoComplete="off"
          onChange={(text) => change(() => setValue(text))}
        />
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
        {counted !== undefined && job === null && (
          <p className="c-say cc-found num" role="status">
            {`Vehicles meant: ${number(counted.vehicles)}, to be changed: ${number(counted.changed)}.`}
            {counted.unknown.length > 0 && ` Unknown: ${counted.unknown.join(', ')}.`}
          </p>
        )}
        {job !== null && <JobEnd uuid={job.uuid} onDone={onDone} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" text={job === null ? 'Cancel' : 'Close'} onClick={onClose} />
            {job === null && (
              <>
                <Button
                  variant="outlined"
                  text="Count"
                  loading={action.busy}
                  disabled={value.trim() === '' || variant === unchosen}
                  onClick={() => send(true)}
                />
                <Button
                  intent="primary"
                  text={actText(counted)}
                  loading={action.busy}
                  disabled={counted === undefined || counted.vehicles === 0}
                  onClick={() => send(false)}
                />
              </>
            )}
          </>
        }
      />
    </Dialog>
  )
}

/** If nothing changes, the job of an earlier assignment can be started again. */
function actText(counted: Counted | undefined): string {
  if (counted === undefined || counted.vehicles === 0) return 'Assign'
  return counted.changed > 0 ? `Assign ${number(counted.changed)}` : `Declare again for ${number(counted.vehicles)}`
}

function vinsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((vin) => vin !== ''))]
}
