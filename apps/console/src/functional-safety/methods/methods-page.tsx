import type { GuidewordMethod } from '@carapace/shared/functional-safety/guidewords'
import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import {
  deleteSafetyMethod,
  getSafetyMethods,
  releaseSafetyMethod,
  saveSafetyMethod,
} from '@carapace/shared/functional-safety/methods.contract'
import type { SituationCatalogue } from '@carapace/shared/functional-safety/situation-catalogue'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import { VersionsPage } from '../../graph/methods/versions-page.tsx'
import type { EditedMethods, MethodVersion } from '../../graph/methods/versions.ts'
import { guidewordProblems, situationProblems } from './edits.ts'
import { GuidewordsForm } from './guidewords-form.tsx'
import { SituationsForm } from './situations-form.tsx'

type Content = GuidewordMethod | SituationCatalogue

/** What the page does with versions of a kind. The server answers contents of that kind. */
const editing = <C extends Content>(
  kind: SafetyMethodKind,
  of: Pick<EditedMethods<C>, 'one' | 'problemsOf' | 'Form'>,
): EditedMethods<C> => ({
  title: 'Methods',
  usedBy: ({ programs }) => `${number(programs)} ${programs === 1 ? 'program' : 'programs'}`,
  released: 'It never changes again, and programs may take it. Those that take another version keep theirs.',
  save: async (input) => (await call(saveSafetyMethod, { kind, ...input })).method as MethodVersion<C>,
  release: (target) => call(releaseSafetyMethod, { kind, ...target }),
  remove: (target) => call(deleteSafetyMethod, { kind, ...target }),
  ...of,
})

const guidewords = editing<GuidewordMethod>('guidewords', {
  one: 'guidewords',
  problemsOf: guidewordProblems,
  Form: GuidewordsForm,
})
const situations = editing<SituationCatalogue>('situations', {
  one: 'situation catalogue',
  problemsOf: situationProblems,
  Form: SituationsForm,
})

const kinds = [
  { key: 'guidewords', label: 'Guidewords' },
  { key: 'situations', label: 'Operational situations' },
] as const

interface MethodsPageProps {
  readonly kind: SafetyMethodKind
  readonly showKind: (kind: SafetyMethodKind) => void
  /** The key of the shown version; undefined: the version that is built into the product. */
  readonly shown: string | undefined
  readonly show: (key: string | undefined) => void
}

/** The guidewords and the situation catalogues of an organisation, version by version (rule SAFETY-UI-18). */
export function MethodsPage({ kind, showKind, ...address }: MethodsPageProps) {
  const { data, problem, refetch } = useEndpoint(getSafetyMethods, { kind }, { keepPrevious: false })
  const page = {
    ...address,
    refusal: useRefusal(saveSafetyMethod),
    problem,
    refetch,
    tabs: <Segments look="switch" label="Methods" chosen={kind} segments={kinds} onChoose={showKind} />,
  }
  const versions = <C extends Content>() => data?.methods as readonly MethodVersion<C>[] | undefined
  // one component for both kinds: what is typed stays while the other kind is shown
  return kind === 'guidewords' ? (
    <VersionsPage {...page} of={guidewords} data={versions<GuidewordMethod>()} />
  ) : (
    <VersionsPage {...page} of={situations} data={versions<SituationCatalogue>()} />
  )
}
