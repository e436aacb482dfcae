import { type SubmitEvent, useState } from 'react'
import { dateTime } from '../../core/format/format.ts'
import { useAction } from '../../core/call/use-action.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { NewMethod } from './new-method.tsx'
import { type EditedMethods, type MethodVersion, titleOf } from './versions.ts'

/** The unsaved input of a draft. */
export type Typed<Content> = Pick<MethodVersion<Content>, 'name' | 'note' | 'content'>

interface VersionPaneProps<Content> {
  readonly of: EditedMethods<Content>
  /** Why the user may not change any of them; undefined if they may. */
  readonly refusal: string | undefined
  readonly version: MethodVersion<Content>
  /** The draft of the same name, if there is one. */
  readonly draft: MethodVersion<Content> | undefined
  /** The contents of all released versions. */
  readonly released: readonly Content[]
  /** Undefined: there is no unsaved input. */
  readonly typed: Typed<Content> | undefined
  readonly onType: (typed: Typed<Content> | undefined) => void
  /** Shows another version; null: this one was deleted. */
  readonly onShow: (uuid: string | null) => void
  readonly again: () => void
}

type VersionDialog = 'release' | 'delete' | 'preview' | 'copy'

const late =
  'Somebody changed this draft first, and it is being reloaded. Your input stays here; saving again overwrites ' +
  'their change.'

/**
 * One version of a method: a draft to edit, or a released one, which never changes and from which the next is made
 * (rules METHOD-UI-1 to METHOD-UI-4).
 */
export function VersionPane<Content>(props: VersionPaneProps<Content>) {
  const { of, refusal, version, typed, onType } = props
  const { name, note, content, state } = version
  const actions = useVersionActions(props)
  const now: Typed<Content> = typed ?? { name, note, content }
  const problems = of.problemsOf(now.content)
  const isShut = state === 'released' || refusal !== undefined
  const mayStore = typed !== undefined && now.name.trim() !== '' && Object.keys(problems).length === 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (mayStore) void actions.store(now)
  }
  return (
    <form
      className="mt-pane"
      noValidate
      aria-label={titleOf(version)}
      // nothing in a version that is only shown can have the focus: the pane itself is scrolled by keyboard
      {...(isShut && { tabIndex: 0 })}
      onSubmit={submit}
    >
      <Head {...props} actions={actions} mayStore={mayStore} />
      {actions.problem !== undefined && (
        <p className="c-problem mt-problem" role="alert">
          {actions.problem}
        </p>
      )}
      <fieldset className="mt-content" disabled={isShut}>
        <Panel title="About" extra={<span className="pg-note">{madeText(of, version)}</span>}>
          <div className="c-form mt-about">
            <LineField
              label="Name"
              value={now.name}
              maxLength={80}
              required
              onChange={(text) => onType({ ...now, name: text })}
            />
            <Field label="What this version is for">
              {(id) => (
                <textarea
                  id={id}
                  className="bp6-input"
                  rows={2}
                  maxLength={2_000}
                  value={now.note}
                  onChange={(event) => onType({ ...now, note: event.target.value })}
                />
              )}
            </Field>
          </div>
        </Panel>
        <of.Form
          content={now.content}
          problems={isShut ? {} : problems}
          released={props.released}
          onChange={(changed) => onType({ ...now, content: changed })}
        />
      </fieldset>
      <Questions {...props} actions={actions} />
    </form>
  )
}

function madeText<Content>({ usedBy }: EditedMethods<Content>, version: MethodVersion<Content>): string {
  const { created_at: at, created_by: by } = version
  const made = at === null ? 'Ships with the product' : `Made ${by === null ? '' : `by ${by} `}on ${dateTime(at)}`
  return usedBy ? `${made}, taken by ${usedBy(version)}` : made
}

type VersionActions<Content> = ReturnType<typeof useVersionActions<Content>>

/** The actions on a version, and the open confirmation dialog. */
function useVersionActions<Content>({ of, version, onType, onShow, again }: VersionPaneProps<Content>) {
  const action = useAction()
  const [isLate, setLate] = useState(false)
  const [dialog, setDialog] = useState<VersionDialog>()
  const named = { uuid: version.uuid!, revision: version.revision }
  const run = (doing: () => Promise<void>) =>
    action.run(
      async () => {
        await doing()
        setLate(false)
        setDialog(undefined)
        again()
      },
      async () => {
        setLate(true)
        setDialog(undefined)
        again()
      },
    )
  const make = async (name: string) => {
    const method = await of.save({ name, content: version.content })
    setDialog(undefined)
    again()
    onShow(method.uuid)
  }
  return {
    busy: action.busy,
    problem: isLate ? late : action.problem,
    asking: dialog,
    openDialog: setDialog,
    make,
    next: () => action.run(async () => make(version.name)),
    store: (typed: Typed<Content>) =>
      run(async () => {
        await of.save({ ...named, ...typed, name: typed.name.trim() })
        onType(undefined)
        toast.success('Saved.')
      }),
    release: () =>
      run(async () => {
        await of.release(named)
        toast.success(`${titleOf(version)} is released.`)
      }),
    remove: () =>
      run(async () => {
        await of.remove(named)
        onShow(null)
      }),
  }
}

interface HeadProps<Content> extends VersionPaneProps<Content> {
  readonly actions: VersionActions<Content>
  readonly mayStore: boolean
}

function Head<Content>({
  of,
  version,
  draft,
  typed,
  onType,
  actions: { busy, openDialog: ask, next },
  refusal,
  mayStore,
}: HeadProps<Content>) {
  const isDraft = version.state === 'draft'
  const unsaved = typed === undefined ? undefined : 'Save what you typed first, or leave it.'
  return (
    <header className="mt-head">
      <h2>{titleOf(version)}</h2>
      <Badge tone={isDraft ? 'yellow' : 'green'}>{isDraft ? 'Draft' : 'Released'}</Badge>
      <span className="mt-acts">
        {of.preview && (
          <ActButton refusal={unsaved} onClick={() => ask('preview')}>
            What would change
          </ActButton>
        )}
        <ActButton refusal={refusal} onClick={() => ask('copy')}>
          {`New ${of.one} from it`}
        </ActButton>
        {!isDraft && (
          <ActButton
            intent="primary"
            refusal={refusal ?? (draft && `${titleOf(draft)} is a draft already.`)}
            loading={busy}
            onClick={() => void next()}
          >
            Next version
          </ActButton>
        )}
        {isDraft && (
          <>
            <ActButton intent="danger" refusal={refusal} onClick={() => ask('delete')}>
              Delete draft
            </ActButton>
            <ActButton refusal={refusal ?? unsaved} onClick={() => ask('release')}>
              Release
            </ActButton>
            {typed !== undefined && (
              <ActButton refusal={undefined} onClick={() => onType(undefined)}>
                Leave it
              </ActButton>
            )}
            <ActButton
              type="submit"
              intent="primary"
              variant="solid"
              refusal={refusal}
              disabled={!mayStore}
              loading={busy}
            >
              Save draft
            </ActButton>
          </>
        )}
      </span>
    </header>
  )
}

/** The confirmation dialogs of actions that cannot be undone. */
function Questions<Content>({
  of,
  version,
  actions: { asking: dialog, openDialog: ask, busy, make, release, remove },
}: VersionPaneProps<Content> & { readonly actions: VersionActions<Content> }) {
  const close = () => ask(undefined)
  const title = titleOf(version)
  return (
    <>
      <ConfirmDialog
        isOpen={dialog === 'release'}
        title={`Release ${title}?`}
        action="Release"
        isBusy={busy}
        onConfirm={() => void release()}
        onClose={close}
      >
        {of.released}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        title={`Delete ${title}?`}
        action="Delete"
        isDanger
        isBusy={busy}
        onConfirm={() => void remove()}
        onClose={close}
      >
        Nothing uses a draft: nothing else changes.
      </ConfirmDialog>
      {dialog === 'preview' && of.preview?.(version, close)}
      {dialog === 'copy' && <NewMethod one={of.one} of={titleOf(version)} onMake={make} onClose={close} />}
    </>
  )
}
