import type { Method } from '@carapace/shared/lifecycle/methods/method'
import {
  deleteMethod,
  getMethods,
  releaseMethod,
  saveMethod,
} from '@carapace/shared/lifecycle/methods/methods.contract'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { VersionsPage } from '../../graph/methods/versions-page.tsx'
import type { EditedMethods } from '../../graph/methods/versions.ts'
import { ContentForm } from './content-form.tsx'
import { problemsOf } from './edits.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import '../projects/projects.css'

interface MethodsPageProps {
  /** The key of the shown version; undefined: the version that is built into the product. */
  readonly shown: string | undefined
  readonly show: (key: string | undefined) => void
}

const methods: EditedMethods<Method> = {
  title: 'Methods',
  one: 'method',
  usedBy: ({ programs }) => `${number(programs)} ${programs === 1 ? 'program' : 'programs'}`,
  released: 'It never changes again, and programs may take it. Those that take another version keep theirs.',
  save: async (input) => (await call(saveMethod, input)).method,
  release: (target) => call(releaseMethod, target),
  remove: (target) => call(deleteMethod, target),
  problemsOf,
  Form: ContentForm,
  preview: (version, onClose) => <PreviewDialog version={version} onClose={onClose} />,
}

/** The organisation's methods: all versions of each, and how a draft becomes the next one. */
export function MethodsPage(props: MethodsPageProps) {
  const { data, problem, refetch } = useEndpoint(getMethods, {})
  const refusal = useRefusal(saveMethod)
  return (
    <VersionsPage of={methods} refusal={refusal} data={data?.methods} problem={problem} refetch={refetch} {...props} />
  )
}
