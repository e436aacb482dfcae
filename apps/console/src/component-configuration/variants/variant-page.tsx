import { Button } from '@blueprintjs/core'
import { ErrorIcon, HelpIcon, TickCircleIcon } from '@blueprintjs/icons'
import {
  deleteVariant,
  getVariant,
  saveVariant,
  type Variant,
} from '@carapace/shared/component-configuration/configuration.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { accept, useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { Combinations } from './combinations.tsx'
import { draftOf, inputOf, type VariantDraft } from './draft.ts'
import { UnitsEditor } from './units-editor.tsx'
import '../../core/ui/form.css'
import '../configuration.css'

interface VariantPageProps {
  /** Undefined for a new variant. */
  readonly uuid: string | undefined
  readonly onSaved: (uuid: string) => void
}

/** The editor of a vehicle variant (rule VARIANT-UI-8 of ../SPEC.md). */
export function VariantPage({ uuid, onSaved }: VariantPageProps) {
  return uuid === undefined ? <Editor variant={undefined} onSaved={onSaved} /> : <Known uuid={uuid} onSaved={onSaved} />
}

function Known({ uuid, onSaved }: { readonly uuid: string; readonly onSaved: (uuid: string) => void }) {
  const { data, problem, refetch } = useEndpoint(getVariant, { uuid })
  return (
    <Loaded
      what="The variant"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={12} columns={['1fr', '2fr', '2fr']} />}
    >
      {({ variant }) => <Editor key={variant.revision} variant={variant} onSaved={onSaved} />}
    </Loaded>
  )
}

interface EditorProps {
  readonly variant: Variant | undefined
  readonly onSaved: (uuid: string) => void
}

function Editor({ variant, onSaved }: EditorProps) {
  usePageTitle(variant?.name ?? 'New variant')
  const [draft, setDraft] = useState(() => draftOf(variant))
  const refusal = useRefusal(saveVariant)
  const action = useAction()
  const isChanged = JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(draftOf(variant)))
  const take = (saved: Variant) => accept(getVariant, { uuid: saved.uuid }, { success: true, variant: saved })
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const known = variant && { uuid: variant.uuid, revision: variant.revision }
      const { variant: saved } = await call(saveVariant, { ...inputOf(draft), ...known })
      toast.success(`${saved.name} is saved.`)
      take(saved)
      if (variant === undefined) onSaved(saved.uuid)
    })
  }
  return (
    <div className="cc-page">
      <PageHead title={variant?.name ?? 'New variant'}>
        {variant !== undefined && (
          <Link to="/org/component-configuration/vehicles" search={{ variant: variant.uuid }}>
            {`${number(variant.vehicles)} ${variant.vehicles === 1 ? 'vehicle' : 'vehicles'}`}
          </Link>
        )}
        {variant !== undefined && <Removal variant={variant} refusal={refusal} />}
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          type="submit"
          form="cc-variant"
          text="Save"
          refusal={
            refusal ?? (draft.name.trim() === '' ? 'Give it a name.' : isChanged ? undefined : 'Nothing is changed.')
          }
          loading={action.busy}
        />
      </PageHead>
      <div className="cc-scroll">
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
        <form id="cc-variant" noValidate onSubmit={save}>
          <Fields draft={draft} onChange={setDraft} />
        </form>
        <UnitsEditor draft={draft} refusal={refusal} onChange={setDraft} />
        {variant !== undefined && <Checks variant={variant} />}
        {variant !== undefined && <Combinations variant={variant} isChanged={isChanged} onDone={take} />}
      </div>
    </div>
  )
}

interface FieldsProps {
  readonly draft: VariantDraft
  readonly onChange: (draft: VariantDraft) => void
}

function Fields({ draft, onChange }: FieldsProps) {
  const field = (name: 'name' | 'model' | 'market' | 'rxswins', label: string, maxLength: number, hint?: string) => (
    <LineField
      label={label}
      hint={hint}
      value={draft[name]}
      maxLength={maxLength}
      required={name === 'name'}
      autoComplete="off"
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  )
  const day = (name: 'built_from' | 'built_to', label: string) => (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className="bp6-input"
          value={draft[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <Panel title="Variant">
      <div className="cc-fields">
        {field('name', 'Name', 200)}
        {field('model', 'Model', 64, 'As vehicles are registered with it.')}
        {field('market', 'Market', 100)}
        {day('built_from', 'Built from')}
        {day('built_to', 'Built to')}
        {field('rxswins', 'RXSWINs', 2_000, 'Software identification numbers of UN R156, separated by commas.')}
        <div className="cc-wide">
          <Field label="Description">
            {(id) => (
              <textarea
                id={id}
                className="bp6-input"
                rows={2}
                maxLength={5_000}
                value={draft.description}
                onChange={(event) => onChange({ ...draft, description: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
    </Panel>
  )
}

function Checks({ variant: { checks } }: { readonly variant: Variant }) {
  return (
    <Panel title="Compatibility of the saved configuration">
      <ul className="cc-checks">
        {checks.length === 0 && (
          <li>
            <TickCircleIcon /> All rules hold.
          </li>
        )}
        {checks.map(({ kind, ecu, message }) => (
          <li key={`${ecu} ${message}`}>
            {kind === 'fault' ? <ErrorIcon title="Fault" /> : <HelpIcon title="Open point" />}
            {message}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Removal({ variant, refusal }: { readonly variant: Variant; readonly refusal: string | undefined }) {
  const [isConfirming, setConfirming] = useState(false)
  const action = useAction()
  const navigate = useNavigate()
  const remove = () =>
    void action.run(async () => {
      await call(deleteVariant, { uuid: variant.uuid, revision: variant.revision })
      toast.success(`${variant.name} is removed.`)
      void navigate({ to: '/org/component-configuration/variants', search: {} })
    })
  if (refusal !== undefined) return null
  return (
    <>
      <Button variant="outlined" text="Remove" onClick={() => setConfirming(true)} />
      <ConfirmDialog
        isOpen={isConfirming}
        isDanger
        isBusy={action.busy}
        title={`Remove ${variant.name}?`}
        action="Remove"
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      >
        {action.problem ?? 'Its combinations are removed as well.'}
      </ConfirmDialog>
    </>
  )
}
