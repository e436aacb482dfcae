import { Button, Switch } from '@blueprintjs/core'
import { extract } from '@carapace/shared/msoc/observables/extract'
import {
  type ImportFormat,
  importFormats,
  limits,
  observableTypes,
  type ObservableType,
  type Pap,
  type Tlp,
  typeNames,
} from '@carapace/shared/msoc/observables/observables'
import {
  createObservables,
  importObservables,
  listObservableLists,
} from '@carapace/shared/msoc/observables/observables.contract'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { number } from '../../../core/format/format.ts'
import { usePageTitle } from '../../../core/page/page-title.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { JobProgress } from '../../../core/ui/job-progress.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { Panel } from '../../../core/ui/panel.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { ExpiryField } from '../expiry-field.tsx'
import { PapField, TlpField } from '../level.tsx'
import { ListField } from '../lists/add-to-list.tsx'
import { tagsIn } from '../words.ts'
import { FoundTable } from './found-table.tsx'
import { ImportPreview, type ImportResult } from './import-preview.tsx'
import '../../rules/rules.css'
import '../observables.css'

const formatNames: Readonly<Record<ImportFormat, string>> = {
  text: 'Text',
  csv: 'CSV',
  misp: 'MISP event',
  stix: 'STIX 2.1 bundle',
}
/** A pasted text up to this length is searched while it is typed; a longer one by the server. */
const longestTyped = 50_000
const mostAtOnce = 1_000

/** Adds observables from a pasted text or a file (rules OBSERVABLE-UI-5, OBSERVABLE-UI-6). */
export function CreatePage({ onList }: { readonly onList: () => void }) {
  usePageTitle('New observable')
  const [format, setFormat] = useState<ImportFormat>('text')
  const [text, setText] = useState('')
  const [types, setTypes] = useState<Readonly<Record<string, ObservableType>>>({})
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const [tlp, setTlp] = useState<Tlp>('AMBER')
  const [pap, setPap] = useState<Pap>('AMBER')
  const [tags, setTags] = useState('')
  const [note, setNote] = useState('')
  const [isIoc, setIoc] = useState(false)
  const [expires, setExpires] = useState<string | null>(null)
  const [list, setList] = useState('')
  const [result, setResult] = useState<ImportResult>()
  const chooser = useRef<HTMLInputElement>(null)
  const refusal = useRefusal(createObservables)
  const action = useAction()
  const lists = useEndpoint(listObservableLists, {}).data?.lists ?? []
  const isTyped = format === 'text' && text.length <= longestTyped
  const deferred = useDeferredValue(isTyped ? text : '')
  const found = useMemo(() => extract(deferred), [deferred])
  const kept = found.filter(({ type, value }) => !dropped.has(`${type} ${value}`)).slice(0, mostAtOnce)
  const common = {
    tlp,
    pap,
    tags: tagsIn(tags),
    is_ioc: isIoc,
    expires_at: expires,
    ...(list !== '' && { list_uuid: list }),
  }

  const change = (next: string, of = format) => {
    setText(next)
    setFormat(of)
    setResult(undefined)
    setTypes({})
    setDropped(new Set())
  }
  const create = () =>
    action.run(async () => {
      const values = kept.map(({ type, value, text: written }) => {
        const other = types[`${type} ${value}`]
        return other === undefined ? { type, value } : { type: other, value: written }
      })
      const answer = await call(createObservables, { values, note, ...common })
      toast.success(`${number(answer.created)} added, ${number(answer.known)} were known.`)
      if (answer.invalid.length > 0) toast.error(answer.invalid[0]!.reason)
      else onList()
    })
  const bring = (dryRun: boolean) =>
    action.run(async () => {
      const answer = await call(importObservables, { format, text, dry_run: dryRun, ...common })
      setResult(dryRun ? answer : { ...answer, preview: [] })
      if (dryRun || answer.job !== null) return
      toast.success(`${number(answer.created)} added, ${number(answer.known)} were known.`)
      onList()
    })
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > limits.importBytes) {
      toast.error(`A file has at most ${limits.importBytes >> 20} MiB.`)
      return
    }
    const content = await file.text()
    change(content, formatOf(file.name, content))
  }

  return (
    <div
      className="ru-page ob-create"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void read(event.dataTransfer.files[0])
      }}
    >
      <PageHead title="New observable">
        <Button variant="outlined" text="Cancel" onClick={onList} />
        {isTyped ? (
          <ActButton
            size="medium"
            intent="primary"
            variant="solid"
            text={kept.length === 0 ? 'Add' : `Add ${number(kept.length)}`}
            refusal={refusal}
            disabled={kept.length === 0}
            loading={action.busy}
            onClick={() => void create()}
          />
        ) : (
          <>
            <ActButton
              size="medium"
              text="Preview"
              refusal={refusal}
              disabled={text === ''}
              loading={action.busy}
              onClick={() => void bring(true)}
            />
            <ActButton
              size="medium"
              intent="primary"
              variant="solid"
              text="Import"
              refusal={refusal}
              disabled={result === undefined || result.created + result.known === 0 || result.job !== null}
              loading={action.busy}
              onClick={() => void bring(false)}
            />
          </>
        )}
      </PageHead>
      <div className="ob-columns">
        <div className="ob-main c-form">
          <div className="ob-source">
            <Field label="Format">
              {(id) => (
                <div className="bp6-html-select">
                  <select id={id} value={format} onChange={(event) => change(text, event.target.value as ImportFormat)}>
                    {importFormats.map((one) => (
                      <option key={one} value={one}>
                        {formatNames[one]}
                      </option>
                    ))}
                  </select>
                </div>
              )}
            </Field>
            <Button variant="outlined" text="Choose a file" onClick={() => chooser.current?.click()} />
            <input
              ref={chooser}
              hidden
              type="file"
              accept=".txt,.csv,.json,.log"
              aria-label="File of observables"
              onChange={(event) => {
                void read(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </div>
          <Field label="Text" hint={hints[format]}>
            {(id, describedBy) => (
              <textarea
                id={id}
                aria-describedby={describedBy}
                className="bp6-input ob-paste"
                rows={10}
                autoFocus
                spellCheck={false}
                value={text.length > longestTyped ? text.slice(0, longestTyped) : text}
                readOnly={text.length > longestTyped}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </Field>
          {text.length > longestTyped && (
            <p className="c-note">
              The first part of {number(text.length)} characters.{' '}
              <Button size="small" variant="outlined" text="Clear" onClick={() => change('')} />
            </p>
          )}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
          {result?.job && <JobProgress job={result.job} />}
          {isTyped ? (
            <FoundTable
              found={found}
              types={types}
              dropped={dropped}
              onType={(key, type) => setTypes({ ...types, [key]: type })}
              onDrop={(key) => setDropped(toggled(dropped, key))}
            />
          ) : (
            result !== undefined && result.job === null && <ImportPreview result={result} />
          )}
        </div>
        <Panel title="For all of them" className="ob-common">
          <div className="c-form">
            <TlpField value={tlp} onChange={setTlp} />
            <PapField value={pap} onChange={setPap} />
            <LineField label="Tags" hint="Separated by commas." value={tags} onChange={setTags} maxLength={500} />
            {isTyped && <LineField label="Note" value={note} onChange={setNote} maxLength={1_000} />}
            <Switch
              label="Indicator of compromise"
              checked={isIoc}
              onChange={(event) => setIoc(event.currentTarget.checked)}
            />
            <ExpiryField value={expires} onChange={setExpires} />
            <ListField label="Add to list" value={list} lists={lists} onChange={setList} />
          </div>
        </Panel>
      </div>
    </div>
  )
}

const firstTypes = observableTypes
  .slice(0, 3)
  .map((type) => typeNames[type])
  .join(', ')

const hints: Readonly<Record<ImportFormat, string>> = {
  text:
    `Paste a report, a mail or a log. Values of ${observableTypes.length} types are found, ` +
    'also in the form evil[.]example.',
  csv:
    'The first line names the columns: type, value, and any of tlp, pap, tags, note, is_ioc, expires_at. ' +
    `Types: ${firstTypes} and so on, as the export writes them.`,
  misp: 'The JSON of an event, as MISP exports it.',
  stix: 'Indicators whose patterns compare with =, observed data and cyber-observable objects.',
}

/** The format that a file has by its name and its beginning. */
function formatOf(name: string, text: string): ImportFormat {
  if (/\.csv$/i.test(name)) return 'csv'
  if (!/^\s*[{[]/.test(text)) return 'text'
  return /"type"\s*:\s*"bundle"/.test(text.slice(0, 100_000)) ? 'stix' : 'misp'
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
