import { Button, DialogBody, Switch } from '@blueprintjs/core'
import {
  type AnalyzerKind,
  analyzerKinds,
  type AnalyzerOptions,
} from '@carapace/shared/msoc/observables/analyze/analyzers'
import { type Analyzer, saveAnalyzer, testAnalyzer } from '@carapace/shared/msoc/observables/analyzers.contract'
import { observableTypes, type ObservableType, typeNames } from '@carapace/shared/msoc/observables/observables'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { PapField, TlpField } from '../level.tsx'
import { kindHints, kindNames } from './kinds.ts'

interface AnalyzerDialogProps {
  /** Undefined: a new one. */
  readonly analyzer: Analyzer | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

const typeChoices = observableTypes.map((word) => ({ word, text: typeNames[word] }))
const usual: readonly ObservableType[] = ['address', 'domain', 'url', 'hash']

/** The settings of a service that enriches observables. "Test connection" really connects. */
export function AnalyzerDialog({ analyzer, onDone, onClose }: AnalyzerDialogProps) {
  const [kind, setKind] = useState<AnalyzerKind>(analyzer?.kind ?? 'misp')
  const [name, setName] = useState(analyzer?.name ?? '')
  const [url, setUrl] = useState(analyzer?.url ?? '')
  const [secret, setSecret] = useState<string>()
  const [types, setTypes] = useState<readonly ObservableType[]>(analyzer?.types ?? usual)
  const [maxTlp, setMaxTlp] = useState(analyzer?.max_tlp ?? 'GREEN')
  const [maxPap, setMaxPap] = useState(analyzer?.max_pap ?? 'GREEN')
  const [perHour, setPerHour] = useState(String(analyzer?.per_hour ?? 100))
  const [cacheHours, setCacheHours] = useState(String(analyzer?.cache_hours ?? 24))
  const [options, setOptions] = useState<AnalyzerOptions>(analyzer?.options ?? {})
  const [active, setActive] = useState(analyzer?.active ?? true)
  const [tested, setTested] = useState<{ readonly works: boolean; readonly message: string }>()
  const saving = useAction()
  const testing = useAction()
  const settings = () => ({
    kind,
    name,
    url,
    types: [...types],
    options: { ...options },
    max_tlp: maxTlp,
    max_pap: maxPap,
    per_hour: Number(perHour),
    cache_hours: Number(cacheHours),
    ...(secret !== undefined && { secret }),
    ...(analyzer !== undefined && { uuid: analyzer.uuid }),
  })
  const save = () =>
    saving.run(async () => {
      await call(saveAnalyzer, { ...settings(), active, ...(analyzer && { revision: analyzer.revision }) })
      onDone()
      onClose()
    })
  const test = () =>
    testing.run(async () => {
      setTested(undefined)
      setTested(await call(testAnalyzer, settings()))
    })
  const problem = saving.problem ?? testing.problem
  return (
    <Dialog
      className="ob-dialog"
      isOpen
      title={analyzer === undefined ? 'New service' : `Edit ${analyzer.name}`}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody className="c-form">
          <Field label="Kind">
            {(id) => (
              <div className="bp6-html-select">
                <select id={id} value={kind} onChange={(event) => setKind(event.target.value as AnalyzerKind)}>
                  {analyzerKinds.map((one) => (
                    <option key={one} value={one}>
                      {kindNames[one]}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </Field>
          <LineField label="Name" value={name} onChange={setName} maxLength={100} required autoFocus />
          <LineField
            label="Address"
            hint={kindHints[kind].url}
            value={url}
            onChange={setUrl}
            maxLength={2_000}
            required
          />
          <Field label="Secret" hint={secretHint(kind, analyzer, secret)}>
            {(id, describedBy) => (
              <input
                id={id}
                aria-describedby={describedBy}
                className="bp6-input"
                type="password"
                autoComplete="off"
                maxLength={4_000}
                value={secret ?? ''}
                onChange={(event) => setSecret(event.target.value)}
              />
            )}
          </Field>
          <Options kind={kind} options={options} onChange={setOptions} />
          <div>
            <FilterMenu name="Types" choices={typeChoices} chosen={types} onChoose={setTypes} />
          </div>
          <TlpField label="Highest TLP that it may get" value={maxTlp} onChange={setMaxTlp} />
          <PapField label="Highest PAP that it may get" value={maxPap} onChange={setMaxPap} />
          <LineField label="Uses an hour" value={perHour} onChange={setPerHour} maxLength={5} />
          <LineField
            label="Hours for which a result is kept"
            value={cacheHours}
            onChange={setCacheHours}
            maxLength={4}
          />
          <Switch label="Active" checked={active} onChange={(event) => setActive(event.currentTarget.checked)} />
          <div className="ob-test">
            <Button
              variant="outlined"
              text="Test connection"
              loading={testing.busy}
              disabled={url === '' || types.length === 0}
              onClick={() => void test()}
            />
            {tested !== undefined && (
              <span role="status" className={tested.works ? 'ob-works' : 'c-problem'}>
                {tested.message}
              </span>
            )}
          </div>
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action="Save"
          isReady={name.trim() !== '' && url.trim() !== '' && types.length > 0}
          isBusy={saving.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function secretHint(kind: AnalyzerKind, analyzer: Analyzer | undefined, secret: string | undefined): string {
  if (secret === undefined && analyzer?.has_secret) return 'There is one. Leave this empty to keep it.'
  return kindHints[kind].secret
}

interface OptionsProps {
  readonly kind: AnalyzerKind
  readonly options: AnalyzerOptions
  readonly onChange: (options: AnalyzerOptions) => void
}

function Options({ kind, options, onChange }: OptionsProps) {
  const line = (key: 'analyzer' | 'header' | 'summary_path', label: string, hint: string) => (
    <LineField
      label={label}
      hint={hint}
      value={options[key] ?? ''}
      onChange={(value) => onChange({ ...options, [key]: value || undefined })}
      maxLength={200}
    />
  )
  if (kind === 'misp') return null
  if (kind === 'cortex') return line('analyzer', 'Analyzer', 'The id or the name of an analyzer of Cortex.')
  return (
    <>
      <Field label="Method">
        {(id) => (
          <div className="bp6-html-select">
            <select
              id={id}
              value={options.method ?? 'GET'}
              onChange={(event) => onChange({ ...options, method: event.target.value as 'GET' | 'POST' })}
            >
              <option>GET</option>
              <option>POST</option>
            </select>
          </div>
        )}
      </Field>
      {options.method === 'POST' && (
        <Field label="Body" hint="JSON. {{type}} and {{value}} are replaced.">
          {(id, describedBy) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              className="bp6-input ob-paste"
              rows={3}
              maxLength={8_000}
              placeholder={'{"type":"{{type}}","value":"{{value}}"}'}
              value={options.template ?? ''}
              onChange={(event) => onChange({ ...options, template: event.target.value || undefined })}
            />
          )}
        </Field>
      )}
      {line('header', 'Header of the secret', 'authorization, if none is named.')}
      {line('summary_path', 'Path of the summary', 'In the JSON of the answer: data.verdict')}
    </>
  )
}
